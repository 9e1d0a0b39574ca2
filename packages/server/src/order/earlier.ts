import { type Attempt, closesOrder, isEndedWithoutMoney } from './attempt.ts';
import { blank } from './blank.ts';
import { packed, unpacked } from './packed.ts';
import type { OrderRecord } from './record.ts';

/** So many attempts of an order stay whole, and are asked about after they have ended. */
const wholeAttempts = 3;

/** What a line keeps of an attempt as it is, in its order. */
const keptFields = [
  'paymentId',
  'state',
  'status',
  'currency',
  'asked',
  'wallet',
  'cardNetwork',
  'version',
] as const satisfies readonly (keyof Attempt)[];

/** What is kept of an attempt that ended without money once three newer ones followed. */
export type EarlierAttempt = Pick<
  Attempt,
  | (typeof keptFields)[number]
  | 'id'
  | 'sessionId'
  | 'tokenHash'
  | 'openedAt'
  | 'sentAt'
  | 'updatedAt'
>;

/** An attempt, as something names it that comes late. */
export type AttemptName = Pick<Attempt, 'id'> | Pick<Attempt, 'sessionId'>;

/** The database's time of a reading. */
interface Time {
  readonly at: number;
  readonly clockSince: number;
}

/** The lines of a record, oldest first. */
export function earlierLines({ earlier }: OrderRecord): readonly string[] {
  return earlier === '' ? [] : earlier.split('\n');
}

/** A line: the time, a blank, then these values and the kept fields as JSON. */
type Line = readonly [
  id: string,
  sessionId: string,
  tokenHash: string | null,
  isSent: number,
  /** How long before the time it was opened, and after it changed last, in milliseconds. */
  before: number,
  after: number,
  ...kept: unknown[],
];

/** What a line has kept. */
export function readLine(line: string): EarlierAttempt {
  const text = line.slice(line.indexOf(' '));
  const [id, sessionId, tokenHash, isSent, before, after, ...values] = JSON.parse(text) as Line;
  const time = timeOfLine(line);
  const entries = keptFields.map((field, index) => [field, values[index]] as const);
  return {
    ...(Object.fromEntries(entries) as Pick<Attempt, (typeof keptFields)[number]>),
    id: unpacked(id),
    sessionId: unpacked(sessionId),
    tokenHash: tokenHash === null ? null : unpacked(tokenHash),
    openedAt: time - before,
    sentAt: isSent === 1 ? time : null,
    updatedAt: time + after,
  };
}

/** When its token was sent, without reading the rest. */
export function timeOfLine(line: string): number {
  return Number.parseInt(line, 10);
}

function lineOf(attempt: Attempt): string {
  const { id, sessionId, tokenHash, openedAt, sentAt, updatedAt } = attempt;
  const time = timeOf(attempt);
  const line: Line = [
    packed(id),
    packed(sessionId),
    tokenHash === null ? null : packed(tokenHash),
    sentAt === null ? 0 : 1,
    time - openedAt,
    updatedAt - time,
    ...keptFields.map((field) => attempt[field]),
  ];
  return `${String(time)} ${JSON.stringify(line)}`;
}

/** When its token was sent, or its session opened. */
export function timeOf({ sentAt, openedAt }: Attempt): number {
  return sentAt ?? openedAt;
}

/**
 * Replaces each attempt that ended without money by a line once three newer ones followed. Its history goes, and the service
 * is not asked about it any more. One that might hold money stays whole.
 */
export function shorten(record: OrderRecord): OrderRecord {
  const endedAttempts = record.attempts
    .slice(0, -wholeAttempts)
    .filter((attempt) => mayBeShortened(attempt, record));
  if (endedAttempts.length === 0) return record;
  const isWhole = (id: string): boolean => !endedAttempts.some((attempt) => attempt.id === id);
  return {
    ...record,
    attempts: record.attempts.filter(({ id }) => isWhole(id)),
    history: record.history.filter(({ attempt }) => isWhole(attempt)),
    earlier: [...earlierLines(record), ...endedAttempts.map(lineOf)].join('\n'),
  };
}

function mayBeShortened(attempt: Attempt, { operations }: OrderRecord): boolean {
  const { id, flag, state, nextCheckAt, readAt } = attempt;
  if (!isEndedWithoutMoney(attempt) || closesOrder(attempt) || flag !== null) return false;
  // A webhook may have made it due.
  if (nextCheckAt !== null && nextCheckAt <= readAt) return false;
  if (operations.some((operation) => operation.attempt === id)) return false;
  // Only questions tell whether a token without an answer was charged, or a released hold is still there.
  const isNamed = state !== 'abandoned' && state !== 'cancelled';
  return isNamed || nextCheckAt === null;
}

/** The record with the named attempt whole, also where it is a line; `null` if it has no such attempt. */
export function recalled(record: OrderRecord, name: AttemptName, time: Time): OrderRecord | null {
  const isNamed = ({ id, sessionId }: Pick<Attempt, 'id' | 'sessionId'>): boolean =>
    'id' in name ? id === name.id : sessionId === name.sessionId;
  if (record.attempts.some(isNamed)) return record;
  const value = 'id' in name ? name.id : name.sessionId;
  if (!record.earlier.includes(JSON.stringify(packed(value)))) return null;
  const lines = earlierLines(record);
  const line = lines.find((each) => isNamed(readLine(each)));
  if (line === undefined) return null;
  const { at: readAt, clockSince } = time;
  const attempt = { ...blank, ...readLine(line), order: record.order, readAt, clockSince };
  return {
    ...record,
    attempts: [attempt, ...record.attempts],
    earlier: lines.filter((each) => each !== line).join('\n'),
  };
}
