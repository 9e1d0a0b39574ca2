import { isSettled, type OrderRef, type StatusAnswer } from '@wallet-buttons/protocol';
import { withTimeout } from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import { answerOf, type Attempt, isTaken } from '../order/attempt.ts';
import { isFinal } from '../order/state.ts';
import type { Context, OrderChoices } from '../context.ts';
import { isPaidByShop, mayAsk, paidAnswer } from './order.ts';
import { ask, isFresh } from '../upkeep/question.ts';
import { attemptOfReceipt } from './receipt.ts';

/** The time that a page waits for the service. Then it gets the stored status, and asks again later. */
const pageWaits = 3000;

/**
 * The status of an order's payment. A valid receipt replaces the permission of the shop: the answer is then the outcome of
 * the payment that the receipt is of, and nothing else. @throws {WalletServerError} `order_not_found`, `no_payment`.
 */
export async function statusOf(
  requestedRef: OrderRef,
  choices: OrderChoices,
  context: Context,
  receipt?: string,
): Promise<StatusAnswer> {
  const attempt =
    receipt === undefined ? null : await attemptOfReceipt(requestedRef, receipt, context);
  if (attempt) {
    const { outcome, status } = answerOf(await upToDate(attempt, context));
    return { outcome, status, final: isSettled(outcome) };
  }
  const { ref: order, found } = await mayAsk(requestedRef, choices, context);
  const storedAttempt = await context.payments.find({ order });
  if (isPaidByShop(found) && !(storedAttempt && isTaken(storedAttempt))) {
    return { ...paidAnswer, final: true };
  }
  if (!storedAttempt || storedAttempt.state === 'created') {
    throw new WalletServerError('no_payment', 'There is no payment of this order.');
  }
  // With the bank's page, for a payer who left it and wants to return.
  const answer = answerOf(await upToDate(storedAttempt, context));
  return { ...answer, final: isSettled(answer.outcome) };
}

/** The attempt after a status question, unless it is final or fresh; the stored one if no answer comes within 3 s. */
async function upToDate(attempt: Attempt, context: Context): Promise<Attempt> {
  if (isFinal(attempt.state) || isFresh(attempt, context)) return attempt;
  const asking = ask(attempt, context).catch(() => null);
  context.background(asking);
  const currentAttempt = await withTimeout(pageWaits, async () => asking).catch(() => null);
  // A webhook may have come meanwhile.
  return currentAttempt ?? (await context.payments.find({ id: attempt.id })) ?? attempt;
}
