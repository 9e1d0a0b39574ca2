/** A merchant as small as can be: signs calls by hand and takes webhooks, so that tests see the wire. */
import { createHash, createVerify, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type LedgerSession,
  type Sandbox,
  type SandboxOptions,
  sandboxToken,
  type ScenarioFields,
  startSandbox,
  type TestCard,
  testCards,
} from '../src/index.ts';
import type { SandboxClock } from '../src/service/clockwork.ts';

/** One answer of the service. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A webhook as it arrived at the merchant. */
export interface Received {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly signed: boolean;
  /** Position among everything that happened: answers and webhooks. */
  readonly at: number;
}

/** What ends by itself: a test, or a script that says when. */
interface Ending {
  after(end: () => unknown): unknown;
}

/** How one call differs from a correct one. */
export interface CallOptions {
  /** Header values instead of the right signature. */
  readonly signatures?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'POST' | 'GET';
  /** Hangs up when it aborts. */
  readonly signal?: AbortSignal;
}

/** The merchant’s own key pair, one for all tests. */
export const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const publicPem = keys.publicKey.export({ type: 'spki', format: 'pem' }).toString();
/** The key of the service's webhooks: without it each sandbox makes one, which takes longer than most tests. */
export const webhookKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey;

/** The x-sign of a text. */
export function xSign(text: string): string {
  return sign('sha256', Buffer.from(text), keys.privateKey).toString('base64');
}

/** A running sandbox with a merchant registered at it; both end with the test. */
export class Merchant {
  readonly sandbox: Sandbox;
  /** Webhooks in the order of their arrival. */
  readonly received: Received[] = [];
  /** HTTP statuses for the next webhooks; 200 when empty, no answer for null. */
  readonly replies: (number | null)[] = [];
  readonly callbackUrl: string;
  #clock = 0;

  private constructor(sandbox: Sandbox, callbackUrl: string) {
    this.sandbox = sandbox;
    this.callbackUrl = callbackUrl;
  }

  static async open(t: Ending, options: Partial<SandboxOptions> = {}): Promise<Merchant> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const sandbox = await startSandbox({
      merchantId: 'm-1',
      merchantPublicKey: publicPem,
      webhookRetries: [10, 10, 10, 10],
      webhookKey,
      ...options,
    });
    const merchant = new Merchant(sandbox, `http://127.0.0.1:${port}/hook/v1`);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks);
        merchant.#take(request.url ?? '', raw, String(request.headers['x-sign-v2']));
        const [status = 200] = merchant.replies.splice(0, 1);
        if (status !== null) response.writeHead(status).end();
      });
    });
    t.after(() => sandbox.close());
    return merchant;
  }

  /** A signed POST. */
  async call(path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const headers = new Headers({ 'content-type': 'application/json', ...options.headers });
    for (const value of options.signatures ?? [xSign(text)]) headers.append('x-sign', value);
    const method = options.method ?? 'POST';
    const response = await fetch(this.sandbox.url + path, {
      method,
      headers,
      body: method === 'GET' ? null : text,
      redirect: 'manual',
      signal: options.signal ?? null,
    });
    const answerText = await response.text();
    this.#clock += 1;
    return { status: response.status, text: answerText, body: parse(answerText) };
  }

  /** Opens a session with one payment. @returns the session's id */
  async order(payment: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const session = await this.call('/v1/session', {
      merchant_id: 'm-1',
      callback_url: this.callbackUrl,
    });
    const id = String(session.body['id']);
    await this.call('/v1/payment', {
      merchant_id: 'm-1',
      session_id: id,
      amount: 199.9,
      external_id: 'order-1',
      ...payment,
    });
    return id;
  }

  /** pay-token with wallet B’s token of a test card. */
  async pay(
    sessionId: string,
    card = 'visa-approve',
    with_: {
      readonly token?: string;
      readonly scenario?: ScenarioFields;
      readonly signal?: AbortSignal;
      readonly fields?: Readonly<Record<string, unknown>>;
    } = {},
  ): Promise<Answer> {
    return this.call(
      '/v1/pay-token',
      {
        merchant_id: 'm-1',
        session_id: sessionId,
        token: with_.token ?? (await googlePayToken(card)),
        paytype: 'google_pay',
        redirect_url: 'http://127.0.0.1/return?order=1&x=<b>',
        ...with_.fields,
      },
      {
        ...(with_.scenario && {
          headers: { 'x-sandbox-scenario': JSON.stringify(with_.scenario) },
        }),
        ...(with_.signal && { signal: with_.signal }),
      },
    );
  }

  async statusOf(sessionId: string): Promise<unknown> {
    const answer = await this.call('/v1/get-status', { merchant_id: 'm-1', session_id: sessionId });
    return answer.body['status'];
  }

  /** The payer's press on a button of the bank's page. */
  async decide(acsUrl: unknown, decision: 'approve' | 'decline'): Promise<Response> {
    const response = await fetch(String(acsUrl), {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    });
    this.#clock += 1;
    return response;
  }

  /** The session in the ledger. */
  ledger(sessionId: string): LedgerSession {
    const session = this.sandbox.ledger().sessions.find((one) => one.id === sessionId);
    if (session === undefined) throw new Error(`no session ${sessionId}`);
    return session;
  }

  /** How many answers the merchant has had so far. */
  get answers(): number {
    return this.#clock;
  }

  #take(path: string, raw: Buffer, signature: string): void {
    const verifier = createVerify('sha256').update(raw);
    const isSigned = verifier.verify(this.sandbox.webhookPublicKey, signature, 'base64');
    this.received.push({ path, signed: isSigned, body: parse(raw.toString()), at: this.#clock });
  }
}

/** A wallet B token for the sandbox’s gateway. */
export function googlePayToken(card = 'visa-approve', gatewayMerchantId = 'm'): Promise<string> {
  const recipientId = 'gateway:examplegateway';
  return sandboxToken({ wallet: 'wallet-b', card: cardOf(card), recipientId, gatewayMerchantId });
}

/** A wallet A token as JSON text. @param amount decimal string, default that of `Merchant.order` */
export async function applePayToken(
  card = 'visa-approve',
  { amount = '199.90', currency = 'UAH', merchantId = 'm-1' } = {},
): Promise<string> {
  const merchantIdHash = createHash('sha256').update(merchantId).digest('hex');
  const token = {
    wallet: 'wallet-a',
    card: cardOf(card),
    amount,
    currency,
    merchantIdHash,
  } as const;
  return JSON.stringify(await sandboxToken(token));
}

function cardOf(id: string): TestCard {
  const card = testCards.find((one) => one.id === id);
  if (card === undefined) throw new Error(`no test card ${id}`);
  return card;
}

/** Time that stands still until `pass` moves it, as soon as something waits for it. */
export function heldClock(): SandboxClock & { pass(ms: number): Promise<void> } {
  let now = Date.now();
  const waiting = new Map<() => void, number>();
  return {
    now: () => now,
    wait: async (ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.set(resolve, now + ms);
        signal.addEventListener('abort', () => {
          reject(new Error('The sandbox is closed.'));
        });
      }),
    pass: async (ms) => {
      await until(() => waiting.size > 0);
      now += ms;
      for (const [resolve, at] of waiting) {
        if (at > now) continue;
        waiting.delete(resolve);
        resolve();
      }
    },
  };
}

/** Waits until something holds, at most twenty seconds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error('it did not become true within twenty seconds');
    await sleep(5);
  }
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
