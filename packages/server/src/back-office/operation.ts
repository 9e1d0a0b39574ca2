import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { type Actor, actorOf } from '../order/actor.ts';
import type { Attempt } from '../order/attempt.ts';
import type { Operation, OperationKind } from '../order/operation.ts';
import { isUnproven } from '../order/refusal.ts';
import type { Context } from '../context.ts';
import { commit } from '../upkeep/commit.ts';
import { applyOperation } from '../order/answer.ts';

/** The result of an operation. `unknown`: no answer came. It is not sent again; get-status or a webhook ends it. */
export interface OperationResult extends Actor {
  readonly id: string;
  readonly kind: OperationKind;
  readonly order: OrderRef;
  readonly attempt: string;
  readonly state: 'done' | 'unknown' | 'refused';
  readonly amount: string;
  readonly currency: string;
  /** Why it had no effect: the service's error code, `not_sent`, `not_processed`, `dropped`, or `resolved` by a review. */
  readonly refusal?: string;
  /** The time of sending: ISO 8601. */
  readonly at: string;
  /** This call sent nothing: it is the same operation as an earlier call, which was sent at that time. */
  readonly joined?: true;
  /**
   * The service refused it, and no amount has shown that nothing moved: a question ten seconds later may, or else the
   * service's cabinet.
   */
  readonly unproven?: true;
  /** The manual review of its payment is about this operation. */
  readonly inReview?: true;
}

export function result(
  operation: Operation,
  { order, currency }: Pick<Attempt, 'order' | 'currency'>,
): OperationResult {
  const { id, kind, attempt, amount, refusal, state, sentAt, isInReview } = operation;
  return {
    id,
    kind,
    order,
    attempt,
    currency,
    state: state === 'sent' ? 'unknown' : state,
    amount: fromMinor(amount, currency),
    at: new Date(sentAt).toISOString(),
    ...actorOf(operation),
    ...(state === 'refused' && { refusal }),
    ...(isInReview && { inReview: true }),
    ...(isUnproven(operation) && { unproven: true }),
  };
}

/** Records the end of an operation with the amounts that it proves: a capture that is done took its own amount. */
export async function end(operation: Operation, attempt: Attempt, context: Context): Promise<void> {
  await commit(context, attempt, operation.kind, (record, moment) =>
    applyOperation(record, attempt, { operation, isTaken: true }, moment),
  );
}
