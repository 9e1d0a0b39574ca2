import {
  readOrderRequest,
  readPayTokenRequest,
  readReportRequest,
  readStatusRequest,
  readValidateMerchantRequest,
} from '@wallet-buttons/protocol';
import { type Bytes, isPing, isSigned, readWebhook } from '@wallet-buttons/service-client';
import { WalletServerError } from '../errors.ts';
import { answerOf } from '../order/attempt.ts';
import type { Context } from '../context.ts';
import { prepare } from '../payment/open.ts';
import { pay } from '../payment/pay.ts';
import { keepReport } from '../payment/report.ts';
import { statusOf } from '../payment/status.ts';
import { takeWebhook } from '../upkeep/webhook.ts';
import { sha256 } from '../sha256.ts';
import { type Incoming, readStrictJson } from './body.ts';
import type { WalletServerOptions } from './options.ts';
import type { RateLimit, reportLimit } from './origin.ts';
import { checkKey, choicesOf, counting } from './payment.ts';
import { readReturn, returnPage } from './return.ts';

/** The HTTP options and rate limits that an endpoint uses. */
export interface Http extends WalletServerOptions {
  readonly limits: Readonly<Record<'validations' | 'payments', RateLimit>>;
  /** Runs the work of a report, or drops it if there is too much. */
  readonly admitReport: ReturnType<typeof reportLimit>;
}

/** A reply: JSON, or a body that is sent unchanged. */
export interface Reply {
  readonly status: number;
  readonly json?: object;
  readonly body?: string | Bytes;
  /** The content type; JSON's by default, none for `null`. */
  readonly type?: string | null;
  /** The address of a redirect. */
  readonly location?: string;
}

type Answer = (incoming: Incoming, bytes: Bytes, context: Context, http: Http) => Promise<Reply>;

export interface Route {
  readonly path: string;
  readonly answer: Answer;
  readonly method: 'POST' | 'GET' | 'GET, POST';
  /** Who may call: the shop's pages with JSON, the payment service, or everyone. */
  readonly from: 'page' | 'service' | 'everyone';
  /** Whether it also answers the paths below its own. */
  readonly isDeep?: boolean;
  /** The share of `maxInFlight` that it uses. */
  readonly share: 'payments' | 'questions' | 'webhooks';
}

const wellKnown = '/.well-known/apple-developer-merchantid-domain-association';

export function routesOf({ basePath = '/wallet', walletA }: Http): readonly Route[] {
  const page = { method: 'POST', from: 'page', share: 'payments' } as const;
  const service = { method: 'POST', from: 'service', share: 'webhooks' } as const;
  const everyone = { from: 'everyone', share: 'questions' } as const;
  const routes: Route[] = [
    { path: `${basePath}/prepare`, ...page, answer: prepareOrder },
    { path: `${basePath}/validate-merchant`, ...page, answer: validateMerchant },
    { path: `${basePath}/pay-token`, ...page, answer: payToken },
    { path: `${basePath}/status`, ...page, share: 'questions', answer: status },
    { path: `${basePath}/report`, ...page, share: 'questions', answer: report },
    { path: `${basePath}/return`, ...everyone, method: 'GET, POST', isDeep: true, answer: goBack },
    { path: `${basePath}/webhook/v1`, ...service, answer: webhook('v1') },
    { path: `${basePath}/webhook/v2`, ...service, answer: webhook('v2') },
    { path: `${basePath}/webhook/v3`, ...service, answer: webhook('v3') },
  ];
  const body = walletA?.domainAssociation;
  if (body !== undefined) {
    const reply = { status: 200, type: 'text/plain; charset=utf-8', body };
    const answer = async (): Promise<Reply> => Promise.resolve(reply);
    routes.push({ path: wellKnown, ...everyone, method: 'GET', answer });
  }
  return routes;
}

const prepareOrder: Answer = async (incoming, bytes, context) => {
  const { order } = readOrderRequest(readStrictJson(bytes));
  await prepare(order, choicesOf(incoming), context);
  return { status: 204 };
};

const validateMerchant: Answer = async (incoming, bytes, context, { walletA, limits }) => {
  const request = readValidateMerchantRequest(readStrictJson(bytes));
  const { order, validation_url: url, domain } = request;
  if (!isGateway(url, context.profile.wallets['wallet-a']?.gateways ?? [])) {
    const field = 'validation_url';
    throw new WalletServerError('validation_url_not_allowed', 'Not a known gateway.', { field });
  }
  if (!walletA?.domains.includes(domain)) {
    const field = 'domain';
    throw new WalletServerError('domain_not_allowed', 'Not a registered domain.', { field });
  }
  const admit = counting(limits.validations, 'merchant sessions');
  const { sessionId } = await prepare(order, choicesOf(incoming), context, admit);
  context.deadline.meet();
  const input = { sessionId, validationUrl: url, domain };
  return { status: 200, body: await context.service.validateMerchant(input) };
};

const gatewayPaths = ['/paymentservices/startSession', '/paymentservices/paymentSession'];

/** Compared with its parsed form, to refuse any URL that a parser repairs. */
function isGateway(text: string, gateways: readonly string[]): boolean {
  const { hostname = '', pathname = '' } = URL.parse(text) ?? {};
  const isPlain = text === `https://${hostname}${pathname}`;
  return isPlain && gateways.includes(hostname) && gatewayPaths.includes(pathname);
}

/**
 * Pays with a wallet's token. A problem document means that this request sent nothing. After the first byte
 * the reply is always an outcome, which may be `unknown`.
 */
const payToken: Answer = async (incoming, bytes, context, { limits }) => {
  const idempotencyKey = incoming.headers.get('idempotency-key') ?? '';
  checkKey(idempotencyKey);
  const request = readPayTokenRequest(readStrictJson(bytes), context.profile);
  const admit = counting(limits.payments, 'payments');
  const choices = choicesOf(incoming, request);
  const input = { ...request, choices, admit, idempotencyKey, requestHash: sha256(bytes) };
  // Freed now, because the payment may wait for long. Others may share the memory of an adapter's own.
  if (bytes.length === bytes.buffer.byteLength) bytes.buffer.transfer(0);
  const json = answerOf(await pay(input, context));
  const isOpen = json.outcome === 'unknown' || json.outcome === 'pending';
  return { status: isOpen && json.acs_url === undefined ? 202 : 200, json };
};

/** The status of the order's payment. Nothing that a page sends can change it. */
const status: Answer = async (incoming, bytes, context) => {
  const { order, receipt } = readStatusRequest(readStrictJson(bytes));
  return { status: 200, json: await statusOf(order, choicesOf(incoming), context, receipt) };
};

/** No body of the contract's report needs more bytes. */
const reportSize = 1024;

/** Answers before it looks at anything: nothing of the order, nor whether the report is kept, can be learnt from it. */
const report: Answer = async (incoming, bytes, context, { admitReport }) => {
  if (bytes.byteLength > reportSize) throw new WalletServerError('too_large', 'It is over 1 kB.');
  const request = readReportRequest(readStrictJson(bytes), context.profile);
  const work = admitReport(request.order, async () => {
    return keepReport(request, choicesOf(incoming), context);
  });
  context.background(work);
  return Promise.resolve({ status: 204 });
};

/**
 * Sends a payer who comes from the bank to the shop's page. Nothing is read, decided or stored: `status` checks the
 * receipt. The bank's page is another site, so neither its origin nor a cookie counts.
 */
const goBack: Answer = async ({ path }, _bytes, _context, http) =>
  Promise.resolve({ status: 303, location: returnPage(http, readReturn(path)) });

/**
 * A status change from the service. It is verified before it is parsed, and stored before it is acknowledged.
 * Without the service's key, or without a readable status, get-status gives the status.
 */
function webhook(version: 'v1' | 'v2' | 'v3'): Answer {
  return async ({ headers }, bytes, context, { service }) => {
    const { profile, log } = context;
    const verifier = service.webhooks === 'confirm' ? null : service.webhooks.verifier;
    if (verifier && !(await isSigned(headers, bytes, verifier, profile))) {
      const isNamed = profile.webhook.signatures.some(({ header }) => headers.has(header));
      const cause = isNamed ? undefined : new WalletServerError('missing_field', 'It is missing.');
      const text = 'The signature does not match the body.';
      throw new WalletServerError('signature_invalid', text, { cause });
    }
    const { status: code, body, contentType: type } = profile.webhook.answer;
    // As bytes: a `Response` would add a content type to text.
    const reply = { status: code, body: new TextEncoder().encode(body), type };
    // An unverified one may be a webhook whose body was lost on its way: acknowledged, it would not be sent again.
    if (verifier && isPing(bytes)) {
      log.info('a webhook is a ping, and changes nothing', { version });
      return reply;
    }
    const message = readWebhook(bytes, profile, version, service.reshape?.webhook);
    if (verifier && !message.answer) log.warn('a webhook has no readable status', { version });
    await takeWebhook(message, verifier !== null, context);
    return reply;
  };
}
