/**
 * Two mistakes in one backend: neither may hide the other from both of their checks. All pairs of the mutants, or
 * `PAIRS=200` of them at random; a failure prints the `SEED` that repeats it.
 *
 * Of a pair the check that fails sooner comes first. Where it fails, the other one has nothing to add.
 */
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

import { ShopBackend as Honest } from './backend/shop-backend.ts';
import { mutants } from './backend/mutants/index.ts';
import { drive } from './conformance-run.ts';

type Backend = typeof Honest;

/** A mutant with the first check that fails for it. */
interface Mistake {
  readonly check: string;
  readonly mistake: string;
  readonly Backend: Backend;
  /** Its class that stands directly on the honest backend. */
  readonly root: Backend;
}

/** The check of the first one fails sooner. */
type Pair = readonly [first: Mistake, second: Mistake];

/** Runs at the same time in a thread: most of a run is waiting. */
const concurrency = 30;
/** After so many pairs a check has to pass without a mistake: on a machine too busy for it all of them would fail. */
const controlInterval = 50;
const mistakes: readonly Mistake[] = [
  ...new Map(mutants.toReversed().map((mutant) => [mutant.Backend, mutant])).values(),
].map((mutant) => ({ ...mutant, root: rootOf(mutant.Backend) }));

if (isMainThread) await main();
else {
  // What a backend does beside its requests may throw, where one mistake relies on what the other changed.
  process.on('uncaughtException', () => undefined);
  parentPort?.postMessage(await tryAll(workerData as readonly (readonly number[])[]));
}

async function main(): Promise<void> {
  const vacuous = await failingAnyway();
  for (const check of vacuous) console.log(`${check} fails without a mistake`);
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
  const most = Number(process.env['PAIRS'] ?? Infinity);
  const pairs = shuffled(pairsOf(await soonestFirst()), seed).slice(0, most);
  const indexes = pairs.map((pair) => pair.map((mistake) => mistakes.indexOf(mistake)));
  const threads = availableParallelism();
  const counts = await Promise.all(
    Array.from({ length: threads }, async (_, thread) => {
      const share = indexes.filter((_pair, index) => index % threads === thread);
      const worker = new Worker(new URL(import.meta.url), { workerData: share });
      const [found = 0] = (await once(worker, 'message')) as readonly number[];
      return found;
    }),
  );
  const count = counts.reduce((sum, found) => sum + found, vacuous.length);
  console.log(`${pairs.length} pairs, ${count} findings, SEED=${seed}`);
  process.exitCode = count === 0 ? 0 : 1;
}

/** The checks that fail without a mistake: they would find every one. */
async function failingAnyway(): Promise<readonly string[]> {
  const checks = new Set(mistakes.map(({ check }) => check));
  const failing: string[] = [];
  for (const check of checks) if (!(await passes(check, Honest))) failing.push(check);
  return failing;
}

/** The mistakes, the one whose check fails soonest first. */
async function soonestFirst(): Promise<readonly Mistake[]> {
  const durations = new Map<Mistake, number>();
  const singles = mistakes.map((mistake) => [mistake] as const);
  await inParallel(singles, async ([single]) => {
    const startTime = performance.now();
    await passes(single.check, single.Backend);
    durations.set(single, performance.now() - startTime);
  });
  return [...durations].toSorted(([, one], [, other]) => one - other).map(([single]) => single);
}

/** Each with each later one, unless one is built on the other. */
function pairsOf(sorted: readonly Mistake[]): readonly Pair[] {
  return sorted.flatMap((first, index) =>
    sorted
      .slice(index + 1)
      .filter(({ root }) => root !== first.root)
      .map((second) => [first, second] as const),
  );
}

/**
 * Prints each pair that hides both mistakes, and each check that fails without one.
 *
 * @returns how many they are
 */
async function tryAll(indexes: readonly (readonly number[])[]): Promise<number> {
  // An index that this module itself gave to the thread.
  const pairs = indexes.map((pair) => pair.map((index) => mistakes[index]) as unknown as Pair);
  let findings = 0;
  let count = 0;
  const print = (finding: string): void => {
    findings += 1;
    console.log(finding);
  };
  await inParallel(pairs, async ([first, second]) => {
    const root = rootOf(second.Backend);
    inherit(root, first.Backend);
    const isHidden =
      (await passes(first.check, second.Backend)) && (await passes(second.check, second.Backend));
    inherit(root, Honest);
    if (isHidden) {
      const mistakesOfBoth = `${first.mistake}; ${second.mistake}`;
      print(`${first.check} and ${second.check} pass together: ${mistakesOfBoth}`);
    }
    count += 1;
    if (count % controlInterval === 0 && !(await passes(first.check, Honest))) {
      print(`${first.check} fails without a mistake: the machine is too busy`);
    }
  });
  return findings;
}

async function passes(check: string, Backend: Backend): Promise<boolean> {
  const ends: (() => unknown)[] = [];
  try {
    const context = { after: (end: () => unknown) => ends.push(end) };
    const results = await drive(context, { Backend, only: [check] });
    return results.every(({ passed }) => passed);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** The class of a mutant that stands directly on the honest backend. */
function rootOf(Mutant: Backend): Backend {
  const Parent = Object.getPrototypeOf(Mutant) as Backend;
  return Parent === Honest ? Mutant : rootOf(Parent);
}

/** `super` is looked up at each call: it finds the new parent. */
function inherit(Mutant: Backend, Parent: Backend): void {
  Object.setPrototypeOf(Mutant, Parent);
  Object.setPrototypeOf(Mutant.prototype, Parent.prototype);
}

/** Groups side by side, none of them with a class that another one has at the time. */
async function inParallel<Group extends readonly Mistake[]>(
  groups: readonly Group[],
  work: (group: Group) => Promise<void>,
): Promise<void> {
  const rest = [...groups];
  const busy = new Set<Backend>();
  const take = (): Group | undefined => {
    const index = rest.findIndex((group) => group.every(({ root }) => !busy.has(root)));
    return index < 0 ? undefined : rest.splice(index, 1)[0];
  };
  const runNext = async (): Promise<void> => {
    for (let group = take(); group !== undefined; group = take()) {
      for (const { root } of group) busy.add(root);
      await work(group);
      for (const { root } of group) busy.delete(root);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runNext));
}

/** A fixed order for each seed (mulberry32). */
function shuffled<Item>(items: readonly Item[], from: number): readonly Item[] {
  let state = from;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const keyed = items.map((item) => [random(), item] as const);
  return keyed.toSorted(([one], [other]) => one - other).map(([, item]) => item);
}
