import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codeOf, now, openShop, plainOptions, type Shop } from '../test/shop.ts';
import { createWalletServer, memoryStore, type Store } from './index.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** A store in memory that can fall silent: its methods begin once it is woken. */
function silentStore() {
  const memory = memoryStore({ now });
  let waking = Promise.withResolvers<undefined>();
  let isSilent = (_: string): boolean => false;
  const store: Store = {
    ...memory,
    forMerchant: (merchant) => {
      const { now: clock, ...records } = memory.forMerchant(merchant);
      const methods = Object.entries(records).map(([name, method]) => {
        const wait: Method = async (...args) => {
          if (isSilent(name)) await waking.promise;
          return (method as Method)(...args);
        };
        return [name, wait];
      });
      return { ...Object.fromEntries(methods), now: clock } as ReturnType<Store['forMerchant']>;
    },
  };
  return {
    store,
    silence: (method: (name: string) => boolean = () => true) => {
      isSilent = method;
      waking = Promise.withResolvers();
    },
    wake: () => {
      isSilent = () => false;
      waking.resolve(undefined);
    },
  };
}

const validation = {
  order: 'o-1',
  validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
  domain: 'shop.example',
};
const code = { order: 'o-1', wallet: 'wallet-b', token: 't' } as const;

/** Each way on which a request reaches the store: its code at the deadline. */
const requests: Readonly<Record<string, (shop: Shop) => Promise<unknown>>> = {
  'a press': async (shop) => codeOf(await shop.pay()),
  'a preparation': async (shop) => codeOf(await shop.post('/wallet/prepare', { order: 'o-1' })),
  'a merchant validation': async (shop) =>
    codeOf(await shop.post('/wallet/validate-merchant', validation)),
  'a question for the status': async (shop) =>
    codeOf(await shop.post('/wallet/status', { order: 'o-1' })),
  'a webhook': async (shop) => codeOf(await shop.webhook({ session_id: 's', status: 'paid' })),
  'a payment from code': async ({ wallet }) => wallet.pay({ ...code, key: 'k' }).catch(codeIn),
  'a capture': async ({ wallet }) => wallet.capture('o-1').catch(codeIn),
  'a void': async ({ wallet }) => wallet.void('o-1').catch(codeIn),
  'a refund': async ({ wallet }) => wallet.refund('o-1').catch(codeIn),
};

function codeIn(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code;
}

describe('a request whose store is silent', { concurrency: true }, () => {
  for (const [name, request] of Object.entries(requests)) {
    it(`ends at its deadline: ${name}`, async () => {
      const { store, silence, wake } = silentStore();
      await using shop = await openShop({ store, sendTimeout: 50 });
      silence();
      assert.equal(await request(shop), 'store_failed');
      wake();
      await shop.wallet.drain();
      assert.equal(shop.service.to('/v1/pay-token').length, 0);
    });
  }

  it('sends no token once the store answers, and leaves the order payable', async () => {
    const { store, silence, wake } = silentStore();
    await using shop = await openShop({ store, sendTimeout: 1500 });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    silence((method) => method === 'save');
    assert.equal(await codeOf(await shop.pay({}, 'k1')), 'store_failed');
    wake();
    await shop.wallet.drain();
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
    assert.equal((await shop.stored())?.state, 'created');
    const again = await shop.pay({}, 'k1');
    assert.deepEqual(await again.json(), { outcome: 'succeeded', status: 'paid' });
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  for (const kind of ['capture', 'void', 'refund'] as const) {
    it(`sends no ${kind} once the store answers`, async () => {
      const { store, silence, wake } = silentStore();
      await using shop = await openShop({ store, sendTimeout: 1500 });
      if (kind !== 'refund') shop.service.on('/v1/pay-token', () => ({ status: 'holded' }));
      await shop.pay();
      await shop.wallet.drain();
      const calls = shop.service.calls.length;
      silence((method) => method === 'save');
      assert.equal(await shop.wallet[kind]('o-1').catch(codeIn), 'store_failed');
      wake();
      await shop.wallet.drain();
      assert.equal(shop.service.calls.length, calls);
      const payment = await shop.wallet.find('o-1');
      assert.deepEqual(
        payment?.operations.map(({ state }) => state),
        ['refused'],
      );
    });
  }

  it('takes an intent back whose write had no answer, so that the payer may press again', async () => {
    let isCut = false;
    const { store } = silentStore();
    const cut: Store = {
      ...store,
      forMerchant: (merchant) => {
        const records = store.forMerchant(merchant);
        return {
          ...records,
          save: async (write) => {
            const result = await records.save(write);
            if (isCut && write.body?.includes('".sending"') === true) throw new Error('cut');
            return result;
          },
        };
      },
    };
    await using shop = await openShop({ store: cut });
    await shop.post('/wallet/prepare', { order: 'o-1' });
    isCut = true;
    await shop.pay({}, 'k1');
    assert.equal((await shop.stored())?.state, 'sending');
    isCut = false;
    while ((await shop.stored())?.state === 'sending') {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal((await shop.pay({}, 'k2')).status, 200);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
  });

  it('waits for the service as long as a call may take, once the token is sent', async () => {
    await using shop = await openShop({ sendTimeout: 1500 });
    shop.service.on('/v1/pay-token', async () => {
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return { status: 'paid' };
    });
    const answer = await shop.pay();
    assert.equal(answer.status, 200);
  });

  it('refuses a limit that is no time', () => {
    for (const sendTimeout of [0, -1, 1.5, 60_001, '5000', null] as never[]) {
      assert.throws(() => createWalletServer({ ...plainOptions, sendTimeout }), {
        code: 'config_invalid',
        message: /sendTimeout/,
      });
    }
  });
});
