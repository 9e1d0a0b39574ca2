import { isSettled, type OrderRef, type StatusAnswer } from '@wallet-buttons/protocol';
import { type Evidence, readEvidence, resultOf, withTimeout } from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import { answerOf, type Attempt, isTaken } from '../order/attempt.ts';
import { isDecided, isFinal } from '../order/state.ts';
import { openOperation, type Operation, unshownOperation } from '../order/operation.ts';
import { applyAnswer, isAnswer } from '../order/question.ts';
import { applyTransition, operationsOf as operationsIn } from '../order/rules.ts';
import { afterNothing, type Transition } from '../order/transition.ts';
import type { Context, OrderChoices } from './context.ts';
import { isPaidByShop } from './found-order.ts';
import { mayAsk, paidAnswer } from './order.ts';
import { commit, storedBy } from './commit.ts';
import { attemptOfReceipt } from './receipt.ts';

/**
 * Asks the service for the status of an attempt and records the answer. Simultaneous callers share one question.
 * Returns the stored attempt, or `null` if no answer came; then nothing has changed.
 */
export async function ask(attempt: Attempt, context: Context): Promise<Attempt | null> {
  const { sessionId } = attempt;
  return context.share(`ask ${sessionId}`, async () => {
    const { sending, askedAt, timeout } = context;
    // Read before the question: an older answer proves nothing about an operation.
    const operations = await operationsOf(attempt, context);
    const now = performance.now();
    for (const [session, at] of askedAt) if (now - at > 1000) askedAt.delete(session);
    askedAt.set(sessionId, now);
    const evidence = await question(attempt, context);
    if (!isAnswer(evidence)) return null;
    const step = await commit(context, attempt, 'get-status', (record, moment) => {
      const isSending = sending.has(attempt.id);
      const asked = { attempt, operations, timeout, isSending };
      return applyAnswer(record, asked, evidence, moment);
    });
    return storedBy(step);
  });
}

async function question(attempt: Attempt, context: Context): Promise<Evidence> {
  const { service, profile, stopping, log } = context;
  const { id, sessionId, order: externalId } = attempt;
  // The profile sends what the service asks for. A payment without an id has none to name.
  const paymentId = attempt.paymentId || undefined;
  const input = { sessionId, externalId, paymentId };
  const result = await resultOf(() => service.getStatus(input, { signal: stopping }));
  const evidence = readEvidence('getStatus', result, attempt, profile);
  if ('error' in result && evidence.kind !== 'nothing') {
    log.warn('get-status was not answered', { attempt: id, ...describe(result.error) });
  }
  return evidence;
}

/** The operations of an attempt, oldest first. */
export async function operationsOf(
  attempt: Attempt,
  { payments }: Context,
): Promise<readonly Operation[]> {
  // Otherwise no money is held or charged yet.
  if (!isDecided(attempt.state)) return [];
  return operationsIn(await payments.history(attempt.order), attempt.id);
}

/**
 * Sets the time of the next question after one that has changed nothing.
 * @param current the attempt after the question; `null` if no answer came.
 */
export async function noteUnchanged(
  previousAttempt: Attempt,
  current: Attempt | null,
  context: Context,
): Promise<void> {
  if (current && current.version !== previousAttempt.version) return;
  const operations = await operationsOf(previousAttempt, context);
  const open = openOperation(operations);
  const decide = (attempt: Attempt): Transition =>
    afterNothing(attempt, context.profile, open, unshownOperation(attempt, operations));
  const hasFailed = current === null;
  const known = current ?? previousAttempt;
  await commit(context, known, 'get-status', (record, moment) =>
    applyTransition(record, decide, { ...moment, known, hasFailed }),
  );
}

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

/** Whether the service was asked about it within the last second. */
export function isFresh({ sessionId }: Attempt, { askedAt }: Context): boolean {
  return performance.now() - (askedAt.get(sessionId) ?? -Infinity) <= 1000;
}
