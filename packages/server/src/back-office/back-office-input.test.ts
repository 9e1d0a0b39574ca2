import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openWith, taken } from '../../test/paid-shop.ts';
import { openShop, storedAttempt } from '../../test/shop.ts';
import type { WalletServer } from '../index.ts';

const kinds = ['capture', 'void', 'refund'] as const;

/** Calls as untyped code may make them, and the code of the refusal. */
const operations: readonly (readonly [string, unknown, string])[] = [
  ['a misspelt amount', { amout: '50.00' }, 'unknown_field'],
  ['the amount instead of options', '50.00', 'invalid_field'],
  ['a number instead of options', 50, 'invalid_field'],
  ['a list instead of options', ['50.00'], 'invalid_field'],
  ['null instead of options', null, 'invalid_field'],
  ['an undefined amount', { amount: undefined }, 'invalid_field'],
  ['an undefined attempt', { attempt: undefined }, 'invalid_field'],
  ['an undefined key', { amount: '50.00', key: undefined }, 'invalid_field'],
  ['an undefined rest', { amount: '50.00', left: undefined }, 'invalid_field'],
];

describe('an operation', () => {
  for (const kind of kinds) {
    for (const [name, options, code] of operations) {
      it(`with ${name} is refused and sends nothing: ${kind}`, async () => {
        await using shop = await openWith(kind === 'capture' ? 'holded' : 'paid');
        const callCount = shop.service.calls.length;
        await assert.rejects(shop.wallet[kind]('o-1', options as never), { code });
        assert.equal(shop.service.calls.length, callCount);
      });
    }
  }

  it('names the option that it does not know', async () => {
    await using shop = await openWith('paid');
    await assert.rejects(shop.wallet.refund('o-1', { amout: '50.00' } as never), {
      code: 'unknown_field',
      message: 'There is no option amout, but: amount, attempt, key, left, force, by, reason.',
      details: { field: 'amout' },
    });
  });

  it('says that an option is undefined', async () => {
    await using shop = await openWith('paid');
    await assert.rejects(shop.wallet.refund('o-1', { amount: undefined } as never), {
      message: 'The option amount is undefined.',
      details: { field: 'amount' },
      suggestion: 'Give its value, or leave the option out.',
    });
  });

  it('keeps a name that is not one of an option out of its error', async () => {
    await using shop = await openWith('paid');
    const options = { 'a name that may be data': '50.00' } as never;
    await assert.rejects(shop.wallet.refund('o-1', options), {
      message: 'There is no such option, but: amount, attempt, key, left, force, by, reason.',
    });
  });

  it('with a key over 255 characters is refused, and with one of 255 is sent', async () => {
    await using shop = await openWith('paid');
    shop.service.on('/v1/void', taken(shop, { status: 'paid', refunded_amount: '1.00' }));
    const refund = async (key: string) => shop.wallet.refund('o-1', { amount: '1.00', key });
    await assert.rejects(refund('x'.repeat(256)), { code: 'invalid_idempotency_key' });
    assert.equal((await refund('x'.repeat(255))).state, 'done');
  });
});

describe('a review', () => {
  for (const outcome of ['fail', 'success', 'FAILED', '', undefined, true]) {
    it(`with the outcome ${JSON.stringify(outcome)} is refused and ends nothing`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
      await shop.pay();
      const { id } = await storedAttempt(shop);
      await assert.rejects(shop.wallet.resolve(id, outcome as never), {
        code: 'invalid_field',
        details: { field: 'outcome' },
      });
      assert.equal((await storedAttempt(shop)).flag, 'mismatch');
    });
  }

  for (const [name, options, code] of [
    ['a misspelt amount', { amout: '199.91' }, 'unknown_field'],
    ['an undefined amount', { amount: undefined }, 'invalid_field'],
  ] as const) {
    it(`with ${name} is refused and ends nothing`, async () => {
      await using shop = await openShop();
      shop.service.on('/v1/pay-token', () => ({ status: 'paid', amount: '199.91' }));
      await shop.pay();
      const { id } = await storedAttempt(shop);
      await assert.rejects(shop.wallet.resolve(id, 'succeeded', options as never), { code });
      assert.equal((await storedAttempt(shop)).flag, 'mismatch');
    });
  }
});

describe('the back office', () => {
  const before = new Date(8.64e15);
  const calls: readonly (readonly [string, string, (wallet: WalletServer) => Promise<unknown>])[] =
    [
      ['find', 'unknown_field', async (wallet) => wallet.find('o-1', { frsh: true } as never)],
      ['find', 'invalid_field', async (wallet) => wallet.find('o-1', { fresh: 'no' } as never)],
      ['find', 'invalid_field', async (wallet) => wallet.find('o-1', null as never)],
      ['list', 'unknown_field', async (wallet) => wallet.list({ status: 'paid' } as never)],
      ['list', 'invalid_field', async (wallet) => wallet.list({ needsReview: 'no' } as never)],
      ['list', 'invalid_field', async (wallet) => wallet.list({ state: ['paid'] } as never)],
      ['list', 'invalid_field', async (wallet) => wallet.list({ states: 'paid' } as never)],
      ['list', 'invalid_field', async (wallet) => wallet.list({ states: ['lost'] } as never)],
      ['list', 'invalid_field', async (wallet) => wallet.list(null as never)],
      ['undelivered', 'unknown_field', async (wallet) => wallet.undelivered({ max: 5 } as never)],
      ['undelivered', 'invalid_field', async (wallet) => wallet.undelivered(null as never)],
      ['prune', 'invalid_field', async (wallet) => wallet.prune(undefined as never)],
      ['prune', 'invalid_field', async (wallet) => wallet.prune({ before: '2020' } as never)],
      ['prune', 'invalid_field', async (wallet) => wallet.prune({ before, paid: 'no' } as never)],
      ['prune', 'unknown_field', async (wallet) => wallet.prune({ before, pay: true } as never)],
      ['reconcile', 'unknown_field', async (wallet) => wallet.reconcile({ max: 1 } as never)],
      ['reconcile', 'invalid_field', async (wallet) => wallet.reconcile(null as never)],
      ['pay', 'invalid_field', async (wallet) => wallet.pay(undefined as never)],
    ];
  for (const [index, [name, code, call]] of calls.entries()) {
    it(`refuses ${name} with wrong options by ${code} (${String(index + 1)})`, async () => {
      await using shop = await openShop();
      await assert.rejects(call(shop.wallet), { name: 'WalletServerError', code });
    });
  }
});
