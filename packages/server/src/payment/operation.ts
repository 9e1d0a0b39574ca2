import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import type { PaymentAnswer } from '@wallet-buttons/service-client';
import { type Attempt, isPaid, states, waited } from '../order/attempt.ts';
import type { Context } from './context.ts';
import { record } from './outbox.ts';
import type { Operation, OperationKind } from './store.ts';
import { grace } from '../order/position.ts';
import type { Transition } from '../order/transition.ts';

/** The result of an operation. `unknown`: no answer came. It is not sent again; get-status or a webhook ends it. */
export interface OperationResult {
  readonly id: string;
  readonly kind: OperationKind;
  readonly order: OrderRef;
  readonly attempt: string;
  readonly state: 'done' | 'unknown' | 'refused';
  readonly amount: string;
  readonly currency: string;
  /** The service's error code, if it refused. */
  readonly refusal?: string;
  /** The time of sending: ISO 8601. */
  readonly at: string;
}

export function result(
  { id, kind, attempt, amount, refusal, state, sentAt }: Operation,
  { order, currency }: Pick<Attempt, 'order' | 'currency'>,
): OperationResult {
  return {
    ...{ id, kind, order, attempt, currency },
    state: state === 'sent' ? 'unknown' : state,
    amount: fromMinor(amount, currency),
    at: new Date(sentAt).toISOString(),
    ...(state === 'refused' && { refusal }),
  };
}

/** Records the end of an operation with the amounts that it proves; `isTaken`: a capture took its own amount. */
export async function end(ended: Operation, of: Attempt, context: Context, isTaken = false) {
  const { id, kind, amount, before, state, refusal } = ended;
  const isOver = state === 'done' || state === 'refused';
  const decide = (stored: Attempt): Transition => {
    const { charged, refunded, flag } = stored;
    // The review was asked for because this operation had no outcome.
    const change = isOver && flag === 'needs_review' ? ({ flag: null } as const) : {};
    if (state !== 'done') return { change };
    const isOwn = isTaken && refunded <= amount;
    if (kind === 'capture') return { change: { ...change, ...(isOwn && { charged: amount }) } };
    const back = Math.max(refunded, Math.min(charged, before + amount));
    return { change: { ...change, refunded: back } };
  };
  return record(context, of, kind, decide, { operation: { id, state, refusal } });
}

/**
 * Ends an open operation if a status proves it: money moved, or did not and will not any more.
 * @param asked the attempt as it was read before the status was asked for: an answer is as old as its question.
 */
export async function endOperation(
  operation: Operation,
  asked: Attempt,
  after: Attempt,
  answer: PaymentAnswer,
  context: Context,
): Promise<Attempt> {
  const { refusal, amount, before } = operation;
  const isAtWork = context.profile.meaningOf(answer.status) === 'pending';
  if (refusal !== '') {
    // What moved meanwhile was moved by another: the service's word for this operation is its refusal.
    return isAtWork ? after : end({ ...operation, state: 'refused' }, after, context);
  }
  if (hasMoved(operation, after)) {
    // A part that the status names stays.
    const isTaken = after.charged === after.asked;
    return end({ ...operation, state: 'done' }, after, context, isTaken);
  }
  const isLate = waited(asked, operation.sentAt) > grace;
  // Where no money is left, nothing can move any more.
  const isOver = !isPaid(after.state) || (isLate && !isAtWork);
  // Without a refunded amount, a status proves nothing about a part of a charge.
  const isWhole = states[after.state].money !== 'charged' || before + amount >= after.charged;
  if (!isOver || (!isWhole && answer.refunded === null)) return after;
  return end({ ...operation, state: 'refused', refusal: 'not_processed' }, after, context);
}

/** Whether the money of an operation has moved. */
function hasMoved({ kind, amount, before }: Operation, { state, charged, refunded }: Attempt) {
  if (kind === 'capture') return charged > before;
  return states[state].money === 'returned' || refunded >= before + amount;
}

/**
 * Ends accepted operations that a later status shows to have had no effect: they may be sent again. What it names as
 * having gone back is less than the operations took together, or the hold is still there.
 * @param operations of the attempt, read before the status was asked for, as `asked` was.
 */
export async function dropOperations(
  operations: readonly Operation[],
  asked: Attempt,
  known: Attempt,
  answer: PaymentAnswer,
  context: Context,
): Promise<Attempt> {
  const meaning = context.profile.meaningOf(answer.status);
  const isHeld = meaning === 'authorized';
  const isCharged = (meaning === 'paid' || meaning === 'paid_off') && answer.refunded !== null;
  const done = operations.filter(({ state }) => state === 'done');
  if (done.length === 0 || !(isHeld || isCharged)) return known;
  // Read after the operations, so that it has the amounts of all of them.
  let attempt = (await context.payments.find({ id: known.id })) ?? known;
  for (const operation of isHeld ? undone(done, attempt) : notReturned(done, attempt)) {
    const { id, kind, sentAt } = operation;
    if (waited(asked, sentAt) <= grace) continue;
    attempt = await end({ ...operation, state: 'refused', refusal: 'dropped' }, attempt, context);
    const about = { operation: id, kind, attempt: attempt.id, order: attempt.order };
    context.log.error('operation_dropped', about);
  }
  return attempt;
}

/** All operations, if the hold is still there. */
function undone(done: readonly Operation[], { state, charged }: Attempt): readonly Operation[] {
  return state === 'authorized' && charged === 0 ? done : [];
}

/** The operation that returned just what is missing, or else the newest ones that together returned it. */
function notReturned(done: readonly Operation[], { state, refunded }: Attempt) {
  if (states[state].money !== 'charged') return [];
  const returns = done.filter(({ kind }) => kind !== 'capture').toReversed();
  let missing = returns.reduce((sum, { amount }) => sum + amount, 0) - refunded;
  const own = returns.find(({ amount }) => amount === missing);
  if (own) return [own];
  return returns.filter(({ amount }) => {
    const isMissing = missing > 0;
    missing -= amount;
    return isMissing;
  });
}
