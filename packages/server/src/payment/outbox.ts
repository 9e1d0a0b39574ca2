import { fromMinor } from '@wallet-buttons/protocol';
import { describe, WalletServerError } from '../errors.ts';
import { withTimeout } from '../service/transport.ts';
import { type Attempt, changed, shownOutcome, states } from './attempt.ts';
import type { Context } from './context.ts';
import { deliveryLease, type PaymentFacts, type UndeliveredChange, type Write } from './store.ts';
import { nextCheck, type Transition } from './transition.ts';

const timeLimit = 10_000;
/** A change that waits so long raises an alarm, each time it fails. */
const alarmAfter = 60 * 60_000;

interface Circumstances extends Pick<Write, 'operation'> {
  /** The question to the service was not answered. */
  readonly hasFailed?: boolean;
  /** An operation waits for its outcome. */
  readonly isAwaited?: boolean;
}

/**
 * Writes what some evidence changes: decide, write unless another write came first, then read and decide
 * again. Answers the attempt as it is stored afterwards.
 * @param known the attempt as it was last read.
 */
export async function record(
  context: Context,
  known: Attempt,
  cause: string,
  decide: (attempt: Attempt) => Transition,
  { operation, hasFailed, isAwaited = operation?.state === 'unknown' }: Circumstances = {},
): Promise<Attempt> {
  const { payments, profile, onStatusChange, log } = context;
  const report = ({ alarm, said }: Transition, before: Attempt, after = before): void => {
    const { id: attempt, order, sessionId: session, state, status } = after;
    const fields = { attempt, order, session, from: before.state, state, status, cause };
    const heard = said && { status: said.status, amount: said.amount, currency: said.currency };
    if (alarm) log.error(alarm, { ...fields, ...(heard && { said: heard }) });
    else if (state !== before.state) log.info('payment', fields);
  };
  for (let attempt = known, isReread = false; ; isReread = true) {
    const transition = decide(attempt);
    const next = changed(attempt, transition.change ?? {});
    if (!next || (transition.change === null && !operation)) {
      report(transition, attempt);
      return attempt;
    }
    const { checks, ...rest } = next;
    const isNews = next.state !== attempt.state || next.status !== attempt.status;
    const fresh = { ...rest, checks: isNews ? 0 : checks };
    // A webhook that came meanwhile has made the attempt due: it stays due.
    const isHinted = isReread && (attempt.nextCheckAt ?? Infinity) <= attempt.readAt;
    const write: Write = {
      cause,
      from: attempt.state,
      change: onStatusChange && statusChange(attempt, fresh),
      ...(!isHinted && { checkIn: nextCheck(fresh, profile, hasFailed, isAwaited) }),
      ...(operation && { operation }),
    };
    const committed = await payments.commit(fresh, write);
    if (typeof committed === 'object') {
      report(transition, attempt, committed.attempt);
      if (committed.delivery) context.background(deliver(committed.delivery, context));
      return committed.attempt;
    }
    const isStale = committed === 'stale';
    if (!isStale) throw new WalletServerError('internal', `A change was ${committed}.`);
    const stored = await payments.find({ id: known.id });
    if (!stored) throw new WalletServerError('internal', 'An attempt is missing in the store.');
    attempt = stored;
  }
}

/** What the shop sees of an attempt; a payment under manual review is shown as `unknown`. */
export function factsOf(attempt: Attempt): PaymentFacts {
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

/** What the merchant is told of a change; `null` where it is nothing new. */
function statusChange(before: Attempt, after: Attempt): NonNullable<Write['change']> | null {
  const { outcome } = states[after.state];
  const previous = states[before.state].outcome;
  const isMoneySame = (['charged', 'held', 'refunded'] as const).every(
    (kind) => before[kind] === after[kind],
  );
  if (outcome === previous && after.status === before.status && isMoneySame) return null;
  const { id, version, currency, charged, held, asked, refunded } = after;
  return {
    ...factsOf(after),
    id: `${id}.${String(version)}`,
    outcome,
    previous,
    amount: fromMinor(charged || held || asked, currency),
    ...(refunded > 0 && { refunded: fromMinor(refunded, currency) }),
  };
}

/** Delivers what is due, those of one order one after another. Answers how many the merchant took. */
export async function deliverDue(context: Context, limit = 100): Promise<number> {
  if (!context.onStatusChange) return 0;
  for (let count = 0; ;) {
    const claimed = await context.payments.claimUndelivered(limit, deliveryLease);
    const taken = await Promise.all(claimed.map((each) => tell(each, context)));
    const seqs = claimed.filter((_, at) => taken[at]).map(({ seq }) => seq);
    // Where this fails, the merchant is told again: at least once is the promise.
    if (seqs.length > 0) await context.payments.delivered(seqs);
    count += seqs.length;
    if (claimed.length === 0 || context.ending.aborted) return count;
  }
}

async function deliver(undelivered: UndeliveredChange, context: Context): Promise<void> {
  if (await tell(undelivered, context)) await context.payments.delivered([undelivered.seq]);
}

/** Where it fails, the change stays and is delivered again once its lease is over. */
async function tell({ change, tries, age }: UndeliveredChange, context: Context): Promise<boolean> {
  const { onStatusChange, log, ending } = context;
  try {
    // Async, so that what it throws at once is a rejection too.
    await withTimeout(timeLimit, async () => onStatusChange?.(change), ending);
    return true;
  } catch (error) {
    const { id, order, attempt } = change;
    const fields = { change: id, order, attempt, tries: tries + 1, ...describe(error) };
    log.error(age > alarmAfter ? 'delivery_failing' : 'onStatusChange failed', fields);
    return false;
  }
}
