import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, plainOptions } from '../test/shop.ts';
import { serviceKey } from '../test/service-stub.ts';
import { createWalletServer, pemVerifier } from './index.ts';
import type { Trace, WalletServerOptions } from './index.ts';

describe('a server', () => {
  const needed = ['service', 'store', 'findOrder', 'callbackUrl', 'redirectUrl'] as const;
  for (const name of needed) {
    test(`is not made without ${name}, and names it`, () => {
      assert.throws(() => createWalletServer({ ...plainOptions, [name]: undefined }), {
        code: 'config_invalid',
        message: new RegExp(`^${name} `),
      });
    });
  }

  for (const validationsPerMinute of [NaN, 0, Infinity, '5' as never]) {
    test(`is not made with ${String(validationsPerMinute)} validations a minute`, () => {
      const walletA = { domains: [], validationsPerMinute };
      assert.throws(() => createWalletServer({ ...plainOptions, walletA }), {
        code: 'config_invalid',
        message: /^walletA\.validationsPerMinute/,
      });
    });
  }

  for (const verifier of [null, {}, [], [undefined], [pemVerifier(serviceKey), {}]]) {
    test(`is not made with ${JSON.stringify(verifier)} to verify webhooks`, () => {
      const webhooks = { verifier: verifier as never };
      const service = { ...plainOptions.service, webhooks };
      assert.throws(() => createWalletServer({ ...plainOptions, service }), {
        code: 'config_invalid',
        message: /^service\.webhooks/,
      });
    });
  }

  test('is not made with a logger that lacks a level', () => {
    const { info, warn } = console;
    assert.throws(() => createWalletServer({ ...plainOptions, logger: { info, warn } as never }), {
      code: 'config_invalid',
      message: /^logger /,
    });
  });

  test('warns of a callbackUrl at which no webhook would arrive, whatever is before its end', async () => {
    const warnings = async (callbackUrl: string): Promise<number> => {
      await using shop = await openShop({ callbackUrl });
      return shop.logs.filter((line) => line.startsWith('callbackUrl')).length;
    };
    assert.equal(await warnings('https://shop.example/wallet/webhok/v1'), 1);
    assert.equal(await warnings('https://shop.example/behind/a/proxy/webhook/v3?shop=1'), 0);
  });
});

describe('no outcome is changed by', () => {
  const paid = async (options: Pick<WalletServerOptions, 'logger' | 'trace'>): Promise<void> => {
    await using shop = await openShop(options);
    assert.deepEqual(await (await shop.pay()).json(), { outcome: 'succeeded', status: 'paid' });
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    shop.service.on('/v1/pay-token', (_call, response) => {
      response.destroy();
      return null;
    });
    shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
    const unanswered = await shop.pay({ order: 'o-2' });
    assert.deepEqual(await unanswered.json(), { outcome: 'unknown', status: '' });
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
  ];
  for (const [name, fail] of loggers) {
    test(`a logger that ${name}`, async () => {
      await paid({ logger: { info: fail, warn: fail, error: fail } });
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
      'does it twice',
      async (_name, _fields, work) => {
        await work();
        return work();
      },
    ],
  ];
  for (const [name, trace] of traces) {
    test(`a trace that ${name}`, async () => {
      await paid({ trace });
    });
  }
});

describe('a redirectUrl that is a function', () => {
  test('says where the payer goes', async () => {
    await using shop = await openShop({ redirectUrl: (order) => `https://shop.example/${order}` });
    assert.equal((await shop.pay()).status, 200);
    const [sent] = shop.service.to('/v1/pay-token');
    assert.equal(sent?.body['redirect_url'], 'https://shop.example/o-1');
  });

  const wrong: readonly (readonly [string, () => string, RegExp])[] = [
    ['throws', () => assert.fail('a secret'), /redirectUrl failed/],
    ['answers another scheme', () => 'javascript:alert(1)', /redirectUrl must answer/],
    ['answers nothing', () => undefined as never, /redirectUrl must answer/],
  ];
  for (const [name, redirectUrl, reason] of wrong) {
    test(`and ${name} is named in the log, before anything is sent`, async () => {
      await using shop = await openShop({ redirectUrl });
      const answer = await shop.pay();
      assert.equal(answer.status, 500);
      assert.equal(((await answer.json()) as { code: string }).code, 'config_invalid');
      assert.match(shop.logs.join('\n'), reason);
      assert.doesNotMatch(shop.logs.join('\n'), /secret/);
      assert.equal(shop.service.calls.length, 0);
    });
  }
});
