import { type EarlierAttempt, earlierLines, readLine } from '../order/earlier.ts';
import { isOpen, type Operation } from '../order/operation.ts';
import { settledAt } from '../order/prune.ts';
import { emptyRecord, type OrderRecord, type HistoryEvent } from '../order/record.ts';
import { type Attempt, isInReview } from '../order/attempt.ts';
import { isDecided, states } from '../order/state.ts';
import { sha256 } from '../sha256.ts';
import {
  type DueRow,
  type ListRow,
  newerRelease,
  type RecordWrite,
  type StoredRecord,
} from './records.ts';

/** The fields of an attempt that a body leaves out where they have these values. */
const defaults = {
  live: false,
  held: 0,
  charged: 0,
  refunded: 0,
  paymentId: null,
  wallet: null,
  idempotencyKey: null,
  requestHash: null,
  tokenHash: null,
  receiptHash: null,
  status: '',
  refusal: null,
  acsUrl: null,
  flag: null,
  cardNetwork: null,
  cardLast4: null,
  bankReference: null,
  sentAt: null,
  absentAt: null,
  doubtedAt: null,
  amountsAt: null,
  holdEndsAt: null,
  holdNotice: null,
  version: 0,
} as const satisfies Partial<Attempt>;
/** The fields that are known from the record and its due rows. */
const derivedFields = ['order', 'nextCheckAt', 'checks', 'readAt', 'clockSince'] as const;

/** What a body has of an attempt. */
type BodyAttempt = Omit<Attempt, keyof typeof defaults | (typeof derivedFields)[number]> &
  Partial<Pick<Attempt, keyof typeof defaults>>;
/** A line of the history: the index of its attempt, then its other fields. */
type BodyEvent = readonly [
  number,
  HistoryEvent['from'],
  HistoryEvent['to'],
  string,
  string,
  number,
];

interface Body {
  readonly attempts: readonly BodyAttempt[];
  readonly history?: readonly BodyEvent[];
  readonly operations?: readonly Operation[];
  readonly changes?: OrderRecord['changes'];
  readonly reports?: OrderRecord['reports'];
  readonly reopenedAt?: number;
  readonly isShrunk?: true;
}

/** A body is JSON without a line break; below it stand the lines of earlier attempts, which are not parsed here. */
const separator = '\n';

/** @throws {WalletServerError} `config_invalid` for a record that a newer release wrote. */
export function readRecord({ order, body, due, at, clockSince }: StoredRecord): OrderRecord {
  if (body === null) return emptyRecord(order);
  const lineBreak = body.indexOf(separator);
  const end = lineBreak === -1 ? body.length : lineBreak;
  const {
    attempts,
    history = [],
    operations = [],
    changes = [],
    reports = [],
    reopenedAt = 0,
    isShrunk = false,
  } = JSON.parse(body.slice(0, end)) as Body;
  const readAttempts = attempts.map((fields): Attempt => {
    const { at: nextCheckAt = null, tries: checks = 0 } = dueOf(fields.id, due) ?? {};
    const attempt = { ...defaults, ...fields, order, nextCheckAt, checks, readAt: at, clockSince };
    if (!Object.hasOwn(states, attempt.state)) throw newerRelease();
    return attempt;
  });
  return {
    order,
    attempts: readAttempts,
    operations,
    history: history.map(([index, from, to, cause, status, time]) => {
      return { attempt: readAttempts[index]?.id ?? '', from, to, cause, status, at: time };
    }),
    changes,
    delivery: changes.length > 0 ? deliveryOf(due, at) : null,
    reports,
    earlier: body.slice(end + 1),
    reopenedAt,
    isShrunk,
  };
}

function deliveryOf(due: readonly DueRow[], now: number): OrderRecord['delivery'] {
  const { at = now, tries = 0 } = dueOf('', due) ?? {};
  return { at, tries };
}

function dueOf(subject: string, due: readonly DueRow[]): DueRow | undefined {
  return due.find((row) => row.subject === subject);
}

/** A record that shrinks does not know its keys any more, which stay. */
const noKeys = { put: [], remove: [] };

/** What a change of a record writes. */
export function recordWrite(
  storedRecord: StoredRecord,
  record: OrderRecord,
  nextRecord: OrderRecord,
): RecordWrite {
  const { order, version, at } = storedRecord;
  return {
    order,
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

function bodyOf({
  attempts,
  history,
  operations,
  changes,
  reports,
  earlier,
  reopenedAt,
  isShrunk,
}: OrderRecord): string {
  const ids = attempts.map(({ id }) => id);
  const lines = history.map(({ attempt, from, to, cause, status, at }): BodyEvent => {
    return [ids.indexOf(attempt), from, to, cause, status, at];
  });
  const body: Body = {
    attempts: attempts.map(shortened),
    ...(lines.length > 0 && { history: lines }),
    ...(operations.length > 0 && { operations }),
    ...(changes.length > 0 && { changes }),
    ...(reports.length > 0 && { reports }),
    ...(reopenedAt > 0 && { reopenedAt }),
    ...(isShrunk && { isShrunk }),
  };
  const text = JSON.stringify(body);
  return earlier === '' ? text : `${text}${separator}${earlier}`;
}

function shortened(attempt: Attempt): BodyAttempt {
  const isStored = ([field, value]: readonly [string, unknown]): boolean =>
    !derivedFields.some((name) => name === field) &&
    value !== (defaults as Record<string, unknown>)[field];
  return Object.fromEntries(Object.entries(attempt).filter(isStored)) as unknown as BodyAttempt;
}

/** The key of a session, a token or an idempotency key, as the store has it. */
export function keyOf(kind: 'session' | 'token' | 'request', value: string): string {
  return `${kind.slice(0, 1)}${sha256(value).slice(0, 32)}`;
}

/** An attempt that becomes a line keeps its session and its token; its idempotency key is free again. */
function keyChanges(record: OrderRecord, nextRecord: OrderRecord): RecordWrite['keys'] {
  // Mostly no line changes, and then none is read.
  const isSame = record.earlier === nextRecord.earlier;
  const [lines, nextLines] = [record, nextRecord].map((each) => (isSame ? [] : earlierLines(each)));
  const [previous, present] = [new Set(lines), new Set(nextLines)];
  const removedLines = [...previous].filter((line) => !present.has(line)).map(readLine);
  const addedLines = [...present].filter((line) => !previous.has(line)).map(readLine);
  return differing(
    [...record.attempts, ...removedLines].flatMap(keysOf),
    [...nextRecord.attempts, ...addedLines].flatMap(keysOf),
    (key) => key,
  );
}

function keysOf(attempt: Attempt | EarlierAttempt): readonly string[] {
  const { sessionId, tokenHash } = attempt;
  const idempotencyKey = 'idempotencyKey' in attempt ? attempt.idempotencyKey : null;
  return [
    keyOf('session', sessionId),
    // The line of an earlier attempt has half of the hash.
    ...(tokenHash === null ? [] : [keyOf('token', tokenHash.slice(0, 32))]),
    ...(idempotencyKey === null ? [] : [keyOf('request', idempotencyKey)]),
  ];
}

function dueRows({ attempts, operations, delivery }: OrderRecord): readonly DueRow[] {
  const awaitedIds = new Set(operations.filter(isOpen).map(({ attempt }) => attempt));
  const questions = attempts.flatMap(({ id, state, nextCheckAt, checks }): readonly DueRow[] => {
    if (nextCheckAt === null) return [];
    const isKnown = isDecided(state) && !awaitedIds.has(id);
    const undecidedQueue = checks === 0 ? 'first' : 'open';
    return [
      { subject: id, queue: isKnown ? 'known' : undecidedQueue, at: nextCheckAt, tries: checks },
    ];
  });
  return delivery ? [...questions, { subject: '', queue: 'change', ...delivery }] : questions;
}

function listRows({ attempts, isShrunk }: OrderRecord): readonly ListRow[] {
  if (isShrunk) return [];
  return attempts.map((attempt) => {
    const { id, openedAt, state, holdEndsAt } = attempt;
    return { attempt: id, openedAt, state, needsReview: isInReview(attempt), holdEndsAt };
  });
}

function differing<Row>(
  previousRows: readonly Row[],
  nextRows: readonly Row[],
  nameOf: (row: Row) => string,
): { readonly put: readonly Row[]; readonly remove: readonly string[] } {
  const rowTexts = new Map(previousRows.map((row) => [nameOf(row), JSON.stringify(row)]));
  const names = new Set(nextRows.map(nameOf));
  return {
    put: nextRows.filter((row) => rowTexts.get(nameOf(row)) !== JSON.stringify(row)),
    remove: [...rowTexts.keys()].filter((name) => !names.has(name)),
  };
}
