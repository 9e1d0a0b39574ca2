/**
 * Two mistakes in one backend: neither may hide the other from both of their checks. All pairs of the mutants, or
 * `PAIRS=200` of them at random; a failure prints the `SEED` that repeats it.
 */
import process from 'node:process';

import { ShopBackend as Honest } from './backend/shop-backend.ts';
import { mutants } from './backend/mutants/index.ts';
import { drive } from './conformance-run.ts';

type Backend = typeof Honest;

/** A mutant with the first check that fails for it. */
interface Mistake {
  readonly check: string;
  readonly mistake: string;
  readonly Backend: Backend;
}

const concurrency = 10;
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const mistakes: readonly Mistake[] = [
  ...new Map(mutants.toReversed().map((mutant) => [mutant.Backend, mutant])).values(),
];
const rounds = shuffled(roundsOf(mistakes), seed);
const most = Number(process.env['PAIRS'] ?? Infinity);
let count = 0;
let hiddenCount = 0;
for (const round of rounds) {
  if (count >= most) break;
  const pairs = round.slice(0, most - count);
  count += pairs.length;
  await inParallel(pairs, async ([first, second]) => {
    const results = await together(first, second);
    if (results.some((passed) => !passed)) return;
    hiddenCount += 1;
    console.log(
      `${first.check} and ${second.check} pass together: ${first.mistake}; ${second.mistake}`,
    );
  });
}
console.log(`${count} pairs, ${hiddenCount} hide each other, SEED=${seed}`);
process.exitCode = hiddenCount === 0 ? 0 : 1;

/** A backend with both mistakes, while it is checked. @returns whether each check passed */
async function together(first: Mistake, second: Mistake): Promise<readonly boolean[]> {
  const root = rootOf(second.Backend);
  if (first.Backend === root || first.Backend.prototype instanceof root) return [false];
  const ends: (() => unknown)[] = [];
  const context = { after: (end: () => unknown) => ends.push(end) };
  inherit(root, first.Backend);
  try {
    const only = [...new Set([first.check, second.check])];
    const results = await drive(context, { Backend: second.Backend, only });
    return results.map(({ passed }) => passed);
  } finally {
    for (const end of ends.toReversed()) await end();
    inherit(root, Honest);
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

/** All pairs, as in a tournament: in a round each one is in one pair, so that pairs may run side by side. */
function roundsOf(all: readonly Mistake[]): (readonly [Mistake, Mistake])[][] {
  const players: (Mistake | undefined)[] = all.length % 2 === 0 ? [...all] : [...all, undefined];
  return Array.from({ length: players.length - 1 }, () => {
    const pairs = players.slice(0, players.length / 2).flatMap((first, index) => {
      const second = players.at(-1 - index);
      return first && second ? [[first, second] as const] : [];
    });
    players.splice(1, 0, players.pop());
    return pairs;
  });
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

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items];
  const next = async (): Promise<void> => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, next));
}
