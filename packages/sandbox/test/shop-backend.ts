/** A merchant's backend as small as can be, with one mistake in it if a test asks for one. */
import { sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Mistakes that are made in such backends. */
export type Fault =
  | 'no-lock'
  | 'resend'
  | 'lost-is-failed'
  | 'unsigned-webhooks'
  | 'queued-webhooks'
  | 'rewritten-webhooks'
  | 'latest-wins'
  | 'browser-amount'
  | 'unknown-is-paid'
  | 'wrapped-session'
  | 'any-validation-url'
  | 'parsed-token'
  | 'other-code'
  | 'echoed-body'
  | 'part-is-all'
  | 'refused-forever'
  | 'one-look'
  | 'conflict-is-refusal'
  | 'no-job'
  | 'blanks-taken';

export interface ShopOptions {
  readonly serviceUrl: string;
  readonly merchantId: string;
  /** PEM. */
  readonly merchantKey: string;
  /** PEM. */
  readonly webhookPublicKey: string;
  readonly fault?: Fault;
  /** How long the first webhook takes, in milliseconds. */
  readonly firstWebhook?: number;
  /** Milliseconds between the two looks at a status that free an order; default 10000. */
  readonly looksApart?: number;
}

export interface ShopBackend {
  /** Base URL of the endpoints. */
  readonly url: string;
  readonly close: () => void;
}

interface Attempt {
  readonly key: string;
  session: string;
  status: string;
  outcome: string;
  acsUrl?: string;
  /** When the service refused the token, and was first seen to know of nothing. */
  refused?: { since?: number };
}

type Json = Readonly<Record<string, unknown>>;

class Problem extends Error {
  readonly status: number;
  readonly extra: Json;
  constructor(status: number, code: string, extra: Json = {}) {
    super(code);
    this.status = status;
    this.extra = extra;
  }
}

/** The service refused the call. */
class Refused extends Error {}

const price = { amount: '199.90', currency: 'UAH' };
const outcomes: Readonly<Record<string, string>> = {
  paid: 'succeeded',
  paid_off: 'succeeded',
  holded: 'authorized',
  failed: 'failed',
  expired: 'expired',
  voided: 'cancelled',
  refunded: 'refunded',
};
/** A later status of a higher rank replaces the one before. */
const rank = [
  'unknown',
  'pending',
  'failed',
  'expired',
  'authorized',
  'succeeded',
  'cancelled',
  'refunded',
];

export async function startShop(options: ShopOptions): Promise<ShopBackend> {
  const { fault } = options;
  let pause = options.firstWebhook ?? 0;
  const attempts = new Map<string, Attempt>();
  const opened = new Map<string, string>();

  const call = async (name: string, body: Json): Promise<string> => {
    const text = JSON.stringify({ merchant_id: options.merchantId, ...body });
    const response = await fetch(`${options.serviceUrl}/v1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-sign': sign('sha256', Buffer.from(text), options.merchantKey).toString('base64'),
      },
      body: text,
      redirect: 'error',
    });
    const answered = await response.text();
    if (response.ok) return answered;
    throw isRefusal(response.status, answered) ? new Refused(name) : new Error(name);
  };
  /** In the service’s own shape, and not because it is at work on the session. */
  const isRefusal = (code: number, text: string): boolean => {
    const { type, code: name } = jsonIn(text);
    const isBusy = code === 409 || name === 'InProgressError';
    return code < 500 && type === 'processing' && (!isBusy || fault === 'conflict-is-refusal');
  };
  const ask = async (name: string, body: Json): Promise<Json> =>
    JSON.parse(await call(name, body)) as Json;

  const open = async (order: string, amount: string): Promise<string> => {
    const known = opened.get(order);
    if (known !== undefined) return known;
    const callback = `${url}/webhook/v1`;
    const session = String((await ask('session', { callback_url: callback }))['id']);
    await ask('payment', { session_id: session, amount: Number(amount), external_id: order });
    opened.set(order, session);
    return session;
  };

  const apply = (attempt: Attempt, status: string): void => {
    const outcome = outcomes[status] ?? (fault === 'unknown-is-paid' ? 'succeeded' : 'pending');
    const later = rank.indexOf(outcome) >= rank.indexOf(attempt.outcome);
    if (later || fault === 'latest-wins') Object.assign(attempt, { status, outcome });
  };

  const answerOf = ({ outcome, status, acsUrl }: Attempt): Json => ({
    outcome,
    status,
    ...(acsUrl !== undefined && outcome === 'pending' && { acs_url: acsUrl }),
  });

  const payToken = async (body: Json, key: string | undefined): Promise<[number, Json]> => {
    const order = orderOf(body, fault);
    const { token, wallet } = body;
    const shown = body['shown'] as Partial<typeof price> | undefined;
    if (key === undefined) throw new Problem(400, 'idempotency_key_missing');
    if (typeof token !== 'string' || token === '') throw new Problem(400, 'invalid_request');
    if (wallet !== 'wallet-a' && wallet !== 'wallet-b') throw new Problem(400, 'invalid_request');
    if (typeof shown?.amount !== 'string') throw new Problem(400, 'invalid_request');
    const trusted = fault === 'browser-amount' ? shown.amount : price.amount;
    if (shown.amount !== trusted) throw new Problem(409, 'amount_changed');

    const before = attempts.get(order);
    if (before?.key === key) return [before.outcome === 'unknown' ? 202 : 200, answerOf(before)];
    const isFree = ['failed', ...(fault === 'part-is-all' ? ['refunded'] : [])];
    if (before && !isFree.includes(before.outcome) && fault !== 'no-lock') {
      throw new Problem(409, 'order_busy', answerOf(before));
    }
    if (before) opened.delete(order);
    const attempt: Attempt = { key, session: '', status: '', outcome: 'unknown' };
    attempts.set(order, attempt);
    try {
      attempt.session = await open(order, trusted);
    } catch {
      attempts.delete(order);
      throw new Problem(502, 'service_unreachable');
    }
    const sent = {
      session_id: attempt.session,
      token: fault === 'parsed-token' ? JSON.stringify(JSON.parse(token)) : token,
      paytype: wallet === 'wallet-a' ? 'apple_pay' : 'google_pay',
      redirect_url: 'http://localhost/return',
    };
    const send = async (): Promise<void> => {
      const { status, acs_url: acsUrl } = await ask('pay-token', sent);
      if (typeof acsUrl === 'string') attempt.acsUrl = acsUrl;
      apply(attempt, String(status));
    };
    await send().catch(async (error: unknown) => {
      if (error instanceof Refused && fault !== 'refused-forever') attempt.refused = {};
      if (fault === 'lost-is-failed') attempt.outcome = 'failed';
      if (fault === 'resend') await send().catch(() => undefined);
    });
    const open202 = ['unknown', 'pending'].includes(attempt.outcome) && !attempt.acsUrl;
    return [open202 ? 202 : 200, answerOf(attempt)];
  };

  /** Asks the service about a payment that is open. */
  const look = async (attempt: Attempt): Promise<void> => {
    if (!['unknown', 'pending'].includes(attempt.outcome) || attempt.session === '') return;
    const answer = await ask('get-status', { session_id: attempt.session }).catch(() => ({}));
    if (!('status' in answer)) return;
    if (answer.status !== 'created') apply(attempt, String(answer.status));
    else if (attempt.refused) free(attempt, attempt.refused);
  };
  /** A refused token frees its order by the second look that knows of nothing. */
  const free = (attempt: Attempt, refused: { since?: number }): void => {
    refused.since ??= Date.now();
    const pause = fault === 'one-look' ? 0 : (options.looksApart ?? 10_000);
    if (Date.now() - refused.since >= pause) attempt.outcome = 'failed';
  };
  const job = setInterval(() => {
    for (const attempt of attempts.values()) void look(attempt);
  }, 500);
  if (fault === 'no-job') clearInterval(job);

  const status = async (body: Json): Promise<[number, Json]> => {
    const attempt = attempts.get(orderOf(body, fault));
    const none = fault === 'other-code' ? 'not_found' : 'no_payment';
    if (attempt === undefined) throw new Problem(404, none);
    await look(attempt);
    const final = !['unknown', 'pending', 'authorized'].includes(attempt.outcome);
    return [200, { ...answerOf(attempt), final }];
  };

  const validate = async (body: Json): Promise<[number, string]> => {
    const order = orderOf(body, fault);
    const url = String(body['validation_url']);
    const parsed = URL.canParse(url) ? new URL(url) : undefined;
    const known = parsed?.protocol === 'https:' && parsed.host === 'apple-pay-gateway.apple.com';
    if ((!known || parsed.username) && fault !== 'any-validation-url') {
      throw new Problem(400, 'validation_url');
    }
    const domain = '127.0.0.1';
    const session = await open(order, price.amount);
    const sent = { session_id: session, validation_url: url, domain };
    const text = await call('walleta-pay/validate-merchant', sent).catch(() => {
      throw new Problem(502, 'service_unreachable');
    });
    return [200, fault === 'wrapped-session' ? JSON.stringify({ session: text }) : text];
  };

  const webhook = (raw: Buffer, signature: string): [number, Json] => {
    const signed =
      fault === 'rewritten-webhooks' ? Buffer.from(JSON.stringify(read(raw.toString()))) : raw;
    const right = verify(
      'sha256',
      signed,
      options.webhookPublicKey,
      Buffer.from(signature, 'base64'),
    );
    const isQueued = fault === 'queued-webhooks';
    if (!right && !isQueued && fault !== 'unsigned-webhooks') {
      throw new Problem(401, 'invalid_signature');
    }
    const body = read(raw.toString());
    const attempt = [...attempts.values()].find(({ session }) => session === body['id']);
    if (attempt && isQueued) setTimeout(apply, 300, attempt, String(body['status']));
    else if (attempt) apply(attempt, String(body['status']));
    return [200, {}];
  };

  const answer = async (
    request: IncomingMessage,
    raw: Buffer,
  ): Promise<readonly [number, Json | string | null]> => {
    const path = (request.url ?? '').replace('/wallet', '');
    if (request.method !== 'POST') throw new Problem(405, 'method_not_allowed');
    if (raw.length > 65_536) throw new Problem(413, 'too_large');
    if (request.headers['content-type'] !== 'application/json') throw new Problem(415, 'not_json');
    if (/^\/webhook\/v[123]$/.test(path)) {
      const waits = pause;
      pause = 0;
      await sleep(waits);
      return webhook(raw, String(request.headers['x-sign-v2'] ?? ''));
    }
    const body = read(raw.toString());
    if (path === '/pay-token') {
      return payToken(body, request.headersDistinct['idempotency-key']?.[0]);
    }
    if (path === '/status') return status(body);
    if (path === '/validate-merchant') return validate(body);
    if (path !== '/prepare') throw new Problem(404, 'not_found');
    await open(orderOf(body, fault), price.amount).catch(() => undefined);
    return [204, null];
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      answer(request, Buffer.concat(chunks)).then(
        ([code, body]) => {
          send(response, code, 'application/json', body);
        },
        (error: unknown) => {
          const problem = error instanceof Problem ? error : new Problem(500, 'internal');
          const { status: code, message, extra } = problem;
          const { status: payment_status, ...rest } = extra;
          const detail = fault === 'echoed-body' ? Buffer.concat(chunks).toString() : '';
          const same = { code: message, title: message, status: code, detail };
          const body = { ...same, ...rest, payment_status };
          send(response, code, 'application/problem+json', body);
        },
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/wallet`;
  return {
    url,
    close: () => {
      clearInterval(job);
      server.closeAllConnections();
      server.close();
    },
  };
}

function orderOf(body: Json, fault?: Fault): string {
  const { order } = body;
  if (typeof order !== 'string') throw new Problem(400, 'invalid_request');
  const isPadded = order.trim() !== order && fault !== 'blanks-taken';
  if (isPadded) throw new Problem(400, 'invalid_request');
  if (!order.startsWith('conformance-')) throw new Problem(404, 'order_not_found');
  return order;
}

/** The members of a JSON object; none for any other text. */
function jsonIn(text: string): Json {
  try {
    return { ...(JSON.parse(text) as Json) };
  } catch {
    return {};
  }
}

function read(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The next line says it.
  }
  throw new Problem(400, 'invalid_json');
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: Json | string | null,
): void {
  const text = typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body);
  response.writeHead(status, { 'content-type': type }).end(text);
}
