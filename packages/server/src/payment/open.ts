import { changed, isPaid, newAttempt, outcomeOf } from '../attempt.ts';
import { amountOf } from '../status-change.ts';
import type { Attempt } from '../attempt.ts';
import { share } from '../context.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { Order } from './order.ts';

/** An attempt with its session and payment upstream, ready for a token. */
export interface OpenAttempt extends Attempt {
  readonly sessionId: string;
}

/**
 * The order's attempt, opened with its session and payment where they are missing. The amount is
 * frozen in it; an order that changed since gets a new session, and the old one is left behind:
 * no token ever goes there.
 * @throws {WalletServerError} `in_progress` or `already_paid` when its token is on its way already.
 */
export async function open(order: Order, context: Context): Promise<OpenAttempt> {
  for (;;) {
    const attempt = await share(context, `open ${order.ref} ${String(order.amountMinor)}`, () =>
      prepare(order, context),
    );
    const { sessionId } = attempt;
    if (attempt.state !== 'created') throw conflict(attempt);
    // Another process may have frozen another total in between; then look again.
    if (sessionId !== null && isFor(attempt, order)) return { ...attempt, sessionId };
  }
}

/** The refusal to start another payment; it says how the one there is stands. */
export function conflict({ state, status }: Attempt): WalletServerError {
  const details = { outcome: outcomeOf(state), paymentStatus: status };
  return isPaid(state)
    ? new WalletServerError('already_paid', 'The order is paid.', details)
    : new WalletServerError('in_progress', 'A payment of this order is under way.', details);
}

/** One step: finds or makes the attempt, and gives it what it lacks. The stored row always wins. */
async function prepare(order: Order, context: Context): Promise<Attempt> {
  const { store, now } = context;
  const current = await store.find({ order: order.ref });
  const { amountMinor, total } = order;
  const attempt =
    current && (current.live || isPaid(current.state))
      ? current
      : await store.open(newAttempt(order.ref, amountMinor, total.currency, now()));
  if (attempt.state !== 'created') return attempt;
  if (attempt.sessionId !== null && isFor(attempt, order)) return attempt;
  const session = await openUpstream(order, context);
  const ready = { amountMinor, currency: total.currency, ...session };
  const next = changed(attempt, ready, now());
  if (!next) return attempt;
  const result = await store.save(next, { cause: 'open', from: 'created', news: null });
  return result === 'saved' ? next : ((await store.find({ order: order.ref })) ?? attempt);
}

async function openUpstream(
  { ref, total, session, payment }: Order,
  { service, callbackUrl, redirectUrl }: Context,
): Promise<{ readonly sessionId: string; readonly paymentId: string }> {
  try {
    const back = redirectUrl(ref);
    const { sessionId } = await service.session({ callbackUrl, redirectUrl: back, extra: session });
    const { paymentId } = await service.payment({
      sessionId,
      amount: total,
      externalId: ref,
      redirectUrl: back,
      extra: payment,
    });
    return { sessionId, paymentId };
  } catch (cause) {
    if (cause instanceof WalletServerError && cause.origin === 'configuration') throw cause;
    throw new WalletServerError('not_opened', 'The payment service opened no session.', { cause });
  }
}

function isFor(attempt: Attempt, { amountMinor, total }: Order): boolean {
  return attempt.amountMinor === amountMinor && amountOf(attempt).currency === total.currency;
}
