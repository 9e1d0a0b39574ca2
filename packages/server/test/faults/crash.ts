import { setTimeout as sleep } from 'node:timers/promises';
import type { Violation } from './checker.ts';
import type { FaultPoint, Story } from './fault-point.ts';
import type { Mode } from './injector.ts';
import type { Life } from './life.ts';
import type { SharedDatabase } from '../shared-database.ts';
import type { MutantName } from './mutants.ts';
import { attempt, order, type Scene } from './trial.ts';

/** What came of a fault. */
export interface Crash {
  /** How often it happened. */
  readonly hits: number;
  readonly violations: readonly Violation[];
}

/** One cell of the matrix: a payment that a fault befalls, and what is left of it afterwards. */
export async function crash(
  { story, step, stops = false, alone = false, nth = 1 }: FaultPoint & { readonly nth?: number },
  mode: Mode,
  mutant?: MutantName,
  database?: SharedDatabase,
): Promise<Crash> {
  const hangs = mode === 'delay' && step.includes(' call ');
  // A call that hangs has to outlast its timeout, which the other calls have to meet on a busy machine.
  const fault = { step, mode, stops, nth, delay: hangs ? 2500 : 500 };
  const timeout = hangs ? { timeout: 1500 } : {};
  let hits = (): number => 0;
  const violations = await attempt(
    async (scene) => {
      const live = mode === 'kill' || alone ? scene.liveAlone : scene.live;
      const badly: Badly = async (during, options) =>
        live(
          async (life) => {
            hits = life.hits;
            await during(life);
          },
          { ...options, ...timeout, fault },
        );
      await stories[story](scene, badly);
    },
    mutant,
    database,
  );
  return { hits: hits(), violations };
}

/** The life with the fault. */
type Badly = (
  during: (life: Life) => Promise<void>,
  options?: { readonly reconcileEvery: number },
) => Promise<void>;

/** Each story up to the end of the life with the fault. */
const stories: Readonly<Record<Story, (scene: Scene, badly: Badly) => Promise<void>>> = {
  pay: async ({ shopper }, badly) =>
    badly(async ({ url, hits }) => {
      // Two tabs, then the first again: what does not get as far as the fault is tried anew.
      await Promise.all([shopper.press(url, order, 'k1'), shopper.press(url, order, 'k2')]);
      await until(hits, 20, async () => shopper.press(url, order, 'k1'));
    }),
  validate: async ({ shopper }, badly) =>
    badly(async ({ url, hits }) => {
      await until(hits, 4, async () => shopper.validate(url, order));
      await shopper.press(url, order, 'k1');
    }),
  webhook: async ({ ledger, shopper, live }, badly) => {
    ledger.plans.set(order, { word: 'processing' });
    await live(async ({ url }) => shopper.press(url, order, 'k1'));
    ledger.settle(order);
    await badly(async ({ url, hits }) => {
      await shopper.notify(url, order, 'paid');
      // Before a question finds out what the webhook said.
      await until(hits, 400, async () => sleep(5));
      await shopper.ask(url, order);
      await shopper.notify(url, order, 'paid');
      await until(hits, 2000, async () => sleep(5));
    });
  },
  reconcile: async ({ ledger, shopper, live }, badly) => {
    ledger.plans.set(order, { cut: true });
    await live(async ({ url }) => shopper.press(url, order, 'k1'));
    await badly(async ({ hits }) => until(hits, 2000, async () => sleep(5)), {
      reconcileEvery: 20,
    });
  },
};

/** At least once, and then until the fault has happened. */
async function until(
  hits: () => number,
  tries: number,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let runs = 0; runs === 0 || (hits() === 0 && runs < tries); runs += 1) await work();
}
