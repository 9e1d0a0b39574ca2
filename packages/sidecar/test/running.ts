import type { TestContext } from 'node:test';
import { freePort } from '@wallet-buttons/protocol/testing/free-port.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import {
  type Sandbox,
  type SandboxOptions,
  sandboxToken,
  startSandbox,
  testCards,
} from '@wallet-buttons/sandbox';
import type { Variables } from '../src/configuration/configuration.ts';
import { readSettings } from '../src/configuration/settings.ts';
import { createLog } from '../src/log.ts';
import { type Sidecar, startSidecar } from '../src/sidecar.ts';
import { keys, merchantId, operateToken, price, variablesBeside } from './settings.ts';
import { type Shop, startShop } from './shop.ts';

/** A sidecar with a payment service and a shop. */
export interface Running {
  readonly service: Sandbox;
  readonly shop: Shop;
  readonly sidecar: Omit<Sidecar, 'reload'>;
  /** The lines of its log. */
  readonly log: readonly string[];
}

/** The payment service of a test. */
export async function startService(
  test: TestContext,
  options: Partial<SandboxOptions> = {},
): Promise<Sandbox> {
  const merchantPublicKey = keys.publicKey;
  const service = await startSandbox({ merchantId, merchantPublicKey, ...options });
  test.after(async () => service.close());
  return service;
}

/** Starts all three. */
export async function start(
  test: TestContext,
  more: Variables = {},
  options: Partial<SandboxOptions> & { readonly desk?: URL } = {},
): Promise<Running> {
  const { desk, ...others } = options;
  const service = await startService(test, others);
  const shop = await startShop(test);
  return { service, shop, ...(await startBeside(test, service, shop.url, more, desk)) };
}

/** Starts a sidecar beside a shop. @param desk the folder of the built page */
export async function startBeside(
  test: TestContext,
  service: Sandbox,
  shopUrl: string,
  more: Variables = {},
  desk?: URL,
): Promise<Pick<Running, 'sidecar' | 'log'>> {
  const port = await freePort();
  const database = `${temporaryFolder()}/payments.db`;
  const env = variablesBeside({ service, shopUrl, port, database });
  const settings = readSettings(null, { ...env, ...more });
  const log: string[] = [];
  const destination = { write: (line: string) => void log.push(line) };
  const files = desk ? { desk } : {};
  const sidecar = await startSidecar(settings, createLog('info', destination), files);
  test.after(async () => sidecar.close());
  return { sidecar, log };
}

/** An answer with its JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

async function answerOf(response: Response): Promise<Answer> {
  const { status, headers } = response;
  const text = await response.text();
  const body = text === '' ? {} : (JSON.parse(text) as Answer['body']);
  return { status, headers, body };
}

/** A new token of wallet B. */
export async function mintToken(cardId = 'visa-approve'): Promise<string> {
  const card = testCards.find(({ id }) => id === cardId);
  if (!card) throw new TypeError('The card is missing.');
  const recipientId = 'gateway:examplegateway';
  return sandboxToken({
    wallet: 'wallet-b',
    card,
    recipientId,
    gatewayMerchantId: merchantId,
  });
}

/** Pays an order as the tag of wallet B does. */
export async function pay(
  { sidecar: { publicUrl } }: Pick<Running, 'sidecar'>,
  order: string,
  headers: Readonly<Record<string, string>> = {},
  { shown = price, cardId = 'visa-approve' } = {},
): Promise<Answer> {
  const token = await mintToken(cardId);
  const response = await fetch(`${publicUrl}/wallet/pay-token`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `key-${encodeURIComponent(order)}`,
      ...headers,
    },
    body: JSON.stringify({ order, wallet: 'wallet-b', token, shown }),
  });
  return answerOf(response);
}

/** Calls the API of the private part. */
export async function call(
  { sidecar: { privateUrl } }: Pick<Running, 'sidecar'>,
  method: string,
  path: string,
  { body, token = operateToken, key, headers = {} }: Call = {},
): Promise<Answer> {
  const response = await fetch(`${privateUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...headers,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return answerOf(response);
}

interface Call {
  readonly body?: object | string;
  readonly token?: string;
  /** The `Idempotency-Key`. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Waits until it is so. @param limit in milliseconds */
export async function until(isSo: () => boolean | Promise<boolean>, limit = 15_000): Promise<void> {
  const end = Date.now() + limit;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('It did not become so in time.');
    await sleep(20);
  }
}
