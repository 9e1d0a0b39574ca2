import assert from 'node:assert/strict';
import type { Amount } from '@wallet-buttons/protocol';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { runInNewContext } from 'node:vm';
import { serviceKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import { pass, standStill } from '@wallet-buttons/service-client/testing/timeout.js';
import { changesAround, now, openShop, plainOptions, storedAttempt } from '../test/shop.ts';
import {
  createWalletServer,
  memoryStore,
  pemVerifier,
  type Trace,
  type WalletServerOptions,
} from './index.ts';

describe('a server', () => {
  const requiredOptions = ['service', 'store', 'findOrder', 'callbackUrl', 'redirectUrl'] as const;
  it('leaves a store open that another server still uses', async () => {
    const store = memoryStore();
    const [first, second] = ['shop-1', 'shop-2'].map((merchant) =>
      createWalletServer({ ...plainOptions, store, merchant }),
    );
    await first?.close();
    await first?.close();
    assert.equal(await second?.find('A-1'), null);
    await second?.close();
    await assert.rejects(async () => second?.find('A-1'), { code: 'store_failed' });
  });

  for (const name of requiredOptions) {
    it(`is not made without ${name}, and names it`, () => {
      assert.throws(() => createWalletServer({ ...plainOptions, [name]: undefined }), {
        code: 'config_invalid',
        message: new RegExp(`^${name} `),
      });
    });
  }

  for (const validationsPerMinute of [NaN, 0, Infinity, '5' as never]) {
    it(`is not made with ${String(validationsPerMinute)} validations a minute`, () => {
      const walletA = { domains: [], validationsPerMinute };
      assert.throws(() => createWalletServer({ ...plainOptions, walletA }), {
        code: 'config_invalid',
        message: /^walletA\.validationsPerMinute/,
      });
    });
  }

  for (const verifier of [null, {}, [], [undefined], [pemVerifier(serviceKey), {}]]) {
    it(`is not made with ${JSON.stringify(verifier)} to verify webhooks`, () => {
      const webhooks = { verifier: verifier as never };
      const service = { ...plainOptions.service, webhooks };
      assert.throws(() => createWalletServer({ ...plainOptions, service }), {
        code: 'config_invalid',
        message: /^service\.webhooks/,
      });
    });
  }

  for (const domains of [undefined, 'shop.example', ['https://shop.example']]) {
    it(`is not made with ${JSON.stringify(domains)} as the domains of wallet A`, () => {
      const walletA = { domains: domains as never };
      assert.throws(() => createWalletServer({ ...plainOptions, walletA }), {
        code: 'config_invalid',
        message: /^walletA\.domains/,
      });
    });
  }

  it('is not made with a logger that lacks a level', () => {
    const { info, warn } = console;
    assert.throws(() => createWalletServer({ ...plainOptions, logger: { info, warn } as never }), {
      code: 'config_invalid',
      message: /^logger /,
    });
  });

  it('warns of a callbackUrl at which no webhook would arrive, whatever is before its end', async () => {
    const warnings = async (callbackUrl: string): Promise<number> => {
      await using shop = await openShop({ callbackUrl });
      return shop.logs.filter((line) => line.startsWith('callbackUrl')).length;
    };
    assert.equal(await warnings('https://shop.example/wallet/webhok/v1'), 1);
    assert.equal(await warnings('https://shop.example/behind/a/proxy/webhook/v3?shop=1'), 0);
  });
});

describe('no outcome is changed by', () => {
  const checkOutcomes = async (
    options: Pick<WalletServerOptions, 'logger' | 'trace'>,
  ): Promise<void> => {
    await using shop = await openShop(options);
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'succeeded', status: 'paid' });
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    shop.service.on('/v1/pay-token', (_call, response) => {
      response.destroy();
      return null;
    });
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    const answer = await shop.pay({ order: 'o-2' });
    assert.deepEqual(await answer.json(), { outcome: 'unknown', status: '' });
    assert.equal((await shop.pay({ order: 'absent' })).status, 404);
    await shop.wallet.drain();
  };

  const full = new Error('The disk is full.');
  const loggers: readonly (readonly [string, () => void])[] = [
    [
      'throws',
      () => {
        throw full;
      },
    ],
    ['rejects later', async () => Promise.reject(full)],
    ['rejects later by another Promise than the global one', foreignRejection],
  ];
  for (const [name, fail] of loggers) {
    it(`a logger that ${name}`, async () => {
      await checkOutcomes({ logger: { info: fail, warn: fail, error: fail } });
    });
  }

  const traces: readonly (readonly [string, Trace])[] = [
    [
      'throws',
      () => {
        throw full;
      },
    ],
    ['rejects before the work', async () => Promise.reject(full)],
    [
      'does something else beside it',
      async (_name, _fields, work) => {
        const result = work();
        await new Promise((resolve) => setTimeout(resolve, 5));
        return result;
      },
    ],
    [
      'rejects after it',
      async (_name, _fields, work) => {
        await work();
        throw full;
      },
    ],
    [
      'never ends after it',
      async (_name, _fields, work) => {
        await work();
        await new Promise(() => undefined);
      },
    ],
    [
      'does it twice',
      async (_name, _fields, work) => {
        await work();
        return work();
      },
    ],
  ];
  for (const [name, trace] of traces) {
    it(`a trace that ${name}`, async () => {
      await checkOutcomes({ trace });
    });
  }
});

describe('a server whose options are a function', () => {
  it('reads no option, needs no secret and opens no database before it is started', async () => {
    let reads = 0;
    const wallet = createWalletServer(() => {
      reads += 1;
      return plainOptions;
    });
    assert.equal(reads, 0);
    await wallet.start();
    assert.equal(wallet.matches('/wallet/status'), true);
    assert.equal(reads, 1);
    await wallet.close();
  });

  it('says at its start what is wrong with them, and is asked again', async () => {
    const options: { store?: WalletServerOptions['store'] } = {};
    const wallet = createWalletServer(() => ({ ...plainOptions, store: options.store as never }));
    await assert.rejects(wallet.start(), { code: 'config_invalid', message: /^store / });
    assert.equal(wallet.matches('/wallet/status'), false);
    options.store = memoryStore();
    await wallet.start();
    await wallet.close();
  });

  it('is refused without them, and the console says why', async (test) => {
    const consoleError = test.mock.method(console, 'error', () => undefined);
    const wallet = createWalletServer(() => ({ ...plainOptions, findOrder: null as never }));
    const { status } = await wallet.handle(new Request('https://shop.example/wallet/status'));
    assert.equal(status, 500);
    assert.match(
      inspect(consoleError.mock.calls[0]?.arguments),
      /a request failed.*findOrder must be/s,
    );
  });

  it('says what their function throws', async () => {
    const wallet = createWalletServer(() => {
      throw new Error('Set SERVICE_URL.');
    });
    const message = 'The options cannot be read: Error: Set SERVICE_URL.';
    await assert.rejects(wallet.start(), { code: 'config_invalid', message });
  });

  for (const [name, make] of [
    ['an async function', async () => Promise.reject<WalletServerOptions>(new Error('No secret.'))],
    ['a promise of another class', foreignRejection],
  ] as const) {
    it(`is refused with ${name}, and says what to await`, async () => {
      const options = make as unknown as () => WalletServerOptions;
      const refusal = { code: 'config_invalid', message: /^The options are a promise: await / };
      await assert.rejects(createWalletServer(options).start(), refusal);
      assert.throws(() => createWalletServer(options()), refusal);
    });
  }

  it('can be closed before they are read', async () => {
    await createWalletServer(() => assert.fail()).close();
  });
});

describe('several merchants on one store', () => {
  it('never see, ask about or free each other’s payments', async () => {
    const store = memoryStore({ now });
    await using one = await openShop({ store });
    const { baseUrl } = one.service;
    await using two = await openShop({ store, service: { baseUrl, merchantId: '2' } });
    one.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    await one.pay({}, 'k');
    assert.equal((await two.post('/wallet/status', { order: 'o-1' })).status, 404);
    assert.equal(await two.wallet.find('o-1'), null);
    two.wait(20 * 60_000);
    await two.wallet.reconcile();
    assert.equal(one.service.to('/v1/get-status').length, 0);
    assert.equal((await storedAttempt(one)).state, 'unknown');
    one.service.on('/v1/pay-token', () => ({ status: 'paid' }));
    assert.equal((await two.pay({}, 'k')).status, 200);
    assert.equal((await one.pay()).status, 409);
  });

  it('are apart at a test and a live service by the name that the shop gives them', async () => {
    const store = memoryStore({ now });
    await using live = await openShop({ store });
    await using test = await openShop({ store, merchant: 'test' });
    await live.pay();
    assert.equal(await test.wallet.find('o-1'), null);
    assert.equal((await test.pay()).status, 200);
  });
});

describe('a shop that moves to another address of the service', () => {
  it('still finds its payments, asks for them there, and charges no order again', async () => {
    const store = memoryStore({ now });
    await using oldShop = await openShop({ store });
    oldShop.service.on('/v1/pay-token', (_, response) => (response.destroy(), null));
    await oldShop.pay();
    await using newShop = await openShop({ store });
    assert.notEqual(newShop.service.baseUrl, oldShop.service.baseUrl);
    assert.equal((await newShop.pay({}, 'again')).status, 409);
    newShop.service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
    const payment = await newShop.wallet.find('o-1', { fresh: true });
    assert.equal(payment?.state, 'paid');
  });
});

describe('a stop', () => {
  const hang = async (): Promise<never> => new Promise(() => undefined);

  it('answers a payment whose findOrder was still under way', async () => {
    const [question, foundOrder] = [Promise.withResolvers<null>(), Promise.withResolvers<Amount>()];
    await using shop = await openShop({
      findOrder: async () => {
        question.resolve(null);
        return foundOrder.promise;
      },
    });
    const paying = shop.pay();
    await question.promise;
    const stop = shop.wallet.close();
    await new Promise((resolve) => setTimeout(resolve, 10));
    foundOrder.resolve({ amount: '199.90', currency: 'UAH' });
    assert.equal((await paying).status, 200);
    await stop;
  });

  it('ends while get-status, findOrder and a callback hang, and leaves a token that is sent unknown', async (test) => {
    standStill(test);
    let isHidden = false;
    await using shop = await openShop({
      // It stays open, so that it can be read after the stop.
      store: { ...memoryStore({ now }), close: async () => Promise.resolve() },
      findOrder: async () => (isHidden ? hang() : { amount: '199.90', currency: 'UAH' }),
      onStatusChange: hang,
    });
    shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
    await shop.pay();
    shop.service.on('/v1/get-status', hang);
    const asking = shop.status();
    const [arrival, paying] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<Response>(),
    ];
    shop.service.on('/v1/pay-token', async () => {
      arrival.resolve(undefined);
      return hang();
    });
    paying.resolve(shop.pay({ order: 'o-2' }));
    await arrival.promise;
    isHidden = true;
    const looking = shop.pay({ order: 'o-3' });
    const stop = shop.wallet.close({ timeout: 2000 });
    await pass(2000);
    await stop;
    const { outcome } = (await (await paying.promise).json()) as { outcome: string };
    assert.equal(outcome, 'unknown');
    assert.equal((await storedAttempt(shop, 'o-2')).state, 'unknown');
    await Promise.all([asking, looking]);
  });
});

describe('the time limit of a stop', () => {
  const hang = async (): Promise<never> => new Promise(() => undefined);

  for (const timeout of [500, 0, 1500, -1, NaN, Infinity, 2 ** 31, undefined]) {
    it(`may be ${String(timeout)}, and sets no timer that Node warns about`, async () => {
      const warnings: string[] = [];
      const note = ({ name }: Error): void => void warnings.push(name);
      process.on('warning', note);
      const events: string[] = [];
      const store = memoryStore({ now });
      const close = async () => Promise.resolve(void events.push('closed'));
      await using shop = await openShop({ store: { ...store, close } });
      await shop.pay();
      // Callers without types pass undefined.
      await shop.wallet.close({ timeout } as { timeout: number });
      // Node emits a warning in a later turn.
      await new Promise(setImmediate);
      process.off('warning', note);
      assert.deepEqual([warnings, events], [[], ['closed']]);
    });
  }

  it('below 0 has passed: work that hangs is waited for no longer', async () => {
    await using shop = await openShop({ findOrder: hang });
    const hanging = shop.pay();
    await shop.wallet.close({ timeout: -5000 });
    assert.equal((await hanging).status, 500);
  });

  it('that is not a number is the one by default', async (test) => {
    standStill(test);
    await using shop = await openShop({ findOrder: hang });
    const hanging = shop.pay();
    let isClosed = false;
    const stop = shop.wallet.close({ timeout: Number('unset') }).then(() => (isClosed = true));
    await pass(7900);
    assert.equal(isClosed, false);
    await pass(1600);
    await stop;
    assert.ok((await hanging).status >= 500);
  });
});

describe('work in the background', () => {
  it('that fails is logged', async () => {
    const payments = changesAround(async (write, cause) =>
      cause === 'delivered' ? Promise.reject(new Error('full')) : write(),
    );
    await using shop = await openShop({ payments });
    await shop.pay();
    await shop.wallet.drain();
    assert.ok(shop.logs.some((line) => line.startsWith('work in the background failed')));
  });
});

describe('drain', () => {
  it('of a request waits for its own work alone', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const deliveredOrders: string[] = [];
    await using shop = await openShop({
      onStatusChange: async ({ order }) => {
        await (order === 'o-1' ? promise : new Promise((finish) => setTimeout(finish, 5)));
        deliveredOrders.push(order);
      },
    });
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    await shop.pay();
    const request = new Request('https://shop.example/wallet/pay-token', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'own' },
      body: JSON.stringify({
        order: 'o-2',
        wallet: 'wallet-b',
        token: 'own',
        shown: { amount: '199.90', currency: 'UAH' },
      }),
    });
    assert.equal((await shop.wallet.handle(request)).status, 200);
    await shop.wallet.drain(request);
    assert.deepEqual(deliveredOrders, ['o-2']);
    resolve(undefined);
    await shop.wallet.drain();
    assert.deepEqual(deliveredOrders, ['o-2', 'o-1']);
  });
});

/** A rejected promise of another realm, as a library with a Promise of its own gives it. */
function foreignRejection(): void {
  return runInNewContext('Promise.reject(new Error("The disk is full."))') as undefined;
}
