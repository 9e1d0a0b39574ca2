import {
  type Amount,
  type PayTokenAnswer,
  type PayTokenRequest,
  ProtocolError,
  sameAmount,
} from '@wallet-buttons/protocol';
import { describe, WalletServerError } from '../errors.ts';
import { sha256 } from '../service/signature.ts';
import { type Attempt, changed, shownOutcome, unsent } from './attempt.ts';
import type { Context } from './context.ts';
import { conflict, open } from './open.ts';
import { type Asking, lookUp, type Order } from './order.ts';
import { ask } from './reconcile.ts';
import { record } from './record.ts';
import { afterFailure, afterPayToken, type Transition } from './transition.ts';

/** A request to pay. */
export interface PayInput extends PayTokenRequest {
  readonly idempotencyKey: string;
  /** SHA-256 of the request's bytes: the same key with the same bytes is the same request. */
  readonly requestHash: string;
  readonly asker: Asking['asker'];
}

/**
 * One payment: open, commit the intent, send the token once, commit the outcome. From the first byte on the
 * token is not sent again, and an outcome without evidence stays unknown.
 * @throws {WalletServerError} only while nothing of the token was sent.
 */
export async function pay(input: PayInput, context: Context): Promise<PayTokenAnswer> {
  let written: Intent | null;
  try {
    written = await commitIntent(await openShown(input, context), input, context);
  } catch (error) {
    const earlier = await replayed(input, context);
    if (earlier) return answerOf(earlier);
    throw error;
  }
  if (!written) return pay(input, context);
  const { intent, took } = written;
  if (took > context.timeout) {
    const text = 'The intent took so long to write that another process may have given it up.';
    return release(intent, new WalletServerError('store_failed', text), context);
  }
  const outcome = await send(intent, input, context);
  context.background(noticeChange(intent, input, context));
  return answerOf(outcome);
}

/** What an attempt is to the page that asks. */
export function answerOf(attempt: Attempt): PayTokenAnswer {
  const { status, acsUrl } = attempt;
  return { outcome: shownOutcome(attempt), status, ...(acsUrl !== null && { acs_url: acsUrl }) };
}

/** The attempt to pay with, open at the service for the total that the sheet showed. */
async function openShown(input: PayInput, context: Context): Promise<Attempt> {
  const order = await lookUpShown(input, context);
  const attempt = await open(order, 'payment', context);
  // It was opened just now, which may have taken a while, and the shop may have changed the order meanwhile.
  if (attempt.readAt - attempt.updatedAt < 1000) await lookUpShown(input, context);
  return attempt;
}

async function lookUpShown(input: PayInput, context: Context): Promise<Order> {
  const order = await lookUp(input.order, askingOf(input), context);
  if (isShown(input, order.total)) return order;
  const text = 'The sheet showed another total than the order has.';
  throw new WalletServerError('amount_mismatch', text);
}

/** A stored intent, and how many milliseconds its write took. */
interface Intent {
  readonly intent: Attempt;
  readonly took: number;
}

/** Durable before the first byte leaves; `null` when the attempt changed meanwhile. */
async function commitIntent(
  attempt: Attempt,
  { idempotencyKey, requestHash, wallet, token, card }: PayInput,
  { payments, timeout }: Context,
): Promise<Intent | null> {
  const intent = changed(attempt, {
    state: 'sending',
    wallet,
    idempotencyKey,
    requestHash,
    tokenHash: sha256(token),
    cardNetwork: card?.network ?? null,
    cardLast4: card?.last4 ?? null,
    checks: 0,
  });
  if (!intent) throw conflict(attempt);
  // By then this process has an answer, or it is gone and another has to ask.
  const write = { cause: 'pay', from: attempt.state, checkIn: timeout + 15_000 };
  const begun = performance.now();
  const committed = await payments.commit(intent, write);
  if (committed === 'stale') return null;
  if (committed === 'token_reused') {
    throw new WalletServerError('token_reused', 'This token was used before.');
  }
  if (committed === 'key_reused') {
    throw new WalletServerError(
      'idempotency_key_reused',
      'The key came with another request before.',
    );
  }
  return { intent: committed.attempt, took: performance.now() - begun };
}

/** The attempt of an earlier request with the same key: its state now is the answer. */
async function replayed(input: PayInput, { payments }: Context): Promise<Attempt | null> {
  const earlier = await payments.find({ idempotencyKey: input.idempotencyKey });
  if (earlier && earlier.requestHash !== input.requestHash) {
    throw new WalletServerError(
      'idempotency_key_reused',
      'The key came with another request before.',
    );
  }
  return earlier;
}

/** Sends the token and records what came of it. */
async function send(
  intent: Attempt,
  { wallet, token }: PayInput,
  context: Context,
): Promise<Attempt> {
  const { service, profile, log, sending, ending } = context;
  const { id, sessionId, order } = intent;
  sending.add(id);
  try {
    const redirectUrl = context.redirectUrl(order);
    const sent = { sessionId, wallet, token, redirectUrl };
    const answer = await service.payToken(sent, { signal: ending });
    return await settle(intent, (stored) => afterPayToken(stored, answer, profile), context);
  } catch (error) {
    const failure = afterFailure(error, profile);
    const level = isRedirect(error) ? 'error' : 'warn';
    const text = isRedirect(error) ? 'redirect_refused' : 'pay-token was not answered';
    log[level](text, { attempt: id, order, failure, ...describe(error) });
    if (failure === 'not_sent') return await release(intent, error, context);
    const state = failure === 'rejected' ? 'rejected' : 'unknown';
    const settled = await settle(intent, () => ({ change: { state } }), context);
    sending.delete(id);
    return failure === 'refused' ? ((await ask(settled, context, true)) ?? settled) : settled;
  } finally {
    sending.delete(id);
  }
}

/** A redirect is never followed: a gateway in between is configured wrongly, and a person has to look. */
function isRedirect(error: unknown): boolean {
  const { serviceStatus = 0 } = error instanceof WalletServerError ? error.details : {};
  return serviceStatus >= 300 && serviceStatus < 400;
}

/** Never rejects: an outcome that cannot be written leaves the intent, and get-status finds the outcome. */
async function settle(
  intent: Attempt,
  decide: (attempt: Attempt) => Transition,
  context: Context,
): Promise<Attempt> {
  try {
    return await record(context, intent, 'pay-token', decide);
  } catch (error) {
    context.log.error('an outcome could not be written', {
      attempt: intent.id,
      order: intent.order,
      ...describe(error),
    });
    return intent;
  }
}

/** Nothing was sent, so the payer may press again: the attempt is as it was, and the error is the answer. */
async function release(intent: Attempt, error: unknown, { payments }: Context): Promise<never> {
  for (let attempt: Attempt | null = intent; attempt;) {
    const free = unsent(attempt);
    if (!free) break;
    const write = { cause: 'not sent', from: attempt.state, checkIn: null };
    if ((await payments.commit(free, write)) !== 'stale') break;
    attempt = await payments.find({ id: intent.id });
  }
  throw error;
}

/** An order that was changed while its token was under way has to be looked at. */
async function noticeChange(sent: Attempt, input: PayInput, context: Context): Promise<void> {
  // A shop may hide an order that is paid.
  const order = await lookUp(input.order, askingOf(input), context).catch(() => null);
  if (!order || (order.minor === sent.asked && order.total.currency === sent.currency)) return;
  context.log.error('order_changed', { attempt: sent.id, order: sent.order });
}

function isShown({ shown }: PayInput, total: Amount): boolean {
  try {
    return sameAmount(shown, total);
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

function askingOf(input: PayInput): Asking {
  const { asker, shipping_option, shipping_address, coupon_code, payer, billing_address } = input;
  return {
    asker,
    ...(shipping_option !== undefined && { shippingOption: shipping_option }),
    ...(shipping_address !== undefined && { shippingAddress: shipping_address }),
    ...(coupon_code !== undefined && { couponCode: coupon_code }),
    ...(payer !== undefined && { payer }),
    ...(billing_address !== undefined && { billingAddress: billing_address }),
  };
}
