import { changed, isClosed, isPaid, newAttempt, shownOutcome } from '../attempt.ts';
import type { Attempt, AttemptChange } from '../attempt.ts';
import { utf8 } from '../bytes.ts';
import { share } from '../context.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { JsonObject } from '../service/operation.ts';
import { sha256 } from '../service/signature.ts';
import type { Order } from './order.ts';

/** An attempt with its session upstream. */
export interface OpenAttempt extends Attempt {
  readonly sessionId: string;
}

/** What an order is opened with, so that another one is opened anew. */
interface Hashed extends Order {
  /** Of its further members: those of the session, and all; `''` where there are none. */
  readonly sessionHash: string;
  readonly hash: string;
}

/** No process takes longer to open one, however patient it is told to be; in milliseconds. */
const longest = 15 * 60_000;

/** How far an attempt has to be opened: `payment` once the total is known. */
export type Opening = 'session' | 'payment';

/**
 * The order's attempt, opened once, whoever asks in whichever process: one of them opens session and
 * payment, the others wait for it. The amount is frozen in it; for an order with another total than the
 * payment has, session and payment are opened anew, and the old ones left behind: no token ever goes there.
 * @throws {WalletServerError} `in_progress` or `already_paid` when its token is on its way already,
 * `not_opened` when that took too long or failed.
 */
export async function open(found: Order, to: Opening, context: Context): Promise<OpenAttempt> {
  const { session, payment } = found;
  const sessionHash = await hashOf(session);
  const order: Hashed = { ...found, sessionHash, hash: await hashOf(session, payment) };
  const deadline = performance.now() + context.timeout;
  const subject = `open ${order.ref} ${String(order.amountMinor)} ${order.total.currency} ${to}`;
  for (let pause = 10; ; pause = Math.min(2 * pause, 250)) {
    const attempt = await share(context, subject, () => step(order, to, context));
    if (attempt.state !== 'created' || isClosed(attempt)) throw conflict(attempt);
    if (isOpen(attempt, order, to, context)) return attempt;
    if (performance.now() > deadline) {
      throw new WalletServerError('not_opened', 'Another process took too long to open it.');
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** The refusal to start another payment; it says how the one there is stands. */
export function conflict(attempt: Attempt): WalletServerError {
  const { state, status, acsUrl } = attempt;
  const details = {
    outcome: shownOutcome(attempt),
    paymentStatus: status,
    ...(acsUrl !== null && { acsUrl }),
  };
  return isPaid(state)
    ? new WalletServerError('already_paid', 'The order is paid.', details)
    : new WalletServerError('in_progress', 'A payment of this order is under way.', details);
}

/** Finds or makes the attempt, and gives it what it lacks unless another is at it. The stored row always wins. */
async function step(order: Hashed, to: Opening, context: Context): Promise<Attempt> {
  const { store, now, timeout } = context;
  const openUntil = now() + 2 * timeout + 5000;
  const current = await store.find({ order: order.ref });
  const { amountMinor, total } = order;
  const draft = { ...newAttempt(order.ref, amountMinor, total.currency, now()), openUntil };
  const attempt =
    current && (current.live || isClosed(current)) ? current : await store.open(draft);
  if (attempt.state !== 'created' || isClosed(attempt) || isOpen(attempt, order, to, context))
    return attempt;
  if (attempt.id === draft.id) return openFurther(attempt, null, order, to, context);
  const left = (attempt.openUntil ?? 0) - now();
  // Nobody has it for so long: it was set before the clock was put back.
  if (left > 0 && left < longest) return attempt;
  // The session is let go with the claim: whoever dies while a payment is added to it cannot say whether it was.
  const claim = { openUntil, sessionId: null, paymentId: null };
  const claimed = await save(attempt, claim, context);
  const reusable = isOpen(attempt, order, 'session', context) && attempt.paymentId === null;
  const sessionId = reusable ? attempt.sessionId : null;
  return claimed ? openFurther(claimed, sessionId, order, to, context) : attempt;
}

async function openFurther(
  claimed: Attempt,
  reusable: string | null,
  order: Hashed,
  to: Opening,
  context: Context,
): Promise<Attempt> {
  const { amountMinor, total } = order;
  const startedAt = context.now();
  try {
    const sessionId = reusable ?? (await openSession(order, context));
    const paymentId = to === 'payment' ? await addPayment(sessionId, order, context) : null;
    const orderHash = to === 'payment' ? order.hash : order.sessionHash;
    const opened = { sessionId, paymentId, amountMinor, currency: total.currency, orderHash };
    const createdAt = reusable === null ? startedAt : claimed.createdAt;
    return (await save(claimed, { ...opened, createdAt, openUntil: null }, context)) ?? claimed;
  } catch (cause) {
    await save(claimed, { openUntil: null }, context);
    if (cause instanceof WalletServerError && cause.origin === 'configuration') throw cause;
    throw new WalletServerError('not_opened', 'The payment service opened no session.', { cause });
  }
}

async function openSession({ ref, session }: Order, context: Context): Promise<string> {
  const { service, callbackUrl, redirectUrl } = context;
  const opened = { callbackUrl, redirectUrl: redirectUrl(ref), extra: session };
  return (await service.session(opened)).sessionId;
}

async function addPayment(
  sessionId: string,
  { ref, total, payment }: Order,
  { service, redirectUrl }: Context,
): Promise<string> {
  const back = redirectUrl(ref);
  const added = { sessionId, amount: total, externalId: ref, redirectUrl: back, extra: payment };
  return (await service.payment(added)).paymentId;
}

/** `null` when another write came first. */
async function save(
  attempt: Attempt,
  change: AttemptChange,
  { store, now }: Context,
): Promise<Attempt | null> {
  const next = changed(attempt, change, now());
  if (!next) return null;
  const result = await store.save(next, { cause: 'open', from: 'created', news: null });
  return result === 'saved' ? next : null;
}

function isOpen(
  attempt: Attempt,
  order: Hashed,
  to: Opening,
  { now, profile }: Context,
): attempt is OpenAttempt {
  const { sessionId, paymentId, orderHash, createdAt } = attempt;
  // A token must not meet a session that ends.
  const isOld = now() - createdAt > (profile.sessionLifetime * 1000) / 2;
  if (sessionId === null || isOld) return false;
  if (paymentId !== null) return to === 'session' || isFor(attempt, order);
  return to === 'session' && orderHash === order.sessionHash;
}

function isFor(attempt: Attempt, { amountMinor, total, hash }: Hashed): boolean {
  const { currency, orderHash } = attempt;
  return attempt.amountMinor === amountMinor && currency === total.currency && orderHash === hash;
}

async function hashOf(...members: readonly (JsonObject | undefined)[]): Promise<string> {
  if (members.every((each) => each === undefined)) return '';
  return sha256(utf8(JSON.stringify(members)));
}
