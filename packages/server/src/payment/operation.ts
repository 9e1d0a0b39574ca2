import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import type { PaymentAnswer } from '../service/operations.ts';
import { type Attempt, isPaid, states } from './attempt.ts';
import type { Context } from './context.ts';
import { record } from './outbox.ts';
import type { Operation, OperationKind } from './store.ts';
import { grace, isAbout, type Transition } from './transition.ts';

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
  const decide = (stored: Attempt): Transition => {
    if (state !== 'done') return { change: {} };
    const { charged, refunded } = stored;
    const isOwn = isTaken && refunded <= amount;
    if (kind === 'capture') return { change: isOwn ? { charged: amount } : {} };
    return { change: { refunded: Math.max(refunded, Math.min(charged, before + amount)) } };
  };
  return record(context, of, kind, decide, { operation: { id, state, refusal } });
}

/** Ends an open operation if a status proves it: money moved, or did not and will not any more. */
export async function endOperation(
  operation: Operation,
  after: Attempt,
  answer: PaymentAnswer,
  context: Context,
) {
  if (!isAbout(after, answer)) return after;
  const { kind, refusal, amount, before, sentAt } = operation;
  const { money } = states[after.state];
  const isAtWork = context.profile.meaningOf(answer.status) === 'pending';
  const isDue = refusal !== '' || after.readAt - sentAt > grace;
  // Where no money is left, nothing can move any more.
  const isOver = !isPaid(after.state) || (isDue && !isAtWork);
  const moved =
    kind === 'capture'
      ? after.charged > before
      : money === 'returned' || after.refunded >= before + amount;
  // Without a refunded amount, a status proves nothing about a part of a charge.
  const isWhole = money !== 'charged' || before + amount >= after.charged;
  // A part that the status names stays, and a refused capture has taken nothing itself.
  const isTaken = refusal === '' && after.charged === after.asked;
  if (moved) return end({ ...operation, state: 'done', refusal: '' }, after, context, isTaken);
  if (!isOver || (!isWhole && answer.refunded === null)) return after;
  const refused = { ...operation, state: 'refused', refusal: refusal || 'not_processed' } as const;
  return end(refused, after, context);
}
