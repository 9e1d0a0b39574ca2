import { type Actor, actorOf } from './actor.ts';
import { type Attempt, closesOrder } from './attempt.ts';
import type { ChangeDraft } from './change.ts';
import { addChange, type WrittenAttempt } from './delivery.ts';
import { isOpen, type Operation } from './operation.ts';
import type { Changed, HistoryEvent, OrderRecord } from './record.ts';
import type { AttemptState } from './state.ts';

/** The data that is written with the attempt, in the same transaction. */
export interface Write extends Actor {
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
  readonly change?: ChangeDraft | null;
  /**
   * The operation that changes with this write. One that has ended stays as it is, but for a `done` one, which becomes
   * `refused` with the refusal `dropped`, and for a review of it, which begins or ends.
   */
  readonly operation?: EndedOperation;
}

/** An operation that changes with its attempt. */
export type EndedOperation = Pick<Operation, 'id' | 'state' | 'refusal' | 'isInReview'> & {
  /** A manual review has decided. */
  readonly isResolved?: true;
};

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
  const storedAttempt = record.attempts.find(({ id }) => id === next.id);
  if (storedAttempt?.version !== next.version - 1) return 'stale';
  const others = record.attempts.filter((attempt) => attempt !== storedAttempt);
  const isSent = next.state === 'sending' && storedAttempt.state !== 'sending';
  if (isSent && (!storedAttempt.live || others.some(closesOrder))) return 'stale';
  if (others.some((other) => hasSameKey(other, next))) return 'reused';
  return putAttempt(record, next, write, now);
}

/** Puts the next version of an attempt into its place. It is live only if no other attempt of the order is. */
export function putAttempt(
  record: OrderRecord,
  next: Attempt,
  write: Write,
  now: number,
): Changed<WrittenAttempt> {
  const storedAttempt = attemptIn(record, next.id);
  const isOtherLive = record.attempts.some(({ id, live }) => live && id !== storedAttempt.id);
  const nextCheckAt = checkAt(storedAttempt, write.checkIn, now);
  const attempt: Attempt = {
    ...next,
    live: next.live && !isOtherLive,
    sentAt: sentAt(next, storedAttempt, now),
    nextCheckAt,
    // They are stored with the time of the next one.
    checks: nextCheckAt === null ? 0 : next.checks,
    updatedAt: now,
    readAt: now,
  };
  const attempts = record.attempts.map((each) => (each === storedAttempt ? attempt : each));
  const operations = endOperation(record.operations, attempt.id, write.operation, now);
  const history = [...record.history, ...eventsOf(attempt, write)];
  const nextRecord = { ...record, attempts, operations, history, isShrunk: false };
  return addChange(nextRecord, attempt, write.change ?? null);
}

/** @throws Error if the record has no such attempt. */
export function attemptIn({ attempts }: OrderRecord, id: string): Attempt {
  const attempt = attempts.find((each) => each.id === id);
  if (attempt) return attempt;
  throw new Error('An attempt is missing in its record.');
}

function hasSameKey(other: Attempt, { tokenHash, idempotencyKey }: Attempt): boolean {
  const isSameToken = tokenHash !== null && other.tokenHash === tokenHash;
  return isSameToken || (idempotencyKey !== null && other.idempotencyKey === idempotencyKey);
}

function sentAt({ state }: Attempt, storedAttempt: Attempt, now: number): number | null {
  if (state === 'created') return null;
  return state === 'sending' && storedAttempt.state !== 'sending' ? now : storedAttempt.sentAt;
}

function checkAt({ nextCheckAt }: Attempt, checkIn: Write['checkIn'], now: number): number | null {
  if (checkIn === undefined) return nextCheckAt;
  return checkIn === null ? null : now + checkIn;
}

/** An operation that has ended stays as it is, but for a done one that the service has dropped, and for its review. */
export function endOperation(
  operations: readonly Operation[],
  attempt: string,
  endedOperation: Write['operation'],
  now: number,
): readonly Operation[] {
  if (!endedOperation) return operations;
  const { id, state, refusal, isInReview, isResolved } = endedOperation;
  return operations.map((operation) => {
    const isDropped = operation.state === 'done' && refusal === 'dropped';
    const isReviewed = isInReview ?? isResolved ?? false;
    const isOwn = operation.id === id && operation.attempt === attempt;
    if (!isOwn || !(isOpen(operation) || isDropped || isReviewed)) return operation;
    const { isInReview: _, ...rest } = operation;
    const refusedAt = operation.refusedAt ?? now;
    return {
      ...rest,
      state,
      refusal,
      ...(refusal !== '' && { refusedAt }),
      ...(isInReview && { isInReview }),
    };
  });
}

function eventsOf(
  { id, state, status, updatedAt }: Attempt,
  { from, cause, change, isNoted = false, ...actor }: Write,
): readonly HistoryEvent[] {
  const isMove = from !== state && state !== 'created' && state !== 'sending';
  if (!isMove && !change && !isNoted) return [];
  const event = { attempt: id, from, to: state, cause, status, at: updatedAt };
  return [{ ...event, ...actorOf(actor) }];
}

/** Makes the attempt of a session due, as if it had never been asked about. The result is `null` without such an attempt. */
export function makeDue(
  record: OrderRecord,
  sessionId: string,
  now: number,
): Changed<Attempt | null> {
  const storedAttempt = record.attempts.find((attempt) => attempt.sessionId === sessionId);
  if (!storedAttempt) return { record, result: null };
  const attempt = {
    ...storedAttempt,
    nextCheckAt: now,
    checks: 0,
    version: storedAttempt.version + 1,
  };
  const attempts = record.attempts.map((each) => (each === storedAttempt ? attempt : each));
  return { record: { ...record, attempts }, result: attempt };
}
