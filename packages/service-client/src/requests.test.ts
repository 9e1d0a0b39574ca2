import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProfileOverrides } from '@wallet-buttons/protocol';
import { callOnce, everyCall, payToken } from '../test/every-call.ts';
import { at } from '../test/profile-behaviour.ts';

describe('a part of a payment', () => {
  const part = { sessionId: 's-1', paymentId: '77', amount: { amount: '5.00', currency: 'UAH' } };

  for (const name of ['void', 'refund', 'completeHold'] as const) {
    it(`is not sent by ${name} where the profile has no field for the amount, as that would be all of it`, async () => {
      const profile = at(`operations.${name}.fields.amount`, null);
      const call = callOnce(async (client) => client[name](part), 'null', { profile });
      await assert.rejects(call, {
        code: 'config_invalid',
        message: new RegExp(`operations\\.${name}\\.fields\\.amount`),
      });
    });

    it(`is sent by ${name} to the field of the profile`, async () => {
      const profile = at(`operations.${name}.fields.amount`, 'part');
      const { request } = await callOnce(async (client) => client[name](part), 'null', { profile });
      assert.equal((JSON.parse(request.text) as { part?: unknown }).part, 5);
    });
  }
});

describe('an amount', () => {
  const pay = async (amount: string, profile: ProfileOverrides = {}) =>
    callOnce(
      async (client) =>
        client.payment({
          sessionId: 's-1',
          externalId: 'o-1',
          amount: { amount, currency: 'UAH' },
        }),
      '{"id":1}',
      { profile },
    );

  for (const amount of ['5.001', '-5.00', '0', '0.00', '', '5,00', '1e3', '90071992547409.92']) {
    it(`of ${JSON.stringify(amount)} is refused before anything is sent`, async () => {
      await assert.rejects(pay(amount), { name: 'ServiceError', code: 'order_invalid' });
    });
  }
});

describe('a body', () => {
  const { getStatus } = everyCall;

  it('keeps a null that the caller gives, since it may mean something to the service', async () => {
    const { request } = await callOnce(async (client) => client.call('balance', { a: null }), '{}');
    assert.match(request.url, /\?a=null$/);
  });

  for (const body of [null, undefined, 'text', 1, 1n]) {
    it(`is not ${String(body)} of a reshape, and nothing is sent`, async () => {
      const call = callOnce(getStatus, '{"status":"paid"}', { reshape: { request: () => body } });
      await assert.rejects(call, {
        code: 'config_invalid',
        message: /must be an object or a list/,
      });
    });
  }

  it('is not what JSON cannot write, and nothing is sent', async () => {
    const reshape = { request: () => ({ id: 1n }) };
    const call = callOnce(getStatus, '{"status":"paid"}', { reshape });
    await assert.rejects(call, { code: 'config_invalid', message: 'The body is not JSON.' });
  });
});

describe('a token', () => {
  it('is refused with the name of its field', async () => {
    const profile = at('wallets.wallet-a.token', 'object');
    const pay = async (input: object) =>
      callOnce(async (client) => client.payToken({ ...payToken, ...input } as never), '{}', {
        profile,
      });
    const code = 'invalid_field';
    await assert.rejects(pay({ wallet: 'wallet-a', token: '{' }), {
      code,
      details: { field: 'token' },
    });
    await assert.rejects(pay({ wallet: 'toString' }), { code, details: { field: 'wallet' } });
  });
});

describe('an answer', () => {
  it('of JSON has at most a mebibyte', async () => {
    const most = (size: number) => `{"status":"paid"}${' '.repeat(size - 17)}`;
    const { result } = await callOnce(everyCall.getStatus, most(2 ** 20));
    assert.equal((result as { status: string }).status, 'paid');
    await assert.rejects(callOnce(everyCall.payToken, most(2 ** 20 + 1)), {
      code: 'service_no_answer',
    });
  });
});
