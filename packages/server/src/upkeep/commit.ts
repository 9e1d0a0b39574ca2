import { WalletServerError } from '../errors.ts';
import { actorOf } from '../order/actor.ts';
import type { Attempt } from '../order/attempt.ts';
import { summaryOf } from '../order/change.ts';
import { noticeOf } from '../order/hold.ts';
import type { Rule, Step } from '../order/rules.ts';
import type { Context } from '../context.ts';
import { deliver } from './outbox.ts';
import { carriedFor } from '../records/carried.ts';
import type { OrderQuery } from '../records/types.ts';

/**
 * Changes the record of an order by a rule, logs each step, and delivers its change. Returns the last step, or `null` if no
 * record has this attempt.
 */
export async function commit(
  context: Context,
  order: OrderQuery,
  cause: string,
  rule: Rule,
): Promise<Step | null> {
  const { payments, rules, background } = context;
  // A carried record may have been read so long ago, and the lease counts from then.
  const leasedAt = performance.now() - carriedFor;
  const result = await payments.change(order, cause, (record, { at }) =>
    rule(record, { cause, rules, now: at }),
  );
  if (result === null || typeof result === 'string') return null;
  const steps = [result].flat();
  for (const step of steps) {
    report(step, context);
    if (step.change === null) continue;
    background(deliver({ change: step.change, tries: 0, age: 0, leasedAt }, context));
  }
  return steps.at(-1) ?? null;
}

/** The attempt as it was stored. */
export function storedBy(step: Step | null): Attempt {
  if (step) return step.after;
  throw new WalletServerError('internal', 'An attempt is missing in the store.');
}

function report(
  { cause, before, after, transition, dropped, isOneTooMany, ...actor }: Step,
  { log }: Context,
): void {
  const { id: attempt, order, sessionId: session, state, status } = after;
  const { alarm, answer: evidence } = transition;
  const subject = { attempt, order, session, from: before.state, state, status, cause };
  const fields = { ...subject, ...actorOf(actor) };
  const answer = evidence && {
    status: evidence.status,
    amount: evidence.amount,
    currency: evidence.currency,
  };
  if (alarm) log.error(alarm, { ...fields, ...(answer && { answer }) });
  else if (state !== before.state) log.info('payment', fields);
  else if (noticeOf(before, after) !== null)
    log.warn('hold_ends', { ...fields, at: summaryOf(after).holdEndsAt });
  if (isOneTooMany) log.error('too_many_attempts', { attempt, order, session });
  if (!dropped) return;
  const { id: operation, kind } = dropped;
  log.error('operation_dropped', { operation, kind, attempt, order });
}
