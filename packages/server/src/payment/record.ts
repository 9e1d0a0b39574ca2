import { fromMinor } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type Attempt, changed, isUndecided, states } from './attempt.ts';
import type { Context } from './context.ts';
import { deliver } from './outbox.ts';
import type { Operation, Write } from './store.ts';
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
    const isHinted =
      isReread && attempt.nextCheckAt !== null && attempt.nextCheckAt <= attempt.readAt;
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
    if (committed !== 'stale')
      throw new WalletServerError('internal', `A change was ${committed}.`);
    attempt = await reread(known.id, context);
  }
}

/** The attempt as it is stored now. */
export async function reread(id: string, { payments }: Context): Promise<Attempt> {
  const attempt = await payments.find({ id });
  if (attempt) return attempt;
  throw new WalletServerError('internal', 'An attempt is missing in the store.');
}

function report(
  { alarm, said }: Transition,
  before: Attempt,
  after: Attempt,
  cause: string,
  { log }: Context,
): void {
  const { id, order, sessionId, state, status } = after;
  const fields = {
    attempt: id,
    order,
    session: sessionId,
    from: before.state,
    state,
    status,
    cause,
  };
  if (alarm) {
    const heard = said && { status: said.status, amount: said.amount, currency: said.currency };
    log.error(alarm, { ...fields, ...(heard && { said: heard }) });
  } else if (state !== before.state) log.info('payment', fields);
}

/** What the merchant is told of a change; `null` where it is nothing new. */
function statusChange(before: Attempt, after: Attempt): NonNullable<Write['change']> | null {
  if (after.state === 'created' || isUndecided(after.state)) return null;
  const { outcome } = states[after.state];
  const previous = states[before.state].outcome;
  const isMoneySame =
    before.charged === after.charged &&
    before.held === after.held &&
    before.refunded === after.refunded;
  if (outcome === previous && after.status === before.status && isMoneySame) return null;
  const { currency, refunded, cardNetwork, cardLast4, bankReference } = after;
  return {
    id: `${after.id}.${String(after.version)}`,
    order: after.order,
    attempt: after.id,
    sessionId: after.sessionId,
    paymentId: after.paymentId ?? '',
    wallet: after.wallet,
    outcome,
    previous,
    status: after.status,
    amount: fromMinor(after.charged || after.held || after.asked, currency),
    currency,
    ...(refunded > 0 && { refunded: fromMinor(refunded, currency) }),
    ...((cardNetwork !== null || cardLast4 !== null) && {
      card: {
        ...(cardNetwork !== null && { network: cardNetwork }),
        ...(cardLast4 !== null && { last4: cardLast4 }),
      },
    }),
    ...(bankReference !== null && { bankReference }),
  };
}
