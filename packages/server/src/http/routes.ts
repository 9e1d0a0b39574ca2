import {
  type OrderRef,
  type PayTokenRequest,
  readOrderRequest,
  readPayTokenRequest,
  readValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { answerOf } from '../payment/attempt.ts';
import type { Context } from '../payment/context.ts';
import { prepare } from '../payment/open.ts';
import type { Asking } from '../payment/order.ts';
import { pay } from '../payment/pay.ts';
import { statusOf, takeWebhook } from '../payment/reconcile.ts';
import type { Bytes } from '../service/fetch.ts';
import type { Reshape } from '../service/client.ts';
import { sha256, type Verifier } from '../service/signature.ts';
import { isSigned, readWebhook } from '../service/webhook.ts';
import { type Incoming, readStrictJson } from './body.ts';
import type { RateLimit } from './origin.ts';

/** What the routes know beside the payments. */
export interface RouteContext {
  readonly basePath: string;
  readonly walletA: {
    readonly domains: ReadonlySet<string>;
    readonly association: { readonly path: string; readonly content: string | Bytes } | null;
  };
  /** `null`: a webhook is only a hint, and get-status decides. */
  readonly verifier: Verifier | null;
  /** Changes the body of a webhook, where the profile cannot say how it differs. */
  readonly reshape: Reshape['webhook'];
  readonly limits: Readonly<Record<'validations' | 'payments' | 'warnings', RateLimit>>;
}

/** An answer: JSON, or a body as it is. */
export interface Reply {
  readonly status: number;
  readonly json?: object;
  readonly body?: string | Bytes;
  readonly type?: string;
}

type Answer = (
  incoming: Incoming,
  bytes: Bytes,
  context: Context,
  http: RouteContext,
) => Promise<Reply>;

/** One endpoint. */
export interface Route {
  readonly answer: Answer;
  readonly method: 'POST' | 'GET';
  /** Who may call: the shop's own pages with JSON, the payment service, or everyone. */
  readonly from: 'page' | 'service' | 'everyone';
  /** What it is counted with, so that a flood of payments leaves room for webhooks. */
  readonly share: 'payments' | 'questions' | 'webhooks';
}

/** The endpoints by their paths. */
export function routesOf({ basePath, walletA }: RouteContext): ReadonlyMap<string, Route> {
  const page = { method: 'POST', from: 'page', share: 'payments' } as const;
  const service = { method: 'POST', from: 'service', share: 'webhooks' } as const;
  const routes = new Map<string, Route>([
    [`${basePath}/prepare`, { ...page, answer: prepareOrder }],
    [`${basePath}/validate-merchant`, { ...page, answer: validateMerchant }],
    [`${basePath}/pay-token`, { ...page, answer: payToken }],
    [`${basePath}/status`, { ...page, share: 'questions', answer: status }],
    [`${basePath}/webhook/v1`, { ...service, answer: webhook('v1') }],
    [`${basePath}/webhook/v2`, { ...service, answer: webhook('v2') }],
    [`${basePath}/webhook/v3`, { ...service, answer: webhook('v3') }],
  ]);
  if (walletA.association) {
    const file = { method: 'GET', from: 'everyone', share: 'questions' } as const;
    routes.set(walletA.association.path, { ...file, answer: association });
  }
  return routes;
}

/** Opens session and payment while the sheet is open, so that the token finds them ready. */
const prepareOrder: Answer = async (asker, bytes, context) => {
  const { order } = readOrderRequest(readStrictJson(bytes));
  await prepare(order, { asker }, context);
  return { status: 204 };
};

/** Wallet A: the merchant session for a registered domain, as the service gave it. */
const validateMerchant: Answer = async (incoming, bytes, context, { walletA, limits }) => {
  const asked = readValidateMerchantRequest(readStrictJson(bytes));
  const { order, validation_url: url, domain } = asked;
  if (!isGateway(url, context.profile.wallets['wallet-a'].gateways)) {
    const field = 'validation_url';
    throw new WalletServerError('validation_url_not_allowed', 'Not a known gateway.', { field });
  }
  if (!walletA.domains.has(domain)) {
    const field = 'domain';
    throw new WalletServerError('domain_not_allowed', 'Not a registered domain.', { field });
  }
  const admit = admission(limits.validations, order, 'merchant sessions');
  const { sessionId } = await prepare(order, { asker: { ...incoming, admit } }, context);
  const input = { sessionId, validationUrl: url, domain };
  return { status: 200, body: await context.service.validateMerchant(input) };
};

const gatewayPaths = ['/paymentservices/startSession', '/paymentservices/paymentSession'];

/** Compared with its parsed form, so that nothing that a parser repairs gets through. */
function isGateway(text: string, gateways: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { hostname, pathname } = new URL(text);
  const isPlain = text === `https://${hostname}${pathname}`;
  return isPlain && gateways.includes(hostname) && gatewayPaths.includes(pathname);
}

/**
 * Pays with a wallet's token. A problem as answer means that this request sent nothing; from the first byte
 * on the answer is an outcome, and `unknown` is one of them.
 */
const payToken: Answer = async (incoming, bytes, context, { limits }) => {
  const idempotencyKey = incoming.headers.get('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    const text = 'The Idempotency-Key is missing or malformed.';
    throw new WalletServerError('invalid_idempotency_key', text);
  }
  const request = readPayTokenRequest(readStrictJson(bytes));
  const admit = admission(limits.payments, request.order, 'payments');
  const asking = { asker: { ...incoming, admit }, ...choicesOf(request) };
  const requestHash = sha256(bytes);
  const input = { ...request, asking, idempotencyKey, requestHash };
  const json = answerOf(await pay(input, context));
  const isOpen = json.outcome === 'unknown' || json.outcome === 'pending';
  return { status: isOpen && json.acs_url === undefined ? 202 : 200, json };
};

/** What the payer chose, for `findOrder`. */
function choicesOf(request: PayTokenRequest): Omit<Asking, 'asker'> {
  const { shipping_option, shipping_address, coupon_code, payer, billing_address } = request;
  return {
    ...(shipping_option !== undefined && { shippingOption: shipping_option }),
    ...(shipping_address !== undefined && { shippingAddress: shipping_address }),
    ...(coupon_code !== undefined && { couponCode: coupon_code }),
    ...(payer !== undefined && { payer }),
    ...(billing_address !== undefined && { billingAddress: billing_address }),
  };
}

/** How the order's payment stands. It only reads: nothing that a page sends can change it. */
const status: Answer = async (asker, bytes, context) => {
  const { order } = readOrderRequest(readStrictJson(bytes));
  return { status: 200, json: await statusOf(order, { asker }, context) };
};

/**
 * A status change from the service: verified before it is parsed, stored before it is acknowledged. Without
 * the service's key, or a readable status, it is a hint, which get-status has to confirm.
 */
function webhook(version: 'v1' | 'v2' | 'v3'): Answer {
  return async ({ headers }, bytes, context, { verifier, reshape, limits }) => {
    const { profile, log } = context;
    if (verifier && !(await isSigned(headers, bytes, verifier, profile))) {
      const isNamed = profile.webhook.signatures.some(({ header }) => headers.has(header));
      // The only sign of a wrong pinned key.
      if (limits.warnings('signature') === 0) {
        const signature = isNamed ? 'does not match' : 'missing';
        log.warn('a webhook was refused', { version, signature });
      }
      throw new WalletServerError('signature_invalid', 'The signature does not match the body.');
    }
    const message = readWebhook(bytes, profile, version, reshape);
    if (verifier && !message.answer) log.warn('a webhook has no readable status', { version });
    await takeWebhook(message, verifier !== null, context);
    const { status: code, body, contentType } = profile.webhook.answer;
    return { status: code, body, ...(contentType !== null && { type: contentType }) };
  };
}

/** Wallet A's proof that the domain is the merchant's: the file as the merchant got it. */
const association: Answer = async (_incoming, _bytes, _context, { walletA }) => {
  const body = walletA.association?.content ?? '';
  return Promise.resolve({ status: 200, type: 'text/plain; charset=utf-8', body });
};

/** Counts a request for its order once, as soon as the merchant has said that the asker may see the order. */
function admission(limit: RateLimit, order: OrderRef, what: string): () => void {
  let isCounted = false;
  return () => {
    const retryAfter = isCounted ? 0 : limit(order);
    isCounted = true;
    if (retryAfter === 0) return;
    throw new WalletServerError('too_many', `Too many ${what} of this order.`, { retryAfter });
  };
}
