import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, plainOptions } from '../test/shop.ts';
import { createWalletServer } from './index.ts';

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

  test('warns of a callbackUrl at which no webhook would arrive, whatever is before its end', async () => {
    const warnings = async (callbackUrl: string): Promise<number> => {
      await using shop = await openShop({ callbackUrl });
      return shop.logs.filter((line) => line.startsWith('callbackUrl')).length;
    };
    assert.equal(await warnings('https://shop.example/wallet/webhok/v1'), 1);
    assert.equal(await warnings('https://shop.example/behind/a/proxy/webhook/v3?shop=1'), 0);
  });
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
