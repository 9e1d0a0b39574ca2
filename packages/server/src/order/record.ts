import type { ReportRequest } from '@wallet-buttons/protocol';
import {
  type Attempt,
  type AttemptState,
  closesOrder,
  isPaid,
  leading,
  type NewAttempt,
  states,
} from './attempt.ts';
import type { StatusChange } from './change.ts';
import { isOpen, type Operation, type OperationDraft } from './operation.ts';

/** One line of an attempt's history. */
export interface HistoryEvent {
  readonly attempt: string;
  readonly from: AttemptState;
  readonly to: AttemptState;
  /**
   * `pay`, `webhook`, `get-status`, `review`, …; with the amount that the service named, if it is a wrong one.
   * `hold ends: 48 h`: the shop was notified of that.
   */
  readonly cause: string;
  /** The provider status that came with it. */
  readonly status: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** The data that is written with the attempt, in the same transaction. */
export interface Write {
  /** Why it changed, for the history. */
  readonly cause: string;
  /**
   * The previous state, for the history. A line is written if `change` is given, or if the state changes to any
   * other than `created` and `sending` (`sentAt` shows those).
   */
  readonly from: AttemptState;
  /** Writes a line for the history in any case. */
  readonly isNoted?: boolean;
  /** The time until the next check, in milliseconds; `null`: never. When left out, the stored time stays. */
  readonly checkIn?: number | null;
  /** The change to deliver; its `at` is the database's present time. */
  readonly change?: Omit<StatusChange, 'at'> | null;
  /**
   * The operation that changes with this write. One that has ended stays as it is, but for a `done` one, which becomes
   * `refused` with the refusal `dropped`.
   */
  readonly operation?: Pick<Operation, 'id' | 'state' | 'refusal'>;
}

/** The time that the process which wrote a change has to deliver it, in milliseconds. */
export const deliveryLease = 30_000;

/** What a page reported of the order: what ended in the payer's browser, in codes alone. */
export interface PageReport extends Omit<ReportRequest, 'order'> {
  /** When the report came. Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** So many reports of an order are kept. */
const mostReports = 10;

/** All that is known of one order of one merchant. Nothing but the functions of `order/` changes it. */
export interface OrderRecord {
  readonly order: string;
  /** Oldest first, as operations and history are. */
  readonly attempts: readonly Attempt[];
  readonly operations: readonly Operation[];
  readonly history: readonly HistoryEvent[];
  /** The changes that the merchant has not accepted yet, oldest first. */
  readonly changes: readonly StatusChange[];
  /** When the oldest change is due, and how often its delivery was tried; `null` without a change. */
  readonly delivery: { readonly at: number; readonly tries: number } | null;
  /** The last ten, oldest first. No rule looks at them, since anyone who may ask about the order can send one. */
  readonly reports: readonly PageReport[];
  /** Its details were pruned, but not its keys. It is in no list until a payment of it changes. */
  readonly isShrunk: boolean;
}

/** A record, and what a function of `order/` gives back beside it. */
export interface Changed<Result> {
  readonly record: OrderRecord;
  readonly result: Result;
}

export function emptyRecord(order: string): OrderRecord {
  const nothing = { attempts: [], operations: [], history: [], changes: [], reports: [] };
  return { order, ...nothing, delivery: null, isShrunk: false };
}

/** Adds an attempt, unless the order has a live or closing one. The result is the leading attempt. */
export function addAttempt(
  record: OrderRecord,
  draft: NewAttempt,
  now: number,
  clockSince: number,
): Changed<Attempt> {
  const { attempts } = record;
  const first = leading(attempts);
  if (first && attempts.some((attempt) => attempt.live || closesOrder(attempt))) {
    return { record, result: first };
  }
  const attempt: Attempt = {
    ...blank,
    ...draft,
    openedAt: now,
    updatedAt: now,
    readAt: now,
    clockSince,
  };
  return { record: { ...record, attempts: [...attempts, attempt] }, result: attempt };
}

const blank = {
  state: 'created',
  live: true,
  held: 0,
  charged: 0,
  refunded: 0,
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
  amountsAt: null,
  holdEndsAt: null,
  holdNotice: null,
  nextCheckAt: null,
  checks: 0,
  version: 0,
} as const;

/** An attempt that was written, and whether its writer delivers the change. */
export interface WrittenAttempt {
  readonly attempt: Attempt;
  readonly change: StatusChange | null;
}

/**
 * Writes the next version of an attempt. It is live only if no other attempt of the order is, and becomes `sending`
 * only if no other attempt closes the order.
 * @returns `stale`: the attempt is not at the version before, or another attempt closes the order. `reused`: another
 * attempt has its token or its idempotency key.
 */
export function writeAttempt(
  record: OrderRecord,
  next: Attempt,
  write: Write,
  now: number,
): Changed<WrittenAttempt> | 'stale' | 'reused' {
  const stored = record.attempts.find(({ id }) => id === next.id);
  if (stored?.version !== next.version - 1) return 'stale';
  const others = record.attempts.filter((attempt) => attempt !== stored);
  const isSent = next.state === 'sending' && stored.state !== 'sending';
  if (isSent && (!stored.live || others.some(closesOrder))) return 'stale';
  if (others.some((other) => hasSameKey(other, next))) return 'reused';
  return putAttempt(record, stored, next, write, now);
}

/** Puts the next version of an attempt into its place. It is live only if no other attempt of the order is. */
export function putAttempt(
  record: OrderRecord,
  stored: Attempt,
  next: Attempt,
  write: Write,
  now: number,
): Changed<WrittenAttempt> {
  const isOtherLive = record.attempts.some(({ id, live }) => live && id !== stored.id);
  const attempt: Attempt = {
    ...next,
    live: next.live && !isOtherLive,
    sentAt: sentAt(next, stored, now),
    nextCheckAt: checkAt(stored, write.checkIn, now),
    updatedAt: now,
    readAt: now,
  };
  const attempts = record.attempts.map((each) => (each === stored ? attempt : each));
  const operations = endOperation(record.operations, attempt.id, write.operation);
  const history = withEvent(record, attempt, write);
  const changed = { ...record, attempts, operations, history, isShrunk: false };
  return addChange(changed, attempt, write.change ?? null);
}

function hasSameKey(other: Attempt, { tokenHash, idempotencyKey }: Attempt): boolean {
  const isSameToken = tokenHash !== null && other.tokenHash === tokenHash;
  return isSameToken || (idempotencyKey !== null && other.idempotencyKey === idempotencyKey);
}

function sentAt({ state }: Attempt, stored: Attempt, now: number): number | null {
  if (state === 'created') return null;
  return state === 'sending' && stored.state !== 'sending' ? now : stored.sentAt;
}

function checkAt({ nextCheckAt }: Attempt, checkIn: Write['checkIn'], now: number): number | null {
  if (checkIn === undefined) return nextCheckAt;
  return checkIn === null ? null : now + checkIn;
}

/** An operation that has ended stays as it is, but for a done one that the service has dropped. */
export function endOperation(
  operations: readonly Operation[],
  attempt: string,
  ended: Write['operation'],
): readonly Operation[] {
  if (!ended) return operations;
  return operations.map((operation) => {
    const isDropped = operation.state === 'done' && ended.refusal === 'dropped';
    const isOwn = operation.id === ended.id && operation.attempt === attempt;
    return isOwn && (isOpen(operation) || isDropped)
      ? { ...operation, state: ended.state, refusal: ended.refusal }
      : operation;
  });
}

function withEvent(
  { history }: OrderRecord,
  { id, state, status, updatedAt }: Attempt,
  { from, cause, change, isNoted = false }: Write,
): readonly HistoryEvent[] {
  const isMove = from !== state && state !== 'created' && state !== 'sending';
  if (!isMove && !change && !isNoted) return history;
  return [...history, { attempt: id, from, to: state, cause, status, at: updatedAt }];
}

/**
 * Adds a change for the merchant. Beside money, an attempt without money tells no change.
 * The writer delivers it unless an older one is undelivered.
 */
function addChange(
  record: OrderRecord,
  attempt: Attempt,
  draft: Omit<StatusChange, 'at'> | null,
): Changed<WrittenAttempt> {
  const isBesideMoney = record.attempts.some(({ id, state }) => id !== attempt.id && isPaid(state));
  const isSilent = states[attempt.state].money === 'none' && isBesideMoney;
  if (!draft || isSilent) return { record, result: { attempt, change: null } };
  const change = { ...draft, at: new Date(attempt.updatedAt).toISOString() };
  const changes = [...record.changes, change];
  if (record.delivery) return { record: { ...record, changes }, result: { attempt, change: null } };
  const delivery = { at: attempt.updatedAt + deliveryLease, tries: 1 };
  return { record: { ...record, changes, delivery }, result: { attempt, change } };
}

/** Adds what a page reported. Nothing else of the order changes by it. */
export function addReport(
  record: OrderRecord,
  report: Omit<PageReport, 'at'>,
  now: number,
): OrderRecord {
  const reports = [...record.reports, { ...report, at: now }].slice(-mostReports);
  return { ...record, reports };
}

/** Removes a change that the merchant has accepted; the next one is due at once. */
export function removeChange(record: OrderRecord, id: string, now: number): OrderRecord {
  const changes = record.changes.filter((change) => change.id !== id);
  if (changes.length === record.changes.length) return record;
  return { ...record, changes, delivery: changes.length === 0 ? null : { at: now, tries: 0 } };
}

/** Makes the attempt of a session due, as if it had never been asked about. The result is `null` without such an attempt. */
export function makeDue(
  record: OrderRecord,
  sessionId: string,
  now: number,
): Changed<Attempt | null> {
  const stored = record.attempts.find((attempt) => attempt.sessionId === sessionId);
  if (!stored) return { record, result: null };
  const attempt = { ...stored, nextCheckAt: now, checks: 0, version: stored.version + 1 };
  const attempts = record.attempts.map((each) => (each === stored ? attempt : each));
  return { record: { ...record, attempts }, result: attempt };
}

/**
 * Adds an operation before it is sent. The result is `null`, and it must not be sent, if the attempt has changed since
 * the amounts were worked out, while another operation of it has no outcome, or if one with its key was not refused.
 */
export function addOperation(
  record: OrderRecord,
  { version, ...draft }: OperationDraft,
  now: number,
): Changed<Operation | null> {
  const attempt = record.attempts.find(({ id }) => id === draft.attempt);
  const isTaken = (each: Operation): boolean =>
    each.attempt === draft.attempt &&
    (isOpen(each) || (each.key === draft.key && each.state !== 'refused'));
  if (attempt?.version !== version || record.operations.some(isTaken)) {
    return { record, result: null };
  }
  const operation: Operation = { ...draft, state: 'sent', refusal: '', sentAt: now };
  const added = { ...record, operations: [...record.operations, operation] };
  // If the process ends before the answer comes, the next pass asks.
  return { record: makeDue(added, attempt.sessionId, now).record, result: operation };
}
