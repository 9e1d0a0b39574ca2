import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import type { Answer } from '@wallet-buttons/service-client/testing/service-stub.js';
import { giveUp, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import type { PayOptions } from '../src/index.ts';
import { diagnosticsTrace } from '../src/node/listener.ts';
import { sqliteStore } from '../src/store/sqlite.ts';
import { now, openShop, type Shop, type ShopOptions } from './shop.ts';

/** Must be on the wire to the service and nowhere else, in no encoding. */
const canary = 'CANARY-7f3a91';
const token = JSON.stringify({ version: 'EC_v1', data: canary, signature: `${canary}/+==` });
const spellings = [
  canary,
  encodeURIComponent(token),
  Buffer.from(token).toString('base64').slice(0, 40),
  Buffer.from(token).toString('base64url').slice(0, 40),
  Buffer.from(canary).toString('hex'),
];

interface Scene {
  readonly name: string;
  /** What the service does with the token; it answers "paid" by default. */
  readonly service?: Answer;
  readonly shop?: ShopOptions;
  /** One press by default. */
  readonly does?: (shop: Shop) => Promise<readonly Response[]>;
  /** Whether the token reaches the service. */
  readonly isSent: boolean;
}

const press = async (shop: Shop, fields: object = {}, key?: string): Promise<Response> =>
  shop.pay({ token, ...fields }, key);
const raw = async (shop: Shop, body: string, headers = {}, path = ''): Promise<Response> =>
  shop.post(`/wallet/pay-token${path}`, body, { 'idempotency-key': 'k', ...headers });
const whole = JSON.stringify({ order: 'o-1', wallet: 'wallet-b', token });

/** Pays from code; the result or the whole error is looked at like an answer. */
async function payInCode({ wallet }: Shop, fields: object = {}): Promise<Response> {
  const options = { order: 'o-1', wallet: 'wallet-b', token, key: 'k', ...fields } as PayOptions;
  const end = await wallet.pay(options).catch((error: unknown) => error);
  return new Response(inspect(end, { depth: 12, showHidden: true, maxStringLength: null }));
}

const says =
  (status: number, body: string): Answer =>
  (_, response) => {
    response.writeHead(status, { 'x-request-id': token }).end(body);
    return null;
  };
const echo = JSON.stringify({
  code: token,
  type: canary + token,
  message: token,
  uuid: token,
  errors: [{ path: token, message: token }],
});

const scenes: readonly Scene[] = [
  { name: 'is paid', isSent: true },
  { name: 'fails', isSent: true, service: () => ({ status: 'failed' }) },
  {
    name: 'is never answered',
    isSent: true,
    service: giveUp,
  },
  {
    name: 'meets the end of a connection',
    isSent: true,
    service: (_, response) => {
      response.destroy();
      return null;
    },
  },
  { name: 'comes back in a refusal', isSent: true, service: says(400, echo) },
  { name: 'comes back in a failure', isSent: true, service: says(500, echo) },
  { name: 'comes back in a page', isSent: true, service: says(200, `<html>${token}</html>`) },
  {
    name: 'comes back beside the status',
    isSent: true,
    service: () => ({ status: 'processing', token, echo: { token } }),
  },
  {
    name: 'comes back beside the status that is asked for',
    isSent: true,
    does: async (shop) => {
      shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
      shop.service.on('/v1/get-status', () => ({ status: 'processing', operations: [{ token }] }));
      const answers = [await press(shop), await shop.post('/wallet/status', { order: 'o-1' })];
      shop.service.on('/v1/get-status', () => ({ status: [token], token }));
      shop.wait(2000);
      return [...answers, await shop.post('/wallet/status', { order: 'o-1' })];
    },
  },
  {
    name: 'comes back in the address of a bank’s page',
    isSent: true,
    service: () => ({ status: 'processing', acs_url: `javascript:${token}` }),
  },
  {
    name: 'is quoted by a signer that fails',
    isSent: false,
    shop: { service: { signer: { sign: async (bytes) => Promise.reject(quoting(bytes)) } } },
  },
  {
    name: 'is quoted by a transport that fails',
    isSent: false,
    shop: {
      service: {
        fetch: async (url, init) =>
          url.endsWith('/pay-token') ? Promise.reject(quoting(init.body)) : fetch(url, { ...init }),
      },
    },
  },
  {
    name: 'is quoted by a reshape that fails',
    isSent: false,
    shop: {
      service: {
        reshape: {
          request: (operation, body) => {
            if (operation === 'payToken') throw quoting(JSON.stringify(body));
            return body;
          },
        },
      },
    },
  },
  {
    name: 'is quoted by a reshape of the answer that fails',
    isSent: true,
    shop: {
      service: {
        reshape: {
          answer: (operation, body) => {
            if (operation === 'payToken') throw quoting(JSON.stringify([body, token]));
            return body;
          },
        },
      },
    },
  },
  {
    name: 'pays while the outcome cannot be stored',
    isSent: true,
    does: async (shop) => {
      shop.service.on('/v1/pay-token', async ({ body }) => {
        await shop.store.close();
        return { status: 'paid', was: body };
      });
      return [await press(shop)];
    },
  },
  {
    name: 'comes again: the same, with another key, for another order, for another amount',
    isSent: true,
    does: async (shop) => {
      shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
      return [
        await press(shop, { shown: { amount: '1.00', currency: 'UAH' } }),
        await press(shop, {}, 'k'),
        await press(shop, {}, 'k'),
        await press(shop, { order: 'o-2' }, 'k'),
        await press(shop, {}, 'l'),
        await press(shop, { order: 'o-2' }, 'm'),
      ];
    },
  },
  {
    name: 'stands where no token belongs',
    isSent: false,
    does: async (shop) => [
      await press(shop, { [canary]: token }),
      await press(shop, { wallet: token }),
      await press(shop, { shown: { amount: canary, currency: canary } }),
      await press(shop, { shown: token }),
      await press(shop, { payer: { [canary]: canary } }),
      await press(shop, { shipping_address: { address_lines: [[token]] } }),
      await raw(shop, whole, {}, `?token=${encodeURIComponent(token)}`),
      await raw(shop, whole, {}, `/${encodeURIComponent(token)}`),
      await raw(shop, whole, { 'idempotency-key': `${canary} ${canary}` }),
      await raw(shop, whole, {
        cookie: canary,
        'x-token': canary,
        origin: `https://${canary}.evil`,
      }),
    ],
  },
  {
    name: 'is malformed',
    isSent: false,
    does: async (shop) => [
      await press(shop, { token: { data: canary } }),
      await press(shop, { token: [canary] }),
      await press(shop, { token: `${token}\u0000` }),
      await press(shop, { token: token.repeat(1000) }),
      await raw(shop, whole.slice(0, -1)),
      await raw(shop, `${whole.slice(0, -1)},"token":"${canary}"}`),
      await raw(shop, `{"__proto__":${whole}}`),
      await raw(shop, whole, { 'content-type': 'text/plain' }),
      await raw(shop, whole.padEnd(70_000, canary)),
    ],
  },
  {
    name: 'is paid from code, again, with another key, for another order and by another total',
    isSent: true,
    does: async (shop) => {
      shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
      return [
        await payInCode(shop, { shown: { amount: '1.00', currency: 'UAH' } }),
        await payInCode(shop),
        await payInCode(shop),
        await payInCode(shop, { order: 'o-2' }),
        await payInCode(shop, { key: 'l' }),
        await payInCode(shop, { order: 'o-2', key: 'm' }),
      ];
    },
  },
  {
    name: 'comes from code, malformed or where no token belongs',
    isSent: false,
    does: async (shop) => [
      await payInCode(shop, { token: { data: canary } }),
      await payInCode(shop, { token: `${token}\u0000` }),
      await payInCode(shop, { token: token.repeat(1000) }),
      await payInCode(shop, { [canary]: token }),
      await payInCode(shop, { order: `${token}\u0000` }),
      await payInCode(shop, { wallet: token }),
      await payInCode(shop, { key: `${canary} ${canary}` }),
      // The channels are silent about code that sends nothing.
      await press(shop, { wallet: token }),
    ],
  },
  {
    name: 'stands in a webhook',
    isSent: true,
    does: async (shop) => {
      shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
      const answers = [await press(shop)];
      const id = (await shop.stored())?.sessionId;
      answers.push(
        await shop.webhook({ id, status: 'paid', token, payments: [{ token }] }),
        await shop.webhook({ id: null, token }),
        await shop.post('/wallet/webhook/v1', whole, { 'x-sign-v2': canary }),
      );
      return answers;
    },
  },
];

describe('a token that', () => {
  for (const { name, service, shop: options = {}, does, isSent } of scenes) {
    it(`${name} is in no log, answer, change, record, error, channel or file`, async (context) => {
      if (service === giveUp) standStill(context);
      using channels = watchChannels();
      const folder = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
      const store = sqliteStore(join(folder, 'payments.db'), { now });
      const traces: string[] = [];
      {
        await using shop = await openShop({
          ...options,
          store,
          trace: diagnosticsTrace,
          service: {
            statusRetries: 0,
            record: (call) => void traces.push(inspect(call, { depth: 12, maxStringLength: null })),
            ...options.service,
          },
        });
        if (service) shop.service.on('/v1/pay-token', service);
        const answers = await (does ?? (async (testShop: Shop) => [await press(testShop)]))(shop);
        await shop.wallet.drain();
        await reconciled(shop);
        for (const answer of answers) {
          traces.push(inspect([...answer.headers]), await answer.text());
        }
        traces.push(...shop.logs, JSON.stringify(shop.changes));
        const wire = Buffer.concat(shop.service.to('/v1/pay-token').map((call) => call.raw));
        assert.equal(wire.includes(canary), isSent);
        assert.ok(traces.join('').length > 0);
        // The log is written ahead of the file until the store is closed.
        traces.push(...filesIn(folder));
      }
      traces.push(...filesIn(folder), ...channels.messages);
      assert.ok(channels.messages.length > 0);
      const leaks = spellings.filter((spelling) =>
        traces.some((trace) => trace.includes(spelling)),
      );
      assert.deepEqual(leaks, []);
      rmSync(folder, { recursive: true });
    });
  }
});

/** A foreign error that quotes all that it was given, down to its causes. */
function quoting(body: Uint8Array | string | null): Error {
  const text = Buffer.from(body ?? '').toString();
  const cause = Object.assign(new TypeError(`invalid: ${text}`), {
    code: 'ERR_QUOTED',
    body: text,
  });
  return Object.assign(new Error(`cannot take ${text}\n    at ${text}`, { cause }), {
    request: text,
  });
}

/** A store that was closed in between fails from then on. */
async function reconciled(shop: Shop): Promise<void> {
  shop.wait(120_000);
  await shop.wallet.reconcile().catch(() => undefined);
  await shop.wallet.drain();
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'));
}

/** Everything that this package publishes, the errors that were thrown included. */
function watchChannels(): Disposable & { readonly messages: readonly string[] } {
  const messages: string[] = [];
  const note = (message: unknown): void => {
    messages.push(inspect(message, { depth: 12, showHidden: true, maxStringLength: null }));
  };
  const names = ['request', 'call'].flatMap((name) =>
    ['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map(
      (event) => `tracing:wallet-buttons:${name}:${event}`,
    ),
  );
  for (const name of names) subscribe(name, note);
  return {
    messages,
    [Symbol.dispose]: () => {
      for (const name of names) unsubscribe(name, note);
    },
  };
}
