import { setTimeout as delay } from 'node:timers/promises';
import { type Measure, notMeasured, type Row, spread } from '../../measure.ts';
import { openTab, pressFirst } from '../browser.ts';
import type { Contender } from '../contenders.ts';
import type { Workbench } from '../workbench.ts';

/** The time of each answer, in milliseconds. */
const answerTime = 20;
/** Each figure, with the factor by which the CPU is slowed. */
const conditions = { ratio1: 1, ratio4: 4 } as const;
type Condition = keyof typeof conditions;

/** The time until a payer can press, relative to a page written by hand. */
export const ready: Measure<Workbench> = {
  id: 'ready',
  title: 'Time to a pressable button',
  method: `From the navigation to the first moment at which the button is enabled, laid out and not hidden; then it is pressed, and only a press that opens the sheet counts. Empty caches; each answer takes ${String(answerTime)} ms. The ratio is to the hand-written page of the same wallet without lines, loaded in the same turn. The preload line requests the provider’s script with the page; the compile line has V8 compile every function of the page’s script while it loads.`,
  columns: { ratio1: 'ratio', ratio4: 'ratio on a CPU four times slower' },
  chart: ['ratio4', 'on a CPU four times slower, to the hand-written page; median and quartiles'],
  limits: [
    ['A to a hand-written page', 'ours-a-compile', 'ratio1', 1.1],
    ['A to a hand-written page, 4x', 'ours-a-compile', 'ratio4', 1.3],
    ['B to a hand-written page', 'ours-b-compile', 'ratio1', 1.08],
    ['B to a hand-written page, 4x', 'ours-b-compile', 'ratio4', 1.15],
    ['B with the preload line', 'ours-b-preload-compile', 'ratio1', 0.95],
    ['B with the preload line, 4x', 'ours-b-preload-compile', 'ratio4', 1.08],
    ['A ahead of its peer, 4x', 'ours-a-compile', 'ratio4', { below: ['apple-react'] }],
    ['B ahead of its peer, 4x', 'ours-b-compile', 'ratio4', { below: ['google-element'] }],
  ],
  async run(bench) {
    const { contenders, site, isQuick } = bench;
    const times = new Times();
    const failures = new Map<string, string>();
    site.network = async () => delay(answerTime);
    for (let turn = 0; turn < (isQuick ? 3 : 15); turn += 1) {
      for (const condition of Object.keys(conditions) as Condition[]) {
        // Each turn starts with another contender, so that none always follows the same one.
        const order = [...contenders.slice(turn), ...contenders.slice(0, turn)];
        for (const contender of order.filter(({ id }) => !failures.has(id))) {
          try {
            times.add(condition, contender, await timeToPress(bench, contender, condition));
          } catch (error) {
            failures.set(contender.id, notMeasured(error));
          }
        }
      }
    }
    return contenders.map((contender): Row => {
      const note = failures.get(contender.id);
      const row = { contender: contender.id, name: contender.name };
      if (note !== undefined) return { ...row, figures: {}, note };
      const ratios = (condition: Condition) => spread(times.ratios(condition, contender));
      return { ...row, figures: { ratio1: ratios('ratio1'), ratio4: ratios('ratio4') } };
    });
  },
};

async function timeToPress(
  { browser }: Workbench,
  contender: Contender,
  condition: Condition,
): Promise<number> {
  await using tab = await openTab(browser, contender, conditions[condition]);
  return await pressFirst(tab.page, contender);
}

/** The times of each condition and contender, one a turn. */
class Times {
  readonly #times = new Map<string, number[]>();

  add(condition: Condition, { id }: Contender, time: number): void {
    this.#times.set(`${condition} ${id}`, [...this.#of(condition, id), time]);
  }

  /** To the hand-written page of the same wallet in the same turn. */
  ratios(condition: Condition, { id, wallet }: Contender): readonly number[] {
    const byHand = this.#of(condition, wallet === 'A' ? 'hand-a' : 'hand-b');
    return this.#of(condition, id).map((time, turn) => time / (byHand[turn] ?? NaN));
  }

  #of(condition: Condition, id: string): readonly number[] {
    return this.#times.get(`${condition} ${id}`) ?? [];
  }
}
