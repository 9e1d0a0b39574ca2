import {
  type OrderRef,
  type PaymentRequest,
  type PayTokenAnswer,
  readPaymentRequest,
} from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { answerOf } from '../order/attempt.ts';
import type { Context, OrderChoices } from '../context.ts';
import { checkObject } from '../input.ts';
import { pay } from '../payment/pay.ts';
import { sha256 } from '../sha256.ts';
import type { Incoming } from './body.ts';
import type { RateLimit } from './origin.ts';

/**
 * A payment from code: the fields of a page's pay-token request, and a key. `shown` is the total that the payer agreed to,
 * if the caller knows it. It is compared with the order, and never charged.
 */
export type PayOptions = PaymentRequest & {
  /**
   * Names this payment, like the `Idempotency-Key` of a page: 1 to 255 ASCII characters without a blank. Store it before
   * the call. A call that is repeated with the same key and fields sends nothing and returns the present outcome. Pages
   * and code share one set of keys, so let no payer guess it: a random one is right.
   */
  readonly key: string;
  /** What `findOrder` gets as `request`; by default a request without headers. */
  readonly request?: Request;
  /** What `findOrder` gets as `original`: whatever tells it who asks, such as the session of an app. */
  readonly original?: unknown;
};

/** The outcome of a payment from code. `acs_url` is the bank's page, present only if the bank has to check the payer. */
export interface PayResult extends PayTokenAnswer {
  /** The order's own reference. */
  readonly order: OrderRef;
  /** The id of the attempt. */
  readonly attempt: string;
}

/** Pays as a page does, by the same flow. */
export async function payFromCode(
  options: PayOptions,
  context: Context,
  limit: RateLimit,
): Promise<PayResult> {
  checkObject(options);
  const { key, request: ownRequest, original, ...fields } = options;
  checkKey(key);
  const request = readPaymentRequest(fields, context.profile);
  const incoming = { request: () => ownRequest ?? new Request(context.callbackUrl), original };
  const attempt = await pay(
    {
      ...request,
      choices: choicesOf(incoming, request),
      refusesEstimates: true,
      admit: counting(limit, 'payments'),
      idempotencyKey: key,
      // The reader has put the fields into one sequence.
      requestHash: sha256(JSON.stringify(request)),
    },
    context,
  );
  return { order: attempt.order, attempt: attempt.id, ...answerOf(attempt) };
}

/** @throws {WalletServerError} `invalid_idempotency_key` */
export function checkKey(key: string): void {
  // Untyped callers may pass a number, or nothing.
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return;
  const text = 'The Idempotency-Key is missing or malformed.';
  throw new WalletServerError('invalid_idempotency_key', text);
}

/** What `findOrder` gets of a request. */
export function choicesOf(
  incoming: Pick<Incoming, 'request' | 'original'>,
  paymentRequest: Partial<PaymentRequest> = {},
): OrderChoices {
  return {
    // Created at the first access.
    get request() {
      return incoming.request();
    },
    original: incoming.original,
    shippingOption: paymentRequest.shipping_option,
    shippingAddress: paymentRequest.shipping_address,
    couponCode: paymentRequest.coupon_code,
    payer: paymentRequest.payer,
    billingAddress: paymentRequest.billing_address,
  };
}

/** Returns a function that counts a request for its order, and throws `too_many` above the limit. */
export function counting(limit: RateLimit, subject: string): (order: OrderRef) => void {
  return (order) => {
    const retryAfter = limit(order);
    if (retryAfter === 0) return;
    throw new WalletServerError('too_many', `Too many ${subject} of this order.`, { retryAfter });
  };
}
