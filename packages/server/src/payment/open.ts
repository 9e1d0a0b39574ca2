import type { OrderRef } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { answerOf, type Attempt, changed, closesOrder, isPaid, newId } from './attempt.ts';
import type { Context } from './context.ts';
import { type Asking, lookUp, type Order } from './order.ts';

/** Opens an order while the sheet is open, so that the token finds session and payment ready. */
export async function prepare(ref: OrderRef, asking: Asking, context: Context): Promise<Attempt> {
  const order = await lookUp(ref, asking, context);
  return open(order, order.estimated ? 'session' : 'payment', context);
}

/** How far an order is opened: `payment` once the total is known. */
export type Opening = 'session' | 'payment';

/**
 * The order's attempt, with its session and payment at the service. Calls for the same order share the work
 * within a process; across processes the first write wins, and a session that lost is left behind, where no
 * token is ever sent. For another total than the stored one, session and payment are opened anew.
 * @throws {WalletServerError} `in_progress` or `already_paid` when the order's token is on its way already,
 * `not_opened` when the service opened nothing.
 */
export async function open(order: Order, to: Opening, context: Context): Promise<Attempt> {
  const { ref, total } = order;
  const subject = `open ${ref} ${total.amount} ${total.currency} ${to}`;
  return context.share(subject, async () => {
    for (;;) {
      const current = await context.payments.find({ order: ref });
      if (current && isTaken(current)) throw conflict(current);
      const draft = current?.state === 'created' ? current : null;
      if (draft && fits(draft, order, to, context)) return draft;
      const opened = await openAtService(order, to, draft, context);
      const stored = await store(draft, opened, order, context);
      if (stored && !isTaken(stored) && fits(stored, order, to, context)) return stored;
    }
  });
}

/** The refusal to start another payment; it says how the present one stands. */
function conflict(attempt: Attempt): WalletServerError {
  const { outcome, status: paymentStatus, acs_url: acsUrl } = answerOf(attempt);
  const details = { outcome, paymentStatus, ...(acsUrl !== undefined && { acsUrl }) };
  return isPaid(attempt.state)
    ? new WalletServerError('already_paid', 'The order is paid.', details)
    : new WalletServerError('in_progress', 'A payment of this order is under way.', details);
}

/** Another token must not be sent for the order. */
function isTaken(attempt: Attempt): boolean {
  return closesOrder(attempt) || (attempt.live && attempt.state !== 'created');
}

interface Opened {
  readonly sessionId: string;
  readonly paymentId: string | null;
  readonly isNewSession: boolean;
}

async function openAtService(
  { ref, total, session, payment }: Order,
  to: Opening,
  draft: Attempt | null,
  context: Context,
): Promise<Opened> {
  const { service, callbackUrl, redirectUrl } = context;
  const back = redirectUrl(ref);
  // A session with a payment of another total is not used again: the two would add up.
  const kept = draft?.paymentId === null && !isOld(draft, context) ? draft.sessionId : null;
  try {
    const sessionId =
      kept ?? (await service.session({ callbackUrl, redirectUrl: back, extra: session })).sessionId;
    const added = { sessionId, amount: total, externalId: ref, redirectUrl: back, extra: payment };
    const paymentId = to === 'payment' ? (await service.payment(added)).paymentId : null;
    return { sessionId, paymentId, isNewSession: kept === null };
  } catch (cause) {
    if (cause instanceof WalletServerError && cause.origin === 'configuration') throw cause;
    throw new WalletServerError('not_opened', 'The payment service opened no session.', { cause });
  }
}

/** The stored attempt; `null` when another write came first. */
async function store(
  draft: Attempt | null,
  { sessionId, paymentId, isNewSession }: Opened,
  { ref, minor, total }: Order,
  { payments }: Context,
): Promise<Attempt | null> {
  const opened = { asked: minor, currency: total.currency, sessionId, paymentId };
  if (!draft) return payments.insert({ id: newId(), order: ref, ...opened });
  const openedAt = isNewSession ? draft.readAt : draft.openedAt;
  const next = changed(draft, { ...opened, openedAt });
  const committed = next && (await payments.commit(next, { cause: 'open', from: draft.state }));
  return committed !== null && typeof committed === 'object' ? committed.attempt : null;
}

function fits(attempt: Attempt, order: Order, to: Opening, context: Context): boolean {
  const { paymentId, asked, currency } = attempt;
  if (attempt.state !== 'created' || isOld(attempt, context)) return false;
  if (to === 'session') return true;
  return paymentId !== null && asked === order.minor && currency === order.total.currency;
}

/** A token must not meet a session that ends. */
function isOld({ openedAt, readAt }: Attempt, { profile }: Context): boolean {
  return readAt - openedAt > (profile.lifetimes.session * 1000) / 2;
}
