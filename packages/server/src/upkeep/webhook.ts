import type { WebhookMessage } from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { applyWebhook } from '../order/answer.ts';
import { makeDue } from '../order/write.ts';
import { commit } from './commit.ts';
import type { Context } from '../context.ts';
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
    const step = await commit(context, { sessionId }, 'webhook', (record, moment) =>
      applyWebhook(record, sessionId, answer, moment),
    );
    if (!step) {
      log.warn('a webhook names an unknown session', {});
      return;
    }
    const { isUnclear = step.transition.alarm === 'unknown_status' } = step.transition;
    if (!isUnclear) return;
  }
  const result = await payments.change({ sessionId }, 'due', (record, { at }) =>
    makeDue(record, sessionId, at),
  );
  const due = typeof result === 'object' ? result : null;
  if (!due && !isVerified) {
    throw new WalletServerError('webhook_unknown', 'The session is not known here.');
  }
  if (due && !isFresh(due, context)) context.background(confirm(due, context));
}

/** Asks about an attempt that a webhook has made due. Without an answer it stays due. */
async function confirm(due: Attempt, context: Context): Promise<void> {
  const begunAt = performance.now();
  const current = await ask(due, context);
  // It may have joined a question that was asked before the webhook came.
  const isOwn = (context.askedAt.get(due.sessionId) ?? -Infinity) >= begunAt;
  if (current && isOwn) await noteUnchanged(due, current, context);
}
