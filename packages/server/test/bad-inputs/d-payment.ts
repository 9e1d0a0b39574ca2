import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually, marker, refused } from './target.ts';
import type { Target } from './target.ts';

const charges = ({ service }: Target): number => service.to('/v1/pay-token').length;

/** Bad inputs 41 to 56: requests to pay that must not, or must not again. */
export function payment(target: Target): void {
  describe('D: a request to pay that is wrong', () => {
    const unfit: readonly (readonly [string, object, string, number?])[] = [
      ['D41: with an amount of its own', { amount: '0.01' }, 'unknown_field'],
      ['D41: with a price', { price: '0.01' }, 'unknown_field'],
      ['D41: with a total', { total: '0.01' }, 'unknown_field'],
      ['D42: with a currency of its own', { currency: 'JPY' }, 'unknown_field'],
      ['D44: for an order that is not there', { order: 'absent' }, 'order_not_found', 404],
      ['D51: with an empty token', { token: '' }, 'invalid_field'],
      ['D51: with an object as token', { token: { data: marker } }, 'invalid_field'],
      ['D51: with a list as token', { token: [marker] }, 'invalid_field'],
      ['D51: with a number as token', { token: 1 }, 'invalid_field'],
      ['D51: without a token', { token: undefined }, 'missing_field'],
      ['D52: with a token of 33 KB', { token: marker.padEnd(33 * 1024, 'x') }, 'too_large', 413],
      ['D54: for a wallet that is none', { wallet: 'wallet-c' }, 'invalid_field'],
    ];
    for (const [name, fields, code, status = 400] of unfit) {
      test(`${name} is ${code}, and nothing is sent`, async () => {
        await refused(target, async () => target.pay('o-unfit', {}, { fields }), status, code);
      });
    }

    test('D43: for another payer’s order is what it is for one that is not there', async () => {
      const absent = await target.pay('absent');
      const foreign = await refused(
        target,
        async () => target.pay('o-private'),
        404,
        'order_not_found',
      );
      assert.equal(foreign.body, absent.body);
      const own = await target.pay('o-private', undefined, { headers: ['cookie: payer=1'] });
      assert.equal(own.status, 200);
    });

    test('D45: for an order that is paid is already_paid, with how it stands', async () => {
      assert.equal((await target.pay('o-paid')).status, 200);
      const again = await refused(target, async () => target.pay('o-paid'), 409, 'already_paid');
      const { outcome, payment_status } = JSON.parse(again.body) as Record<string, unknown>;
      assert.deepEqual([outcome, payment_status], ['succeeded', 'paid']);
    });

    test('D46: while another press is under way is in_progress', async () => {
      assert.equal((await target.pay('o-live', { status: 'processing' })).status, 202);
      await refused(target, async () => target.pay('o-live'), 409, 'in_progress');
    });

    test('D47: that comes again, the same to the byte, gets the same answer and sends nothing', async () => {
      const say = { status: 'paid' };
      const same = {
        key: 'key-replay',
        fields: { token: JSON.stringify({ say, press: 'replay' }) },
      };
      const first = await target.pay('o-replay', say, same);
      const sent = charges(target);
      const again = await target.pay('o-replay', say, same);
      assert.deepEqual([again.status, again.body], [first.status, first.body]);
      assert.equal(charges(target), sent);
    });

    test('D48: with a key that came with another body is 422', async () => {
      await target.pay('o-key', undefined, { key: 'key-twice' });
      await refused(
        target,
        async () => target.pay('o-key-2', undefined, { key: 'key-twice' }),
        422,
        'idempotency_key_reused',
      );
    });

    const keys: readonly (readonly [string, string])[] = [
      ['D49: with a key of 256 characters', `idempotency-key: ${'k'.repeat(256)}`],
      ['D49: with a key of letters beyond ASCII', 'idempotency-key: кл'],
      ['D49: with two keys', 'idempotency-key: one\r\nidempotency-key: two'],
      ['D50: with an empty key', 'idempotency-key: '],
      ['D50: without a key', 'x-none: '],
    ];
    for (const [name, header] of keys) {
      test(`${name} is refused`, async () => {
        const body = JSON.stringify({ order: 'o-unfit' });
        const headers = ['content-type: application/json', header];
        const ask = async () => target.post('/wallet/pay-token', body, headers);
        await refused(target, ask, 400, 'invalid_idempotency_key');
      });
    }

    test('D53: with a token that paid another order is token_reused', async () => {
      const token = JSON.stringify({ say: { status: 'paid' }, press: 'once' });
      assert.equal((await target.pay('o-token', {}, { fields: { token } })).status, 200);
      const sent = charges(target);
      const stolen = await target.pay('o-token-2', {}, { fields: { token } });
      assert.deepEqual([stolen.status, stolen.code], [409, 'token_reused']);
      assert.equal(charges(target), sent);
      assert.equal(target.attemptOf('o-token-2').state, 'created');
    });

    test('D55: with the other wallet’s token is the service’s to refuse, once, and the order is free', async () => {
      // A token is opaque here: only the service can tell one wallet's from the other's.
      const sent = charges(target);
      const refusal = { http: 400, code: 'validation', message: marker };
      const answer = await target.pay('o-other-wallet', refusal, {
        fields: { wallet: 'wallet-a' },
      });
      assert.deepEqual(
        [answer.status, JSON.parse(answer.body)],
        [200, { outcome: 'failed', status: '' }],
      );
      assert.equal(charges(target), sent + 1);
      assert.equal(target.attemptOf('o-other-wallet').state, 'rejected');
      assert.equal((await target.pay('o-other-wallet')).status, 200);
    });

    for (const order of ['zero', 'negative', 'too-fine', 'a-number', 'too-much']) {
      test(`D56: for an order whose amount is ${order} is the shop’s own mistake`, async () => {
        await refused(target, async () => target.pay(order), 500, 'order_invalid');
        await eventually(() =>
          target.logs.some(({ level, code }) => level === 'error' && code === 'order_invalid'),
        );
      });
    }
  });
}
