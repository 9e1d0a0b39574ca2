import { readFile } from 'node:fs/promises';
import { fromMinor } from '@wallet-buttons/protocol';
import { codeOf, unreadable, writeWhole } from '../files.ts';
import { UsageError } from '../report.ts';
import type { Exported } from './exported.ts';
import { edge, type Period } from './span.ts';

/** An operation that may be in the next export. It is for a reader: the next run finds it in the store. */
export interface OpenOperation {
  readonly id: string;
  readonly order: string;
  readonly kind: string;
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601. */
  readonly at: string;
}

/** An operation that an export has shown. */
export interface ShownOperation {
  readonly id: string;
  /** ISO 8601. */
  readonly at: string;
}

/** What one run leaves for the next one. */
export interface Run {
  /** The first of the days that were compared without a gap up to `until`. ISO 8601. */
  readonly from: string;
  readonly until: string;
  /** What lies at the end of the period, and was not found yet. */
  readonly open: readonly OpenOperation[];
  /** What was found already, although a later run would ask for it. */
  readonly shown: readonly ShownOperation[];
  /** The rows that no operation here explains yet. */
  readonly rows: readonly Exported[];
}

/** The last runs: one that is repeated begins where it began before. */
export interface CarriedState {
  readonly runs: readonly Run[];
}

const mostRuns = 3;

/** @throws {UsageError} if the file is not one of this command. */
export async function readCarried(path: string): Promise<CarriedState> {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { runs: [] };
    throw unreadable(path, error);
  }
  try {
    const { runs } = JSON.parse(text) as Partial<CarriedState>;
    if (Array.isArray(runs) && runs.every(isRun)) return { runs };
  } catch {
    // As if it were another file.
  }
  throw new UsageError(
    `${path} is not a state of reconcile. Name another file with --state; a new one begins without what was carried over.`,
  );
}

function isRun(run: Partial<Run>): boolean {
  const lists = [run.open, run.shown, run.rows];
  const times = [run.from, run.until].map((time) => Date.parse(String(time)));
  return lists.every(Array.isArray) && !times.some(Number.isNaN);
}

/** The run whose days end where a period begins. */
export function runBefore({ runs }: CarriedState, { start, end }: Period): Run | null {
  const earlier = runs.filter(({ until }) => {
    const time = Date.parse(until);
    return time < end && time >= start - edge;
  });
  return earlier.toSorted((a, b) => Date.parse(b.until) - Date.parse(a.until))[0] ?? null;
}

/** The last run before a period, if days between them were not compared. */
export function gapBefore({ runs }: CarriedState, { start }: Period): string | null {
  const ends = runs.map(({ until }) => Date.parse(until)).filter((time) => time < start);
  const last = Math.max(...ends);
  return ends.length > 0 && last < start - edge ? new Date(last).toISOString() : null;
}

/** Keeps a run; one with the same end is replaced. */
export async function writeCarried(path: string, state: CarriedState, run: Run): Promise<void> {
  const others = state.runs.filter(({ until }) => until !== run.until);
  const runs = [...others, run]
    .toSorted((a, b) => Date.parse(a.until) - Date.parse(b.until))
    .slice(-mostRuns);
  await writeWhole(path, `${JSON.stringify({ runs }, null, 2)}\n`);
}

export function openOperation(
  { id, kind, amount, latest }: { id: string; kind: string; amount: number; latest: number },
  { order, currency }: { order: string; currency: string },
): OpenOperation {
  const at = new Date(latest).toISOString();
  return { id, order, kind, amount: fromMinor(amount, currency), currency, at };
}
