import { fromMinor } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type Attempt, changed, isUndecided, shownOutcome, states } from './attempt.ts';
import type { Context } from './context.ts';
import { deliver } from './outbox.ts';
import type { Operation, PaymentFacts, Write } from './store.ts';
import { nextCheck, type Transition } from './transition.ts';

/** What else ends with a record. */
interface Ending {
  /** The capture, void or refund whose outcome it is. */
  readonly operation?: Pick<Operation, 'id' | 'state' | 'refusal'>;
  /** The question to the service was not answered. */
  readonly hasFailed?: boolean;
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
  { operation, hasFailed }: Ending = {},
): Promise<Attempt> {
  const { payments, profile, onStatusChange } = context;
  for (let attempt = known, isReread = false; ; isReread = true) {
    const transition = decide(attempt);
    const next = changed(attempt, transition.change ?? {});
    if (!next || (transition.change === null && !operation)) {
      report(transition, attempt, attempt, cause, context);
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
      ...(!isHinted && { checkIn: nextCheck(fresh, profile, hasFailed) }),
      ...(operation && { operation }),
    };
    const committed = await payments.commit(fresh, write);
    if (typeof committed === 'object') {
      report(transition, attempt, committed.attempt, cause, context);
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

function report(
  { alarm, said }: Transition,
  before: Attempt,
  after: Attempt,
  cause: string,
  { log }: Context,
): void {
  const { id: attempt, order, sessionId: session, state, status } = after;
  const fields = { attempt, order, session, from: before.state, state, status, cause };
  if (alarm) {
    const heard = said && { status: said.status, amount: said.amount, currency: said.currency };
    log.error(alarm, { ...fields, ...(heard && { said: heard }) });
  } else if (state !== before.state) log.info('payment', fields);
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
  if (after.state === 'created' || isUndecided(after.state)) return null;
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
