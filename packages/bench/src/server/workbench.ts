import type { ServiceEmulator } from './emulator.ts';
import type { Grown } from './grown.ts';
import type { Load } from './load.ts';

/** The tools of a measure of the server. */
export interface Workbench {
  readonly service: ServiceEmulator;
  readonly load: Load;
  readonly grown: Grown;
  /** The number of steady passes for each figure, and the maximum number of passes before them. */
  readonly passes: number;
  readonly mostWarmUps: number;
  /** The factor for the number of requests of a pass. */
  readonly scale: number;
  /** Two numbers of orders, to see what grows with them. */
  readonly sizes: Readonly<Record<'few' | 'many', number>>;
}

/** The CPU time of each kind of work of one pass, in microseconds. */
export type Pass = Readonly<Record<string, number>>;

export interface Paired {
  /** The CPU time of a contender for a kind of work, in microseconds, of each pass. */
  readonly costs: (contender: string, kind: string) => readonly number[];
  /** The same, over that of the contender `hand` in the same pass. */
  readonly ratios: (contender: string, kind: string) => readonly number[];
  readonly note?: string;
}

const agreement = 0.05;

/**
 * Passes of all contenders in turns, so that they share the machine as it is at that time, each second turn in reverse.
 * Passes are dropped until two in a row agree within 5 % for each contender, because the engine is still compiling.
 */
export async function pairedPasses(
  { passes, mostWarmUps }: Pick<Workbench, 'passes' | 'mostWarmUps'>,
  contenders: Readonly<Record<string, (pass: number) => Promise<Pass>>>,
): Promise<Paired> {
  const all: Readonly<Record<string, Pass>>[] = [];
  const next = async (): Promise<Readonly<Record<string, Pass>>> => {
    const pass = all.length;
    const order = Object.entries(contenders);
    const passByName: Record<string, Pass> = {};
    for (const [name, take] of pass % 2 === 0 ? order : order.reverse()) {
      passByName[name] = await take(pass);
    }
    all.push(passByName);
    return passByName;
  };
  let isSteady = false;
  for (let previous = await next(); !isSteady && all.length < mostWarmUps;) {
    const pass = await next();
    isSteady = Object.keys(contenders).every((name) => agree(previous[name], pass[name]));
    previous = pass;
  }
  const firstIndex = all.length;
  for (let count = 0; count < passes; count += 1) await next();
  const measuredPasses = all.slice(firstIndex);
  const costs: Paired['costs'] = (contender, kind) =>
    measuredPasses.map((pass) => pass[contender]?.[kind] ?? NaN);
  return {
    costs,
    ratios: (contender, kind) => {
      const byHand = costs('hand', kind);
      return costs(contender, kind).map((cost, index) => cost / (byHand[index] ?? NaN));
    },
    ...(!isSteady && { note: 'inconclusive: no two passes agreed within 5 %' }),
  };
}

function agree(previous: Pass = {}, next: Pass = {}): boolean {
  return Math.abs(sum(next) / sum(previous) - 1) <= agreement;
}

function sum(pass: Pass): number {
  return Object.values(pass).reduce((total, cost) => total + cost, 0);
}
