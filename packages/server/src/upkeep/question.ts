import { type Evidence, readEvidence, resultOf } from '@wallet-buttons/service-client';
import { describe } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { isDecided } from '../order/state.ts';
import { openOperation, type Operation, unshownOperation } from '../order/operation.ts';
import { applyAnswer, isAnswer } from '../order/answer.ts';
import { applyTransition, operationsOf as operationsIn } from '../order/rules.ts';
import { afterNothing, type Transition } from '../order/transition.ts';
import type { Context } from '../context.ts';
import { commit, storedBy } from './commit.ts';

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
  const latestAttempt = current ?? previousAttempt;
  await commit(context, latestAttempt, 'get-status', (record, moment) =>
    applyTransition(record, decide, { ...moment, known: latestAttempt, hasFailed }),
  );
}

/** Whether the service was asked about it within the last second. */
export function isFresh({ sessionId }: Attempt, { askedAt }: Context): boolean {
  return performance.now() - (askedAt.get(sessionId) ?? -Infinity) <= 1000;
}
