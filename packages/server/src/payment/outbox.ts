import { fromMinor } from '@wallet-buttons/protocol';
import { withTimeout } from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import { type Attempt, changed, isFinal, isPaid, shownOutcome, states } from '../order/attempt.ts';
import type { Context } from './context.ts';
import { deliveryLease } from '../order/record.ts';
import type { Operation, PaymentSummary, UndeliveredChange, Write } from './store.ts';
import { nextCheck, type Transition } from '../order/transition.ts';

const timeLimit = 10_000;
/** After this time, each failed delivery of a change raises an alarm. */
const alarmAfter = 60 * 60_000;

interface Circumstances extends Pick<Write, 'operation'> {
  /** The service did not answer the status question. */
  readonly hasFailed?: boolean;
}

/**
 * Applies evidence to an attempt: decides, and writes. If another write came first, it reads the attempt and decides
 * again. Returns the stored attempt.
 * @param known the attempt as it was last read.
 */
export async function record(
  context: Context,
  known: Attempt,
  cause: string,
  decide: (attempt: Attempt) => Transition,
  { operation, hasFailed }: Circumstances = {},
): Promise<Attempt> {
  const { payments, profile, onStatusChange, log } = context;
  const report = ({ alarm, answer: seen }: Transition, before: Attempt, after = before): void => {
    const { id: attempt, order, sessionId: session, state, status } = after;
    const fields = { attempt, order, session, from: before.state, state, status, cause };
    const answer = seen && { status: seen.status, amount: seen.amount, currency: seen.currency };
    if (alarm) log.error(alarm, { ...fields, ...(answer && { answer }) });
    else if (state !== before.state) log.info('payment', fields);
  };
  for (let attempt = known, isReread = false; ; isReread = true) {
    const transition = decide(attempt);
    const next = changed(attempt, transition.change ?? {}, transition.isLowered);
    if (!next || (transition.change === null && !operation)) {
      report(transition, attempt);
      return attempt;
    }
    const { checks, ...rest } = next;
    const isMoved = next.state !== attempt.state || next.status !== attempt.status;
    const fresh = { ...rest, checks: isMoved ? 0 : checks };
    // A webhook may have made the attempt due meanwhile; then it stays due.
    const isDue = isReread && (attempt.nextCheckAt ?? Infinity) <= attempt.readAt;
    const open = operation ?? openOperation(await operationsOf(attempt, context));
    const { alarm, answer } = transition;
    const isNoted = alarm === 'amount_mismatch';
    const named = [answer?.amount, answer?.currency].filter(Boolean).join(' ');
    const isAwaited = open?.state === 'sent' || open?.state === 'unknown';
    const write: Write = {
      cause: isNoted ? `${cause}: ${named}` : cause,
      isNoted,
      from: attempt.state,
      change: onStatusChange && statusChange(attempt, fresh),
      ...(!isDue && { checkIn: nextCheck(fresh, profile, hasFailed, isAwaited) }),
      ...(operation && { operation }),
    };
    const leasedAt = performance.now();
    const committed = await payments.commit(fresh, write);
    if (typeof committed === 'object') {
      report(transition, attempt, committed.attempt);
      if (committed.delivery) context.background(deliver([committed.delivery], leasedAt, context));
      return committed.attempt;
    }
    if (committed === 'reused') throw new WalletServerError('internal', 'A change was reused.');
    const stored = await payments.find({ id: known.id });
    if (!stored) throw new WalletServerError('internal', 'An attempt is missing in the store.');
    attempt = stored;
  }
}

/** The operations of an attempt, oldest first. */
export async function operationsOf(of: Attempt, context: Context): Promise<readonly Operation[]> {
  // No money is held or charged yet.
  if (!isPaid(of.state) && !isFinal(of.state)) return [];
  const { operations } = await context.payments.history(of.order);
  return operations.filter((each) => each.attempt === of.id);
}

/** The operation that has no outcome yet. */
export function openOperation(operations: readonly Operation[]): Operation | undefined {
  return operations.find(({ state }) => state === 'sent' || state === 'unknown');
}

/** The shop's view of an attempt; a payment under manual review has the outcome `unknown`. */
export function summaryOf(attempt: Attempt): PaymentSummary {
  const { order, id, sessionId, paymentId, wallet, status, currency } = attempt;
  const { cardNetwork: network, cardLast4: last4, bankReference } = attempt;
  const card = { ...(network !== null && { network }), ...(last4 !== null && { last4 }) };
  return {
    order,
    attempt: id,
    sessionId,
    paymentId: paymentId ?? '',
    wallet,
    outcome: shownOutcome(attempt),
    status,
    currency,
    ...(Object.keys(card).length > 0 && { card }),
    ...(bankReference !== null && { bankReference }),
  };
}

/** The change to deliver to the merchant; `null` if the merchant would see no difference. */
function statusChange(before: Attempt, after: Attempt): NonNullable<Write['change']> | null {
  const { outcome } = states[after.state];
  const previous = states[before.state].outcome;
  const isMoneySame = (['charged', 'held', 'refunded'] as const).every(
    (kind) => before[kind] === after[kind],
  );
  if (outcome === previous && after.status === before.status && isMoneySame) return null;
  const { id, version, currency, charged, held, asked, refunded } = after;
  return {
    ...summaryOf(after),
    id: `${id}.${String(version)}`,
    outcome,
    previous,
    amount: fromMinor(charged || held || asked, currency),
    ...((refunded > 0 || before.refunded > 0) && { refunded: fromMinor(refunded, currency) }),
  };
}

/** Delivers due changes, those of one order in sequence. Returns the number that the merchant accepted. */
export async function deliverDue(context: Context, limit = 100): Promise<number> {
  if (!context.onStatusChange) return 0;
  for (let count = 0; ;) {
    const leasedAt = performance.now();
    const claimed = await context.payments.claimUndelivered(limit);
    count += await deliver(claimed, leasedAt, context);
    if (claimed.length === 0 || context.ending.aborted) return count;
  }
}

async function deliver(all: readonly UndeliveredChange[], leasedAt: number, context: Context) {
  // By the end of the lease another process may have delivered them, and later ones.
  if (performance.now() - leasedAt > deliveryLease - timeLimit) return 0;
  const accepted = await Promise.all(all.map((each) => call(each, context)));
  const changes = all.filter((_, at) => accepted[at]).map(({ change }) => change);
  // If this fails, the changes are delivered again: delivery is at least once.
  if (changes.length > 0) await context.payments.delivered(changes);
  return changes.length;
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
