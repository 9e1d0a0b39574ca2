import { ProtocolError, sameAmount } from '@wallet-buttons/protocol';
import type { Amount, PayTokenAnswer, PayTokenRequest } from '@wallet-buttons/protocol';
import { changed, shownOutcome, unsent } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import { utf8 } from '../bytes.ts';
import { describe } from '../context.ts';
import type { Context } from '../context.ts';
import type { Incoming } from '../message.ts';
import { WalletServerError } from '../errors.ts';
import { amountOf } from '../status-change.ts';
import { verdictOfAnswer, verdictOfFailure } from '../outcome.ts';
import type { Verdict } from '../outcome.ts';
import { sha256 } from '../service/signature.ts';
import { conflict, open } from './open.ts';
import type { OpenAttempt } from './open.ts';
import { lookUp } from './order.ts';
import type { Asking, Order } from './order.ts';
import { record } from './record.ts';

/** A request to pay, with what makes it the same request when it comes again. */
export interface PayInput extends PayTokenRequest {
  readonly idempotencyKey: string;
  /** SHA-256 of the request's bytes. */
  readonly requestHash: string;
  readonly original: Incoming['original'];
}

/**
 * One payment: commit the intent, send the token once, commit the outcome. Whatever happens after the
 * first byte, the token is not sent again, and an outcome that nobody knows stays unknown.
 * @throws {WalletServerError} before anything is sent; `service_unreachable` proves nothing was.
 */
export async function pay(input: PayInput, context: Context): Promise<PayTokenAnswer> {
  const earlier = await replayed(input, context);
  if (earlier) return answerOf(earlier);
  const askedAt = context.now();
  const order = await lookUpShown(input, context);
  const ready = await open(order, 'payment', context);
  // Opening it took a while, in which the shop may have changed the order.
  if (ready.updatedAt >= askedAt) await lookUpShown(input, context);
  const redirectUrl = context.redirectUrl(order.ref);
  const sending = await commitIntent(ready, input, context);
  if (!sending) return pay(input, context);
  const answer = await send(sending, input, redirectUrl, context);
  context.background(noticeChange(sending, input, context));
  return answer;
}

/** What is paid is what was agreed to; an order that was changed meanwhile wants a person. */
async function noticeChange(sent: Attempt, input: PayInput, context: Context): Promise<void> {
  // A shop may well hide an order that is paid.
  const order = await lookUp(input.order, choicesOf(input), context).catch(() => null);
  if (!order || sameAmount(order.total, amountOf(sent))) return;
  context.log.error('order_changed', { attempt: sent.id, order: sent.order });
}

/** The order with the payer's choices, whose total the sheet has to have shown. */
async function lookUpShown(input: PayInput, context: Context): Promise<Order> {
  const order = await lookUp(input.order, choicesOf(input), context);
  if (isShown(input, order.total)) return order;
  throw new WalletServerError(
    'amount_mismatch',
    'The sheet showed another total than the order has.',
  );
}

/** What an attempt is to the page that asks. */
export function answerOf(attempt: Attempt): PayTokenAnswer {
  const { status, acsUrl } = attempt;
  return { outcome: shownOutcome(attempt), status, ...(acsUrl !== null && { acs_url: acsUrl }) };
}

/** The attempt that an earlier request with the same key made; its state now is the answer. */
async function replayed(input: PayInput, { store }: Context): Promise<Attempt | null> {
  const { idempotencyKey } = input;
  const earlier = await store.find({ idempotencyKey });
  if (earlier && earlier.requestHash !== input.requestHash) {
    throw new WalletServerError(
      'idempotency_key_reused',
      'The key came with another request before.',
    );
  }
  return earlier;
}

/** Durable before the first byte leaves; `null` when the attempt changed meanwhile. */
async function commitIntent(
  attempt: OpenAttempt,
  { idempotencyKey, requestHash, wallet, token }: PayInput,
  { store, now, timeout }: Context,
): Promise<OpenAttempt | null> {
  const sentAt = now();
  const intent = changed(
    attempt,
    {
      state: 'sending',
      wallet,
      idempotencyKey,
      requestHash,
      tokenHash: await sha256(utf8(token)),
      sentAt,
      // By then this process has an answer, or it is gone and another has to ask.
      nextCheckAt: sentAt + timeout + 15_000,
      checks: 0,
    },
    sentAt,
  );
  if (!intent) throw conflict(attempt);
  const result = await store.save(intent, { cause: 'pay', from: attempt.state, news: null });
  if (result === 'token_reused') {
    throw new WalletServerError('token_reused', 'This token was used before.');
  }
  return result === 'saved' ? { ...intent, sessionId: attempt.sessionId } : null;
}

async function send(
  sending: OpenAttempt,
  { wallet, token }: PayInput,
  redirectUrl: string,
  context: Context,
): Promise<PayTokenAnswer> {
  const { service, profile, log, now, timeout } = context;
  const { id, sessionId, order, sentAt } = sending;
  if (now() - (sentAt ?? 0) > timeout) {
    const message = 'The intent was so long in writing that it may have been given up.';
    return release(id, new WalletServerError('store_failed', message), context);
  }
  context.sending.add(id);
  try {
    const answer = await service.payToken({ sessionId, wallet, token, redirectUrl });
    return await settle(sending, context, (attempt) => verdictOfAnswer(attempt, answer, profile));
  } catch (error) {
    const verdict = verdictOfFailure(error, profile);
    const fields = { attempt: id, order, verdict, ...describe(error) };
    if (isRedirect(error)) log.error('redirect_refused', fields);
    else log.warn('pay-token was not answered', fields);
    if (verdict === 'not_sent') return await release(id, error, context);
    return await settle(sending, context, () => ({ change: { state: verdict } }));
  } finally {
    context.sending.delete(id);
  }
}

/** Nobody follows it, so whoever it should have led to has not got the token. */
function isRedirect(error: unknown): boolean {
  const { serviceStatus = 0 } = error instanceof WalletServerError ? error.details : {};
  return serviceStatus >= 300 && serviceStatus < 400;
}

/** Never rejects: an outcome that cannot be written leaves the intent, and get-status finds the truth. */
async function settle(
  sending: Attempt,
  context: Context,
  decide: (attempt: Attempt) => Verdict,
): Promise<PayTokenAnswer> {
  const { now, log } = context;
  try {
    const settled = await record(context, sending, 'pay-token', (attempt) => {
      const { change, ...rest } = decide(attempt);
      return { ...rest, change: change && { nextCheckAt: now() + 1000, ...change } };
    });
    return answerOf(settled);
  } catch (error) {
    log.error('an outcome could not be written', { attempt: sending.id, ...describe(error) });
    return { outcome: 'unknown', status: '' };
  }
}

/** Nothing left, so the payer may press again: the attempt is as it was, and so is the answer. */
async function release(id: string, error: unknown, { store, now }: Context): Promise<never> {
  for (;;) {
    const attempt = await store.find({ id });
    const free = attempt && unsent(attempt, now());
    if (!free) throw error;
    const note = { cause: 'not sent', from: attempt.state, news: null };
    if ((await store.save(free, note)) === 'saved') throw error;
  }
}

function isShown({ shown }: PayInput, total: Amount): boolean {
  try {
    return sameAmount(shown, total);
  } catch (error) {
    if (error instanceof ProtocolError) return false;
    throw error;
  }
}

function choicesOf(input: PayInput): Asking {
  const { original, payer, shipping_option, shipping_address, billing_address, coupon_code } =
    input;
  return {
    original,
    ...(payer !== undefined && { payer }),
    ...(shipping_option !== undefined && { shippingOption: shipping_option }),
    ...(shipping_address !== undefined && { shippingAddress: shipping_address }),
    ...(billing_address !== undefined && { billingAddress: billing_address }),
    ...(coupon_code !== undefined && { couponCode: coupon_code }),
  };
}
