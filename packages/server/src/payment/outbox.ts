import { withTimeout } from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import type { Attempt } from '../order/attempt.ts';
import { isDecided } from '../order/state.ts';
import { summaryOf } from '../order/change.ts';
import { deliveryLease, removeChange } from '../order/delivery.ts';
import { noticeOf } from '../order/hold.ts';
import { recalling } from '../order/earlier.ts';
import type { Changed, OrderRecord } from '../order/record.ts';
import { applyTransition, type Circumstances, type Step } from '../order/rules.ts';
import type { Transition } from '../order/transition.ts';
import type { Context } from './context.ts';
import type { Decide, OrderQuery, UndeliveredChange } from './payments.ts';
import type { Operation } from '../order/operation.ts';

const timeLimit = 10_000;
/** After this time, each failed delivery of a change raises an alarm. */
const alarmAfter = 60 * 60_000;

/**
 * Applies evidence to an attempt, logs it, and delivers its change. Returns the stored attempt.
 * @param knownAttempt the attempt as it was last read.
 */
export async function record(
  context: Context,
  knownAttempt: Attempt,
  cause: string,
  decide: (attempt: Attempt) => Transition,
  extra: Pick<Circumstances, 'operation' | 'hasFailed'> = {},
): Promise<Attempt> {
  const circumstances = { ...extra, cause, known: knownAttempt };
  return perform(context, knownAttempt, cause, (storedRecord, now) => {
    const update = applyTransition(storedRecord, decide, circumstances, context.rules, now);
    return { record: update.record, result: [update.result] };
  });
}

/** Changes the record of an attempt as {@link write} does. Returns the stored attempt. */
export async function perform(
  context: Context,
  { id, order }: Attempt,
  cause: string,
  decide: (record: OrderRecord, now: number) => Changed<readonly Step[]>,
): Promise<Attempt> {
  const steps = await write(context, { order }, cause, (storedRecord, time) =>
    recalling(storedRecord, { id }, time, (whole) =>
      whole.attempts.some((attempt) => attempt.id === id) ? decide(whole, time.at) : 'stale',
    ),
  );
  const lastStep = steps?.at(-1);
  if (!lastStep) throw new WalletServerError('internal', 'An attempt is missing in the store.');
  return lastStep.after;
}

/** Changes a record, logs each step, and delivers its change. Returns the steps, or `null` if there is no such record. */
export async function write(
  context: Context,
  lookup: OrderQuery,
  cause: string,
  decide: Decide<readonly Step[]>,
): Promise<readonly Step[] | null> {
  const leasedAt = performance.now();
  const steps = await context.payments.change(lookup, cause, decide);
  if (steps === null || typeof steps === 'string') return null;
  for (const step of steps) {
    report(step, context);
    if (step.change === null) continue;
    const delivery = { change: step.change, tries: 0, age: 0 };
    context.background(deliver(delivery, leasedAt, context));
  }
  return steps;
}

function report(
  { cause, before, after, transition, dropped, isOneTooMany }: Step,
  { log }: Context,
): void {
  const { id: attempt, order, sessionId: session, state, status } = after;
  const { alarm, answer: evidence } = transition;
  const fields = { attempt, order, session, from: before.state, state, status, cause };
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

/** The operations of an attempt, oldest first. */
export async function operationsOf(
  attempt: Attempt,
  context: Context,
): Promise<readonly Operation[]> {
  const { id, order, state } = attempt;
  // No money is held or charged yet.
  if (!isDecided(state)) return [];
  const { operations } = await context.payments.history(order);
  return operations.filter((operation) => operation.attempt === id);
}

/**
 * Delivers a change that was just claimed. Returns whether the merchant accepted it.
 * @param leasedAt the time of the claim, by the monotonic clock.
 */
export async function deliver(
  due: UndeliveredChange,
  leasedAt: number,
  context: Context,
): Promise<boolean> {
  // By the end of the lease another process may have delivered it, and later ones.
  if (performance.now() - leasedAt > deliveryLease - timeLimit) return false;
  if (!(await call(due, context))) return false;
  const { order, id } = due.change;
  // If this fails, the change is delivered again: delivery is at least once.
  await context.payments.change({ order }, 'delivered', (storedRecord, { at }) => {
    return { record: removeChange(storedRecord, id, at), result: null };
  });
  return true;
}

/** Calls the merchant. If that fails, the change stays, and is delivered again once its lease has ended. */
async function call({ change, tries, age }: UndeliveredChange, context: Context): Promise<boolean> {
  const { onStatusChange, log, ending } = context;
  try {
    // Async, so that a synchronous throw becomes a rejection.
    await withTimeout(timeLimit, async () => onStatusChange?.(change), ending);
    return true;
  } catch (error) {
    const { id, order, attempt } = change;
    const fields = { change: id, order, attempt, tries: tries + 1, ...describe(error) };
    log.error(age > alarmAfter ? 'delivery_failing' : 'onStatusChange failed', fields);
    return false;
  }
}
