import {
  type PaymentAnswer,
  readEvidence,
  type WebhookMessage,
} from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { makeDue } from '../order/write.ts';
import { afterStatus } from '../order/transition.ts';
import type { Context } from './context.ts';
import { record } from './outbox.ts';
import { ask, isFresh, noteUnchanged } from './question.ts';

/**
 * Accepts a webhook; it is durable when the promise resolves. A verified webhook is recorded. An unverified one
 * makes its attempt due, and get-status, asked at most once a second, gives the status.
 * @throws {WalletServerError} `webhook_unknown` if an unverified one names an unknown session; `store_failed`.
 */
export async function takeWebhook(
  { sessionId, answer }: WebhookMessage,
  isVerified: boolean,
  context: Context,
): Promise<void> {
  const { payments, log } = context;
  if (isVerified && answer) {
    const attempt = await payments.find({ sessionId });
    if (!attempt) {
      log.warn('a webhook names an unknown session', {});
      return;
    }
    if (!(await takeStatus(attempt, answer, context))) return;
  }
  const found = await payments.change({ sessionId }, 'due', (stored, { at }) =>
    makeDue(stored, sessionId, at),
  );
  const due = typeof found === 'object' ? found : null;
  if (!due && !isVerified) {
    throw new WalletServerError('webhook_unknown', 'The session is not known here.');
  }
  if (due && !isFresh(due, context)) context.background(confirm(due, context));
}

/** Asks about an attempt that a webhook has made due. Without an answer it stays due. */
async function confirm(due: Attempt, context: Context): Promise<void> {
  const since = performance.now();
  const asked = await ask(due, context);
  // It may have joined a question that was asked before the webhook came.
  const isOwn = (context.askedAt.get(due.sessionId) ?? -Infinity) >= since;
  if (asked && isOwn) await noteUnchanged(due, asked, context);
}

/** Records the status of a verified webhook. Returns whether only a question can tell if it counts. */
async function takeStatus(attempt: Attempt, answer: PaymentAnswer, context: Context) {
  const { profile } = context;
  const evidence = readEvidence('webhook', { answer }, attempt, profile);
  let isUnclear = false;
  await record(context, attempt, 'webhook', (stored) => {
    if (evidence.kind === 'mismatch') {
      return { change: null, alarm: 'answer_mismatch', answer };
    }
    const transition = afterStatus(stored, answer, profile, false);
    isUnclear = transition.isUnclear ?? transition.alarm === 'unknown_status';
    return transition;
  });
  return isUnclear;
}
