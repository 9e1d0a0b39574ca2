import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedDatabase } from '../shared-database.ts';
import type { MutantName } from './mutants.ts';
import type { Violation } from './checker.ts';
import type { Fault, Mode } from './injector.ts';
import type { Entry } from './ledger.ts';
import type { Life } from './life.ts';
import { interferences } from './network-fault.ts';
import { openProxy } from './proxy.ts';
import { type Random, randomFrom } from './random.ts';
import { attempt, order, type Scene } from './trial.ts';

/** What came of one run. */
export interface Chaos {
  /** How many faults happened. */
  readonly hits: number;
  readonly violations: readonly Violation[];
  /** What it was made of, and what everybody saw. */
  readonly faults: readonly Fault[];
  readonly entries: readonly Entry[];
}

const beforeAndAfter = (names: readonly string[]): string[] =>
  names.flatMap((name) => [`before ${name}`, `after ${name}`]);
const finds = ['id', 'order', 'sessionId', 'idempotencyKey'];
const causes = [
  ...['open', 'pay', 'pay-token', 'get-status', 'webhook', 'not sent', 'due', 'delivered'],
];
const calls = ['session', 'payment', 'pay-token', 'get-status', 'walleta-pay/validate-merchant'];

/** A status that is held up here is seen after a later one, and would look as if it went back. */
const heldUp = 'after store.find order';

/** Every step at every seam. */
const steps = [
  ...beforeAndAfter(finds.map((each) => `store.find ${each}`)).filter((step) => step !== heldUp),
  ...beforeAndAfter(causes.map((cause) => `store.change ${cause}`)),
  ...causes.map((cause) => `transaction store.change ${cause}`),
  'after store.claimDue',
  'after store.claimUndelivered',
  ...beforeAndAfter(calls.map((call) => `call /v1/${call}`)),
  ...calls.flatMap((call) => [`sent call /v1/${call}`, `reading call /v1/${call}`]),
  ...beforeAndAfter(['verify', 'findOrder', 'onStatusChange']),
  // Not of a status, for the same reason.
  ...['pay-token', 'webhook/v1'].map((reply) => `within reply ${reply}`),
];

/** An unknown status needs a manual review, and a run has none. */
const meddlings = Object.values(interferences)
  .flat()
  .filter(({ says }) => says !== 'the status is an unknown word');

/** One payment through one to three lives of the server, each with a fault, and some on a bad network. */
export async function chaos(
  seed: number,
  mutant?: MutantName,
  database?: SharedDatabase,
): Promise<Chaos> {
  const random = randomFrom(seed);
  const faults: Fault[] = [];
  let entries: readonly Entry[] = [];
  let hits = 0;
  const violations = await attempt(
    async (scene) => {
      const { ledger, shopper } = scene;
      ({ entries } = ledger);
      ledger.plans.set(order, {
        word: random.one(['paid', 'paid', 'processing', 'failed']),
        cut: random.chance(0.2),
      });
      for (let lives = 1 + random.below(3); lives > 0; lives -= 1) {
        const fault = randomFault(random);
        faults.push(fault);
        const during = async ({ url }: Life): Promise<void> => {
          await shopper.press(url, order, 'k1');
          for (let rounds = 1 + random.below(3); rounds > 0; rounds -= 1) {
            const doings = Array.from({ length: 1 + random.below(4) }, () =>
              randomDoing(random, url, scene),
            );
            await Promise.all(doings.map(async (doing) => doing()));
          }
        };
        hits += await live(random, scene, fault, during);
      }
      ledger.settle(order, random.one(['paid', 'failed']));
      ledger.plans.delete(order);
    },
    mutant,
    database,
  );
  return { hits, violations, faults, entries };
}

function randomFault(random: Random): Fault {
  const step = random.one(steps);
  const mode = random.one<Mode>(['kill', 'throw', 'throw', 'delay']);
  const stops = step.includes(' call ') && random.chance(0.2);
  return { step, mode, nth: random.one([1, 1, 2]), stops, delay: 400 };
}

/** One thing that somebody does while the server lives. */
function randomDoing(
  random: Random,
  url: string,
  { ledger, shopper }: Scene,
): () => Promise<unknown> {
  const pause = random.below(60);
  const doing = random.one<() => unknown>([
    async () => shopper.press(url, order, 'k1'),
    async () => shopper.press(url, order, 'k1'),
    async () => shopper.press(url, order, 'k2'),
    async () => shopper.ask(url, order),
    async () => shopper.validate(url, order),
    async () => shopper.notify(url, order),
    async () => shopper.notify(url, order, 'processing'),
    () => {
      ledger.settle(order);
    },
  ]);
  return async () => {
    await sleep(pause);
    await doing();
  };
}

async function live(
  random: Random,
  scene: Scene,
  fault: Fault,
  during: (life: Life) => Promise<void>,
): Promise<number> {
  const { liveAlone, live: liveHere, ledger } = scene;
  const needsProcess =
    fault.mode === 'kill' || fault.stops === true || fault.step.startsWith('transaction');
  const { meddle } = random.one(meddlings);
  const isBad = random.chance(0.3);
  const ledgerUrl = ledger.stub.baseUrl;
  await using proxy = await openProxy({
    target: ledgerUrl,
    path: `/v1/${random.one(calls)}`,
    meddle: async (exchange) => meddle(exchange, ledgerUrl),
  });
  let hits = (): number => 0;
  await (needsProcess ? liveAlone : liveHere)(
    async (life) => {
      hits = life.hits;
      await during(life);
    },
    {
      fault,
      timeout: 300,
      ledgerUrl,
      ...(isBad && { baseUrl: proxy.url }),
      ...(random.chance(0.5) && { reconcileEvery: 20 }),
    },
  );
  return hits() + proxy.hits();
}
