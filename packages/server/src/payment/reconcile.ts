import { isSettled, type OrderRef, type StatusAnswer } from '@wallet-buttons/protocol';
import {
  type Evidence,
  type PaymentAnswer,
  readEvidence,
  resultOf,
  type WebhookMessage,
  withTimeout,
} from '@wallet-buttons/service-client';
import { describe, WalletServerError, wholeNumber } from '../errors.ts';
import { answerOf, type Attempt, isFinal } from '../order/attempt.ts';
import type { Context, OrderChoices } from './context.ts';
import { mayAsk } from './order.ts';
import { openOperation, type Operation } from '../order/operation.ts';
import { makeDue } from '../order/record.ts';
import { applyStatus, asOf } from '../order/rules.ts';
import { deliverDue, operationsOf, perform, record } from './outbox.ts';
import {
  afterAbsence,
  afterNothing,
  afterStatus,
  nothing,
  type Transition,
} from '../order/transition.ts';

/** The limits of one pass. */
export interface ReconcileOptions {
  /** Stops before the next step; the current work is finished. */
  readonly signal?: AbortSignal;
  /** The number of simultaneous status questions; 8 by default. */
  readonly limit?: number;
}

/** The result of one pass. */
export interface Reconciled {
  /** The number of attempts that the service was asked about. */
  readonly asked: number;
  /** The number of changes that the merchant accepted. */
  readonly delivered: number;
}

/** One pass: asks about due attempts, records the answers, and delivers due changes. */
export async function reconcile(
  context: Context,
  { signal, limit = 8 }: ReconcileOptions = {},
): Promise<Reconciled> {
  wholeNumber(limit, 'limit');
  if (signal?.aborted) return { asked: 0, delivered: 0 };
  // In parallel: a merchant's slow callback must not delay the questions.
  const work = [askAll(limit, context, signal), deliverDue(context)] as const;
  await Promise.allSettled(work);
  const [asked, delivered] = await Promise.all(work);
  return { asked, delivered };
}

async function askAll(limit: number, context: Context, signal?: AbortSignal): Promise<number> {
  const seen = new Set<string>();
  // The claim of a process that died ends after this time.
  const lease = Math.max(60_000, context.timeout + 15_000);
  for (;;) {
    const due = await context.payments.claimDue(limit, lease);
    await Promise.all(due.map((attempt) => check(attempt, context)));
    const isAgain = due.some(({ id }) => seen.has(id));
    for (const { id } of due) seen.add(id);
    const isOver = due.length < limit || isAgain;
    if (isOver || signal?.aborted || context.stopping.aborted) return seen.size;
  }
}

async function check(claimed: Attempt, context: Context): Promise<void> {
  const { profile, log } = context;
  try {
    const asked = await ask(claimed, context);
    if (asked && asked.version !== claimed.version) return;
    const open = openOperation(await operationsOf(claimed, context));
    // Written even without a change, so that the next question comes later.
    const decide = (stored: Attempt): Transition => afterNothing(stored, profile, open);
    const hasFailed = asked === null;
    await record(context, asked ?? claimed, 'get-status', decide, { hasFailed });
  } catch (error) {
    log.error('a check failed', { attempt: claimed.id, order: claimed.order, ...describe(error) });
  }
}

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
    if (evidence.kind === 'status') return learn(attempt, evidence.answer, operations, context);
    if (evidence.kind === 'mismatch') {
      const { answer } = evidence;
      const alarmed: Transition = { change: null, alarm: 'answer_mismatch', answer };
      return record(context, attempt, 'get-status', () => alarmed);
    }
    if (evidence.kind !== 'nothing') return null;
    return record(context, attempt, 'get-status', (stored) => {
      const isSame = stored.sessionId === sessionId && stored.refusal === attempt.refusal;
      // The token may still be on its way, or was when the question was asked.
      if (!isSame || sending.has(stored.id)) return nothing;
      return afterAbsence(asOf(attempt, stored), timeout);
    });
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

/**
 * Records a status that the service named in the answer to a question or to an operation, and what it proves about
 * the operations that were read before.
 */
export async function learn(
  attempt: Attempt,
  answer: PaymentAnswer,
  operations: readonly Operation[],
  context: Context,
  cause = 'get-status',
): Promise<Attempt> {
  return perform(context, attempt, cause, (stored, now) =>
    applyStatus(stored, { attempt, operations }, answer, cause, context.rules, now),
  );
}

/** The time that a page waits for the service. Then it gets the stored status, and asks again later. */
const pageWaits = 3000;

/** The status of an order's payment. @throws {WalletServerError} `order_not_found`, `no_payment`. */
export async function statusOf(asked: OrderRef, choices: OrderChoices, context: Context) {
  const { ref: order } = await mayAsk(asked, choices, context);
  const stored = await context.payments.find({ order });
  if (!stored || stored.state === 'created') {
    throw new WalletServerError('no_payment', 'There is no payment of this order.');
  }
  // With the bank's page, for a payer who left it and wants to return.
  const answer = answerOf(await upToDate(stored, context));
  return { ...answer, final: isSettled(answer.outcome) } satisfies StatusAnswer;
}

/** The attempt after a status question, unless it is final or fresh; the stored one if no answer comes within 3 s. */
async function upToDate(attempt: Attempt, context: Context): Promise<Attempt> {
  if (isFinal(attempt.state) || isFresh(attempt, context)) return attempt;
  const asked = ask(attempt, context).catch(() => null);
  context.background(asked);
  const answered = await withTimeout(pageWaits, async () => asked).catch(() => null);
  // A webhook may have come meanwhile.
  return answered ?? (await context.payments.find({ id: attempt.id })) ?? attempt;
}

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
  if (due && !isFresh(due, context)) context.background(ask(due, context));
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

/** Whether the service was asked about it within the last second. */
function isFresh({ sessionId }: Attempt, { askedAt }: Context): boolean {
  return performance.now() - (askedAt.get(sessionId) ?? -Infinity) <= 1000;
}
