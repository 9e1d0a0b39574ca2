import { setTimeout as sleep } from 'node:timers/promises';
// eslint-disable-next-line no-restricted-imports -- the numbers of the server's chaos
import { type Random, randomFrom } from '../../../server/test/faults/random.ts';
import { readToken } from '../settings.ts';
import type { Part } from './part.ts';
import { type Course, courses, live, plan, type PlannedOrder, request } from './payer.ts';
import { type Evidence, isOpen, problemsOf, type StoredPayment } from './problems.ts';
import { type EngineName, openWorld, type World } from './world.ts';

export interface ChaosOptions {
  readonly engine: EngineName;
  readonly episodes: number;
  readonly seed: number;
  /** No episode begins after this time, in milliseconds. */
  readonly limit?: number;
  readonly onEpisode?: (episode: number, part: Part['name']) => void;
}

/** What came of a run. */
export interface ChaosResult {
  /** How many episodes ran. */
  readonly episodes: number;
  readonly orders: number;
  readonly charges: number;
  /** How often each part was killed. */
  readonly kills: Readonly<Record<string, number>>;
  /** Orders that are not charged, and whose token may have been lost on its way: they stay closed for 15 minutes. */
  readonly open: number;
  readonly problems: readonly string[];
}

/** In milliseconds: a change that failed twice is delivered after 90 s. */
const settleLimit = 300_000;

/** Kills one part in each episode, while orders are paid, and compares service, sidecar and shop at the end. */
export async function chaos(options: ChaosOptions): Promise<ChaosResult> {
  const { engine, episodes, seed, limit = Infinity, onEpisode } = options;
  const random = randomFrom(seed);
  await using world = await openWorld(engine);
  const kills: Record<string, number> = {};
  const orders: PlannedOrder[] = [];
  const end = performance.now() + limit;
  let ran = 0;
  while (ran < episodes && performance.now() < end) {
    const plans = [0, 1].map((index) => orderOf(random, `c-${String(ran)}-${String(index)}`));
    orders.push(...plans);
    const part = await episode(world, random, plans);
    kills[part] = (kills[part] ?? 0) + 1;
    ran += 1;
    onEpisode?.(ran, part);
  }
  const giveUp = performance.now() + settleLimit;
  for (;;) {
    const evidence = await evidenceOf(world, orders);
    const undeliveredCount = await undeliveredOf(world);
    const problems = evidence.flatMap(problemsOf);
    if (undeliveredCount > 0) {
      problems.push(`${String(undeliveredCount)} orders have an undelivered change`);
    }
    if (problems.length > 0 && performance.now() < giveUp) {
      await sleep(1000);
      continue;
    }
    const charges = evidence.flatMap(({ sessions }) => sessions).filter((each) => each.charges > 0);
    return {
      episodes: ran,
      kills,
      problems,
      orders: orders.length,
      charges: charges.length,
      open: evidence.filter(isOpen).length,
    };
  }
}

function orderOf(random: Random, order: string): PlannedOrder {
  const course = random.one(Object.keys(courses) as Course[]);
  return { order, course, isPressedTwice: random.chance(0.3) };
}

/** One part is killed while orders are paid, and starts again. */
async function episode(
  world: World,
  random: Random,
  orders: readonly PlannedOrder[],
): Promise<Part['name']> {
  const victim = random.one(world.parts);
  const [before, down] = [random.below(400), random.below(600)];
  for (const each of orders) await plan(world, each);
  const lives = orders.map(async (each) => live(world, each));
  await sleep(before);
  await victim.kill();
  await sleep(down);
  await victim.start();
  await Promise.all(lives);
  return victim.name;
}

async function evidenceOf(
  world: World,
  orders: readonly PlannedOrder[],
): Promise<readonly Evidence[]> {
  const { sessions } = await world.ledger();
  const changes = world.changes();
  const headers = { authorization: `Bearer ${readToken}` };
  return Promise.all(
    orders.map(async ({ order }) => {
      const answer = await request(`${world.privateUrl}/payments/${order}`, null, headers);
      const payment = answer?.status === 200 ? (answer.body as unknown as StoredPayment) : null;
      return {
        order,
        payment,
        sessions: sessions.filter((session) => session.external_id === order),
        changes: changes.filter((change) => change.order === order),
      };
    }),
  );
}

async function undeliveredOf({ privateUrl }: World): Promise<number> {
  const text = await (await fetch(`${privateUrl}/metrics`)).text();
  return Number(/^wallet_backlog\{queue="undelivered"\} (\S+)$/m.exec(text)?.[1]);
}
