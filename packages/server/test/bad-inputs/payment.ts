import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually, marker, refused, type Target } from './target.ts';

const charges = ({ service }: Target): number => service.to('/v1/pay-token').length;

/** Requests to pay that must not pay, or must not pay again. */
export function payment(target: Target): void {
  describe('a request to pay', () => {
    const wrong: readonly (readonly [string, object, string, number?])[] = [
      ['with an amount of its own', { amount: '0.01' }, 'unknown_field'],
      ['with a price', { price: '0.01' }, 'unknown_field'],
      ['with a total', { total: '0.01' }, 'unknown_field'],
      ['with a currency of its own', { currency: 'JPY' }, 'unknown_field'],
      ['for an unknown order', { order: 'absent' }, 'order_not_found', 404],
      ['with an empty token', { token: '' }, 'invalid_field'],
      ['with an object as token', { token: { data: marker } }, 'invalid_field'],
      ['with a list as token', { token: [marker] }, 'invalid_field'],
      ['with a number as token', { token: 1 }, 'invalid_field'],
      ['without a token', { token: undefined }, 'missing_field'],
      ['with a token of 33 KB', { token: marker.padEnd(33 * 1024, 'x') }, 'too_large', 413],
      ['for an unknown wallet', { wallet: 'wallet-c' }, 'invalid_field'],
    ];
    for (const [name, fields, code, status = 400] of wrong) {
      it(`${name} is ${code}, and nothing is sent`, async () => {
        await refused(target, async () => target.pay('o-refused', {}, { fields }), status, code);
      });
    }

    it('for another payer’s order is answered as for an unknown one', async () => {
      const absent = await target.pay('absent');
      const foreign = await refused(
        target,
        async () => target.pay('o-private'),
        404,
        'order_not_found',
      );
      assert.equal(foreign.body, absent.body);
      const ownAnswer = await target.pay('o-private', undefined, { headers: ['cookie: payer=1'] });
      assert.equal(ownAnswer.status, 200);
    });

    it('for a paid order is already_paid, with its outcome', async () => {
      assert.equal((await target.pay('o-paid')).status, 200);
      const secondAnswer = await refused(
        target,
        async () => target.pay('o-paid'),
        409,
        'already_paid',
      );
      const { outcome, payment_status } = JSON.parse(secondAnswer.body) as Record<string, unknown>;
      assert.deepEqual([outcome, payment_status], ['succeeded', 'paid']);
    });

    it('while another press is under way is in_progress', async () => {
      assert.equal((await target.pay('o-live', { status: 'processing' })).status, 202);
      await refused(target, async () => target.pay('o-live'), 409, 'in_progress');
    });

    it('that comes again, the same to the byte, gets the same answer and sends nothing', async () => {
      const say = { status: 'paid' };
      const same = {
        key: 'key-replay',
        fields: { token: JSON.stringify({ say, press: 'replay' }) },
      };
      const first = await target.pay('o-replay', say, same);
      const chargeCount = charges(target);
      const secondAnswer = await target.pay('o-replay', say, same);
      assert.deepEqual([secondAnswer.status, secondAnswer.body], [first.status, first.body]);
      assert.equal(charges(target), chargeCount);
    });

    it('with a key that came with another body is 422, and no token is sent', async () => {
      await target.pay('o-key', undefined, { key: 'key-twice' });
      const chargeCount = charges(target);
      const secondAnswer = await target.pay('o-key-2', undefined, { key: 'key-twice' });
      assert.deepEqual([secondAnswer.status, secondAnswer.code], [422, 'idempotency_key_reused']);
      assert.equal(charges(target), chargeCount);
    });

    const keys: readonly (readonly [string, string])[] = [
      ['with a key of 256 characters', `idempotency-key: ${'k'.repeat(256)}`],
      ['with a key of letters beyond ASCII', 'idempotency-key: кл'],
      ['with two keys', 'idempotency-key: one\r\nidempotency-key: two'],
      ['with an empty key', 'idempotency-key: '],
      ['without a key', 'x-none: '],
    ];
    for (const [name, header] of keys) {
      it(`${name} is refused`, async () => {
        const body = JSON.stringify({ order: 'o-refused' });
        const headers = ['content-type: application/json', header];
        const ask = async () => target.post('/wallet/pay-token', body, headers);
        await refused(target, ask, 400, 'invalid_idempotency_key');
      });
    }

    it('with a token that paid another order is token_reused', async () => {
      const token = JSON.stringify({ say: { status: 'paid' }, press: 'once' });
      assert.equal((await target.pay('o-token', {}, { fields: { token } })).status, 200);
      const chargeCount = charges(target);
      const stolen = await target.pay('o-token-2', {}, { fields: { token } });
      assert.deepEqual([stolen.status, stolen.code], [409, 'token_reused']);
      assert.equal(charges(target), chargeCount);
      assert.equal(target.attemptOf('o-token-2').state, 'created');
    });

    it('with the other wallet’s token is refused by the service, once, and stays unknown at first', async () => {
      // A token is opaque here: only the service can tell one wallet's from the other's.
      const chargeCount = charges(target);
      const refusal = { http: 400, code: 'validation', message: marker };
      const answer = await target.pay('o-other-wallet', refusal, {
        fields: { wallet: 'wallet-a' },
      });
      assert.deepEqual(
        [answer.status, JSON.parse(answer.body)],
        [202, { outcome: 'unknown', status: '' }],
      );
      assert.equal(charges(target), chargeCount + 1);
      assert.equal(target.attemptOf('o-other-wallet').state, 'unknown');
      assert.equal((await target.pay('o-other-wallet')).status, 409);
      assert.equal(charges(target), chargeCount + 1);
    });

    for (const order of ['zero', 'negative', 'too-fine', 'a-number', 'too-much']) {
      it(`for an order whose amount is ${order} is a fault of the shop`, async () => {
        await refused(target, async () => target.pay(order), 500, 'order_invalid');
        await eventually(() =>
          target.logs.some(({ level, code }) => level === 'error' && code === 'order_invalid'),
        );
      });
    }
  });
}
