import { fromMinor } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type Actor, actorOf } from '../order/actor.ts';
import { type Attempt, isInReview } from '../order/attempt.ts';
import { afterOperation, type Operation } from '../order/operation.ts';
import {
  afterOperationReview,
  afterReview,
  proposedAmount,
  reviewedOperation,
  type ReviewOutcome,
} from '../order/review.ts';
import { nothing, type Transition } from '../order/transition.ts';
import { type Payment, view } from './back-office.ts';
import type { Context } from '../context.ts';
import { checkActor, checkField, checkGiven, checkNames } from '../input.ts';
import { minorOf } from '../payment/order.ts';
import { commit, storedBy } from '../upkeep/commit.ts';
import { applyTransition } from '../order/rules.ts';
import { operationsOf } from '../upkeep/question.ts';

/** The options of a review. */
export interface ReviewOptions extends Actor {
  /** The charged amount, as an exact decimal string in major units. */
  readonly amount?: string;
}

/**
 * Ends an attempt, or its operation that has no outcome, with the result of a manual review.
 * @throws {WalletServerError} `no_payment` if it waits for none; `invalid_amount`, `amount_too_high`, `invalid_field`,
 * `unknown_field`.
 */
export async function resolve(
  id: string,
  outcome: 'succeeded' | 'failed',
  options: ReviewOptions,
  context: Context,
): Promise<Payment> {
  checkNames(options, ['amount', 'by', 'reason']);
  checkGiven(options);
  checkActor(options);
  // Any other word of untyped code would be taken for one of the two.
  checkField('outcome', ['succeeded', 'failed'].includes(outcome));
  const { amount } = options;
  const finding = { outcome, amount, actor: actorOf(options) };
  const attempt = await context.payments.find({ id });
  if (!attempt || !isInReview(attempt)) {
    throw new WalletServerError('no_payment', 'No such attempt waits for a review.', {
      suggestion: 'list({ needsReview: true }) shows the attempts that do.',
    });
  }
  const reviewed = reviewedOperation(attempt, await operationsOf(attempt, context));
  if (reviewed) return view(await resolveOperation(reviewed, attempt, finding, context));
  const chargedAmount = await chargedBy(attempt, finding, context);
  const decide = (storedAttempt: Attempt): Transition =>
    isInReview(storedAttempt) ? afterReview(storedAttempt, outcome, chargedAmount) : nothing;
  const step = await commit(context, attempt, 'review', (record, moment) =>
    applyTransition(record, decide, { ...moment, known: attempt, actor: finding.actor }),
  );
  return view(storedBy(step));
}

/** What a review has found. */
interface Finding {
  readonly outcome: ReviewOutcome;
  readonly amount: string | undefined;
  readonly actor: Actor;
}

/** The charged amount by a review: what it found, else what the service named, else all; never more than was asked for. */
async function chargedBy(
  attempt: Attempt,
  { outcome, amount }: Finding,
  { payments }: Context,
): Promise<number> {
  const { order, state, asked, refunded, currency } = attempt;
  const invalid = (text: string) => new WalletServerError('invalid_amount', text);
  if (outcome === 'failed' || state === 'disputed') {
    if (amount !== undefined) throw invalid('This review takes no amount.');
    return asked;
  }
  const chargedAmount =
    amount === undefined
      ? proposedAmount(attempt, (await payments.history(order)).events)
      : minorOf({ amount, currency }, 'invalid_amount');
  if (chargedAmount === null) {
    throw invalid(`The service named no amount in ${currency}: give the one that was charged.`);
  }
  if (chargedAmount > asked) {
    throw new WalletServerError(
      'amount_too_high',
      `Only ${fromMinor(asked, currency)} ${currency} were asked for.`,
    );
  }
  if (chargedAmount < refunded && attempt.flag === 'mismatch') {
    throw invalid('More than this amount was refunded.');
  }
  return chargedAmount;
}

/** Ends an operation without an outcome, or one that is in doubt, as a review found. */
async function resolveOperation(
  operation: Operation,
  attempt: Attempt,
  { outcome, amount, actor }: Finding,
  context: Context,
): Promise<Attempt> {
  const { currency } = attempt;
  const minor = amount === undefined ? null : minorOf({ amount, currency }, 'invalid_amount');
  if (minor !== null && minor !== operation.amount) {
    const exact = fromMinor(operation.amount, currency);
    const text = `The ${operation.kind} that waits for a review is over ${exact} ${currency}.`;
    throw new WalletServerError('invalid_amount', text);
  }
  const isDone = outcome === 'succeeded';
  const { isInReview: _, ...rest } = operation;
  const resolvedOperation = {
    ...rest,
    state: isDone ? 'done' : 'refused',
    refusal: isDone ? '' : 'resolved',
    isResolved: true,
  } as const;
  const decide = (storedAttempt: Attempt): Transition => ({
    change: {
      ...afterOperation(resolvedOperation, storedAttempt, true).change,
      ...afterOperationReview(storedAttempt, operation, outcome),
    },
    ...(operation.state === 'done' && { isLowered: true }),
  });
  const step = await commit(context, attempt, 'review', (record, moment) =>
    applyTransition(record, decide, {
      ...moment,
      known: attempt,
      operation: resolvedOperation,
      actor,
    }),
  );
  return storedBy(step);
}
