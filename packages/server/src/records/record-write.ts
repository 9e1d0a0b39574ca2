import { type Attempt, isInReview } from '../order/attempt.ts';
import { type EarlierAttempt, earlierLines, readLine } from '../order/earlier.ts';
import { dueRows } from '../order/due.ts';
import { settledAt } from '../order/prune.ts';
import type { OrderRecord } from '../order/record.ts';
import { sha256 } from '../sha256.ts';
import { bodyOf } from './record-body.ts';
import type { Reading } from './carried.ts';
import type { Changes, ListRow, RecordWrite } from './store.ts';

/** A record that shrinks does not know its keys any more, which stay. */
const noKeys = { put: [], remove: [] };

/** What a change of a record writes. */
export function recordWrite(
  { record, version, at }: Pick<Reading, 'record' | 'version' | 'at'>,
  nextRecord: OrderRecord,
): RecordWrite {
  return {
    order: record.order,
    version,
    next: version === 0 ? at : version + 1,
    at,
    body:
      nextRecord.attempts.length === 0 &&
      nextRecord.reports.length === 0 &&
      nextRecord.earlier === ''
        ? null
        : bodyOf(nextRecord),
    settledAt: settledAt(nextRecord),
    keys: nextRecord.isShrunk ? noKeys : keyChanges(record, nextRecord),
    due: differing(dueRows(record), dueRows(nextRecord), ({ subject }) => subject),
    rows: differing(listRows(record), listRows(nextRecord), ({ attempt }) => attempt),
  };
}

/** The key of a session (`s`), a token (`t`) or an idempotency key (`r`), as the store has it. */
export function hashed(key: string): string {
  return `${key.slice(0, 1)}${sha256(key.slice(1))}`;
}

/** An attempt that becomes a line keeps its session and its token; its idempotency key is free again. */
function keyChanges(record: OrderRecord, nextRecord: OrderRecord): RecordWrite['keys'] {
  // Mostly no line changes, and then none is read.
  const isSame = record.earlier === nextRecord.earlier;
  const [lines, nextLines] = [record, nextRecord].map((each) => (isSame ? [] : earlierLines(each)));
  const [previous, present] = [new Set(lines), new Set(nextLines)];
  const removedLines = [...previous].filter((line) => !present.has(line)).map(readLine);
  const addedLines = [...present].filter((line) => !previous.has(line)).map(readLine);
  const { put, remove } = differing(
    [...record.attempts, ...removedLines].flatMap(keysOf),
    [...nextRecord.attempts, ...addedLines].flatMap(keysOf),
    (key) => key,
  );
  return { put: put.map(hashed), remove: remove.map(hashed) };
}

/** The keys of an attempt, not hashed yet: mostly none of them changes. */
function keysOf(attempt: Attempt | EarlierAttempt): readonly string[] {
  const { sessionId, tokenHash } = attempt;
  const idempotencyKey = 'idempotencyKey' in attempt ? attempt.idempotencyKey : null;
  return [
    `s${sessionId}`,
    ...(tokenHash === null ? [] : [`t${tokenHash}`]),
    ...(idempotencyKey === null ? [] : [`r${idempotencyKey}`]),
  ];
}

function listRows({ attempts, isShrunk }: OrderRecord): readonly ListRow[] {
  if (isShrunk) return [];
  return attempts.map((attempt) => {
    const { id, openedAt, state, holdEndsAt } = attempt;
    return { attempt: id, openedAt, state, needsReview: isInReview(attempt), holdEndsAt };
  });
}

function differing<Row extends string | object>(
  previousRows: readonly Row[],
  nextRows: readonly Row[],
  nameOf: (row: Row) => string,
): Changes<Row> {
  const previousByName = new Map(previousRows.map((row) => [nameOf(row), row]));
  const names = new Set(nextRows.map(nameOf));
  return {
    put: nextRows.filter((row) => {
      const previousFields = Object.entries(previousByName.get(nameOf(row)) ?? {});
      return Object.values(row).some((value, index) => value !== previousFields[index]?.[1]);
    }),
    remove: [...previousByName.keys()].filter((name) => !names.has(name)),
  };
}
