/** The stand-in's HTTP server: signed calls, the bank, the control API, the wallets' scripts. */
import { createPublicKey, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Background, SYSTEM_CLOCK } from './background.ts';
import type { SandboxClock } from './background.ts';
import { behaviourOf, decide, showBankPage } from './bank.ts';
import { CallLog } from './call-log.ts';
import type { RecordedCall } from './call-log.ts';
import type { Service } from './context.ts';
import { CONTROL, sendWebhook, setStatus } from './control.ts';
import type { StatusRequest, WebhookRequest } from './control.ts';
import { readBody, send, sendJson, whenAnswered } from './http.ts';
import { Ledger } from './ledger.ts';
import type { LedgerSession } from './ledger.ts';
import { ScenarioBook, readScenario } from './scenario.ts';
import type { ScenarioFields, ScenarioRequest } from './scenario.ts';
import { settleWhenDue } from './settlement.ts';
import { readMerchantKey } from './signature.ts';
import { answerSignedCall } from './signed-call.ts';
import type { SignedCalls } from './signed-call.ts';
import { readWalletScript } from './wallet-scripts.ts';
import { DEFAULT_RETRIES, WebhookSender } from './webhook.ts';

/** How the stand-in is set up. */
export interface SandboxOptions {
  /** The merchant's id at the service; every call has to carry it. */
  readonly merchantId: string;
  /** PEM, RSA of at least 2048 bits: `x-sign` is checked with it. */
  readonly merchantPublicKey: string;
  /** Shown in wallet A's sheet and on the bank's page; default `Test shop`. */
  readonly merchantName?: string;
  /** ISO 4217 currency of the terminal, with two decimals; default `UAH`. */
  readonly currency?: string;
  /** Domains registered for wallet A; default: every one. */
  readonly domains?: readonly string[];
  /** The terminal that wallet B's tokens have to be made for; default: every one. */
  readonly gatewayMerchantId?: string;
  /** Demand `client_phone` in a session, as observed; default false, since no document says so. */
  readonly phoneRequired?: boolean;
  /** Default: any free port. */
  readonly port?: number;
  /** Prefix under which the payer's browser reaches the service; default: the server's own URL. */
  readonly publicUrl?: string;
  /** PEM, private RSA key that signs webhooks; default: a new one for each start. */
  readonly webhookKey?: string;
  /** The shape in which webhooks are sent; default `v1`. */
  readonly webhookVersion?: 'v1' | 'v2' | 'v3';
  /** Waits in milliseconds before the second, third … try of a webhook; after the last it is given up. */
  readonly webhookRetries?: readonly number[];
  /** What holds for every payment unless a scenario says otherwise; delays too. */
  readonly scenario?: ScenarioFields;
  /** JSON file that keeps the ledger over a restart; default: memory only. */
  readonly dataFile?: string;
  /** A test's own time; default: the machine's. */
  readonly clock?: SandboxClock;
}

/** A running stand-in. */
export interface Sandbox {
  /** `http://127.0.0.1:port`: the merchant's `baseUrl`. */
  readonly url: string;
  /** PEM; checks `x-sign-v2`. */
  readonly webhookPublicKey: string;
  /** Every session with its payments, attempts, charges and webhooks: a copy. */
  ledger(): readonly LedgerSession[];
  /** Every signed call as it arrived, tokens replaced by their hash: a copy. */
  calls(): readonly Readonly<RecordedCall>[];
  /**
   * Replaces the scenario of an order, or the one for everything; without any field it is cleared.
   *
   * @throws TypeError naming the field that is wrong
   */
  scenario(request: ScenarioRequest): void;
  /** Sends a webhook out of turn. @returns how many were tried once. @throws TypeError if no session fits */
  webhook(request: WebhookRequest): Promise<number>;
  /** Changes a session's status, such as to `refunded`. @throws TypeError if no session fits */
  status(request: StatusRequest): Promise<void>;
  /** Drops all connections and waits; resolves when nothing runs any more. */
  close(): Promise<void>;
}

/**
 * Starts the payment service's stand-in on 127.0.0.1.
 *
 * @throws Error in production: a stand-in must never take real traffic
 * @throws TypeError if a key is not RSA of at least 2048 bits, or the scenario is wrong
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error(
      'The sandbox does not start with NODE_ENV=production: it takes invented money. ' +
        'Point baseUrl at your payment service instead.',
    );
  }
  const merchantKey = readMerchantKey(options.merchantPublicKey);
  const webhookKey = webhookKeyOf(options);
  const background = new Background(options.clock ?? SYSTEM_CLOCK);
  const ledger = new Ledger(options.dataFile);
  const webhooks = new WebhookSender(
    webhookKey,
    options.webhookRetries ?? DEFAULT_RETRIES,
    ledger,
    background,
  );
  const scenarios = new ScenarioBook(defaultsOf(options));
  const log = new CallLog();

  const server = createServer();
  const url = await listen(server, options.port ?? 0);
  const service: Service = {
    merchant: merchantOf(options),
    ledger,
    scenarios,
    webhooks,
    background,
    publicUrl: (options.publicUrl ?? url).replace(/\/+$/, ''),
  };
  const signed: SignedCalls = { service, merchantKey, log };
  server.on('request', (request, response) => {
    route(signed, request, response).catch((error: unknown) => {
      if (!background.signal.aborted) console.error(error);
      response.destroy();
    });
  });
  resume(service);

  return {
    url,
    webhookPublicKey: createPublicKey(webhookKey)
      .export({ type: 'spki', format: 'pem' })
      .toString(),
    ledger: () => ledger.view(),
    calls: () => log.view(),
    scenario: (request) => {
      service.scenarios.set(readScenario(request));
    },
    webhook: (request) => sendWebhook(service, request),
    status: (request) => setStatus(service, request),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await background.close();
      await closed;
    },
  };
}

async function route(
  signed: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url = '' } = request;
  const path = url.split('?', 1)[0] ?? '';
  if (path.startsWith('/v1/')) return answerSignedCall(signed, request, response, path);
  if (path.startsWith('/control/')) return control(signed, request, response, `${method} ${path}`);
  if (path.startsWith('/bank/')) return bank(signed.service, request, response, path.slice(6));
  if (method !== 'GET' && method !== 'HEAD') {
    sendJson(response, 405, { error: 'method not allowed' });
    return;
  }
  if (path === '/healthz') {
    sendJson(response, 200, { ok: true });
    return;
  }
  if (path === '/wallet-a.js') return walletScript(response, 'wallet-a');
  if (path === '/wallet-b.js') return walletScript(response, 'wallet-b');
  sendJson(response, 404, { error: 'not found' });
}

async function control(
  { service, log }: SignedCalls,
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
): Promise<void> {
  const handler = CONTROL.get(name);
  if (handler === undefined) {
    sendJson(response, 404, {
      error: `no such control; there are ${[...CONTROL.keys()].join(', ')}`,
    });
    return;
  }
  // A page of another origin can post text without asking, but not JSON.
  if (
    request.method === 'POST' &&
    !/^application\/json\b/.test(request.headers['content-type'] ?? '')
  ) {
    sendJson(response, 415, { error: 'expected content-type: application/json' });
    return;
  }
  try {
    const raw = (await readBody(request)) ?? new Uint8Array();
    const body: unknown = raw.length === 0 ? {} : JSON.parse(Buffer.from(raw).toString('utf8'));
    sendJson(response, 200, await handler(service, log, body));
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    sendJson(response, 400, { error: error.message });
  }
}

async function bank(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
  attemptId: string,
): Promise<void> {
  if (request.method === 'POST') {
    const raw = (await readBody(request)) ?? new Uint8Array();
    const form = new URLSearchParams(Buffer.from(raw).toString('utf8'));
    const answer = await decide(service, attemptId, form.get('decision'));
    whenAnswered(response, answer.after);
    send(response, answer.httpStatus, answer.headers, answer.html);
    return;
  }
  const answer = showBankPage(service, attemptId);
  send(response, answer.httpStatus, answer.headers, answer.html);
}

async function walletScript(
  response: ServerResponse,
  wallet: 'wallet-a' | 'wallet-b',
): Promise<void> {
  const script = await readWalletScript(wallet);
  const type = { 'content-type': 'text/javascript; charset=utf-8' };
  if (script !== undefined) {
    send(response, 200, type, script);
    return;
  }
  const hint = `${wallet}.js is not built yet: run "pnpm build", then load the page again.\n`;
  send(response, 503, { 'content-type': 'text/plain; charset=utf-8' }, hint);
}

/** Takes up what an earlier process left: results that are due, webhooks that did not arrive. */
function resume(service: Service): void {
  for (const session of service.ledger.sessions) {
    service.webhooks.resume(session);
    for (const attempt of session.attempts) {
      settleWhenDue(service, session, attempt, behaviourOf(attempt));
    }
  }
}

function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://127.0.0.1:${String(bound)}`);
    });
  });
}

function merchantOf(options: SandboxOptions): Service['merchant'] {
  return {
    id: options.merchantId,
    name: options.merchantName ?? 'Test shop',
    currency: options.currency ?? 'UAH',
    domains: options.domains,
    gatewayMerchantId: options.gatewayMerchantId,
    phoneRequired: options.phoneRequired ?? false,
  };
}

function defaultsOf(options: SandboxOptions): ScenarioFields {
  const { external_id: _, ...fields } = readScenario(options.scenario ?? {});
  return { ...(options.webhookVersion && { webhookVersion: options.webhookVersion }), ...fields };
}

function webhookKeyOf({ webhookKey }: SandboxOptions): KeyObject {
  if (webhookKey === undefined) {
    return generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  }
  const key = createPrivateKey(webhookKey);
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('webhookKey has to be an RSA key');
  return key;
}
