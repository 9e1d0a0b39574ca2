import {
  type PaymentAnswer,
  readEvidence,
  type WebhookMessage,
} from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { recalling } from '../order/earlier.ts';
import type { Changed, OrderRecord } from '../order/record.ts';
import { makeDue } from '../order/write.ts';
import { applyTransition, operationsOf, type Step } from '../order/rules.ts';
import { afterStatus } from '../order/status.ts';
import { afterContradiction, type Transition } from '../order/transition.ts';
import type { Context } from './context.ts';
import { write } from './outbox.ts';
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
    const transition = await takeStatus(sessionId, answer, context);
    if (!transition) {
      log.warn('a webhook names an unknown session', {});
      return;
    }
    const { isUnclear = transition.alarm === 'unknown_status' } = transition;
    if (!isUnclear) return;
  }
  const result = await payments.change({ sessionId }, 'due', (storedRecord, time) =>
    recalling<Attempt | null, never>(storedRecord, { sessionId }, time, (whole) =>
      makeDue(whole, sessionId, time.at),
    ),
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

/** Records the status of a verified webhook; `null` without a payment of this session. */
async function takeStatus(
  sessionId: string,
  answer: PaymentAnswer,
  context: Context,
): Promise<Transition | null> {
  const { profile, rules } = context;
  const cause = 'webhook';
  const decide = (storedRecord: OrderRecord, now: number): Changed<readonly Step[]> | 'stale' => {
    const knownAttempt = storedRecord.attempts.find((attempt) => attempt.sessionId === sessionId);
    if (!knownAttempt) return 'stale';
    const evidence = readEvidence('webhook', { answer }, knownAttempt, profile);
    const transitionOf = (attempt: Attempt): Transition => {
      if (evidence.kind === 'mismatch') return { change: null, alarm: 'answer_mismatch', answer };
      if (evidence.kind === 'contradicted') return afterContradiction(attempt, answer);
      const operations = operationsOf(storedRecord, attempt.id);
      return afterStatus(attempt, answer, { profile, isCurrent: false, operations });
    };
    const circumstances = { cause, known: knownAttempt };
    const { record, result } = applyTransition(
      storedRecord,
      transitionOf,
      circumstances,
      rules,
      now,
    );
    return { record, result: [result] };
  };
  const steps = await write(context, { sessionId }, cause, (storedRecord, time) =>
    recalling(storedRecord, { sessionId }, time, (whole) => decide(whole, time.at)),
  );
  return steps?.[0]?.transition ?? null;
}
