import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type Measure, rows } from '../../measure.ts';
import { openTab, pressFirst } from '../browser.ts';
import type { Contender } from '../contenders.ts';
import type { Site } from '../site.ts';
import type { Workbench } from '../workbench.ts';

/** The answers that a button waits for one after another. */
export const steps: Measure<Workbench> = {
  id: 'steps',
  title: 'Network steps before a pressable button',
  method:
    'All answers are held until the page has done all that it can do without them; then they come at once, which is one step. Counted until the button can be pressed.',
  columns: { steps: 'network steps' },
  limits: [
    ['A, network steps', 'ours-a', 'steps', 2],
    ['B, network steps', 'ours-b', 'steps', 3],
    ['B with the preload line, network steps', 'ours-b-preload', 'steps', 2],
  ],
  run: async (bench) =>
    rows(bench.contenders, async (contender) => ({ steps: await countSteps(bench, contender) })),
};

/** The number of steps until a contender's button can be pressed. */
export async function countSteps(
  { browser, site }: Workbench,
  contender: Contender,
): Promise<number> {
  await using tab = await openTab(browser, contender);
  const held = new HeldAnswers(site);
  try {
    const press = pressFirst(tab.page, contender).then(() => 'pressed' as const);
    // The page itself: a tab without one does nothing.
    await held.first();
    held.release();
    for (let steps = 1; ; steps += 1) {
      await Promise.race([press, held.first()]);
      // Requests of one step need not come at once.
      const state = await Promise.race([idle(tab.page), press]);
      if (state === 'pressed') return steps;
      held.release();
    }
  } finally {
    held.end();
  }
}

/** The answers of a site, held. */
class HeldAnswers {
  #next = Promise.withResolvers<unknown>();
  #step = Promise.withResolvers<unknown>();
  readonly #site: Site;
  readonly #network: Site['network'];

  constructor(site: Site) {
    this.#site = site;
    this.#network = site.network;
    site.network = async () => {
      this.#next.resolve(undefined);
      return this.#step.promise;
    };
  }

  /** Resolves when an answer is held. */
  async first(): Promise<unknown> {
    return this.#next.promise;
  }

  release(): void {
    this.#step.resolve(undefined);
    this.#next = Promise.withResolvers();
    this.#step = Promise.withResolvers();
  }

  end(): void {
    this.#site.network = this.#network;
    this.release();
  }
}

/** Waits until the page has nothing to do, twice: what a task of the first time asked for comes before the second. */
async function idle(page: Page): Promise<'idle'> {
  for (const pause of [100, 200]) {
    await delay(pause);
    await page.evaluate(async () => new Promise((resolve) => requestIdleCallback(resolve)));
  }
  return 'idle';
}
