import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OperationName } from '@wallet-buttons/protocol';
import { callOnce, everyCall, payToken } from '../test/every-call.ts';
import { type Json, answer, at } from '../test/profile-behaviour.ts';

describe('a request as the wire profile says', () => {
  it('nests a field, and shares a list between two of them', async () => {
    const profile = at('operations.payToken.fields', {
      externalId: 'payments[0].ref',
      paymentId: 'payments[0].id',
    });
    const wallets = { 'wallet-a': { place: 'instrument.appleData' } };
    const { request } = await callOnce(everyCall.payToken, '{"status":"paid"}', {
      profile: { ...profile, wallets },
    });
    const body = JSON.parse(request.text) as Json;
    assert.deepEqual(body['instrument'], { appleData: '{"a":1}' });
    assert.deepEqual(body['payments'], [{ ref: 'o-1', id: '77' }]);
  });

  it('sends the token of a wallet that an entry adds, by its name and to its place', async () => {
    const entry = { name: 'invented_pay', place: 'instrument.token', token: 'object' } as const;
    const { request } = await callOnce(
      async (client) => client.payToken({ ...payToken, wallet: 'wallet-c' }),
      '{"status":"paid"}',
      { profile: { wallets: { 'wallet-c': entry } } },
    );
    const { instrument, paytype } = JSON.parse(request.text) as Json;
    assert.deepEqual([instrument, paytype], [{ token: { a: 1 } }, 'invented_pay']);
  });

  it('sends no token of a wallet that it does not have', async () => {
    const call = callOnce(
      async (client) => client.payToken({ ...payToken, wallet: 'wallet-c' }),
      '{"status":"paid"}',
    );
    await assert.rejects(call, { code: 'invalid_field', message: /no such wallet/ });
  });

  const requestForms: readonly (readonly [string, string, unknown, OperationName, string])[] = [
    ['an amount as text', 'forms.amount', 'major-string', 'payment', '"amount":"199.90"'],
    ['an amount in minor units', 'forms.amount', 'minor-integer', 'payment', '"amount":19990'],
    ['the merchant as a number', 'forms.merchantId', 'number', 'session', '"merchant_id":17,'],
    [
      'a token as the JSON in it',
      'wallets.wallet-a.token',
      'object',
      'payToken',
      '"token":{"a":1}',
    ],
    ['a token in base64', 'wallets.wallet-a.token', 'base64', 'payToken', '"token":"eyJhIjoxfQ=="'],
    ['a form', 'operations.expire.encoding', 'form', 'expire', 'merchant_id=17&session_id=s-1'],
    ['a form with JSON', 'operations.refund.encoding', 'form', 'refund', 'operations=%5B%7B%22'],
  ];
  for (const [what, path, value, name, expected] of requestForms) {
    it(`can want ${what}`, async () => {
      const profile = at(path, value);
      const { request } = await callOnce(everyCall[name], JSON.stringify(answer), { profile });
      assert.ok(request.text.includes(expected), request.text);
      assert.equal(request.signed, request.text);
    });
  }

  const signedGets = { empty: '', query: 'a+b=1&c=%D0%B4', path: '/v1/balance?a+b=1&c=%D0%B4' };
  for (const [get, signed] of Object.entries(signedGets)) {
    it(`signs ${signed || 'the empty body'} of a GET`, async () => {
      const { request } = await callOnce(
        async (client) => client.call('balance', { 'a b': 1, c: 'д' }),
        '{}',
        { profile: at('signing.get', get) },
      );
      assert.equal(request.url, 'https://service.example/v1/balance?a+b=1&c=%D0%B4');
      assert.deepEqual([request.text, request.signed], ['', signed]);
    });
  }

  const session = '{"epoch": 1.0}';
  const wrappings: readonly (readonly [string, object, unknown])[] = [
    ['in a member', { path: 'data.session' }, { data: { session: { epoch: 1 } } }],
    ['as JSON in a string', { path: 'data', as: 'json-string' }, { data: session }],
    ['as JSON in base64', { path: 'data', as: 'base64-json' }, { data: btoa(session) }],
    ['as a whole answer that is a string', { as: 'json-string' }, session],
  ];
  for (const [where, merchantSession, body] of wrappings) {
    it(`finds the merchant session ${where}`, async () => {
      const profile = at('operations.validateMerchant.merchantSession', merchantSession);
      const call = callOnce(everyCall.validateMerchant, JSON.stringify(body), { profile });
      const { result } = await call;
      assert.ok(result instanceof Uint8Array);
      assert.deepEqual(JSON.parse(Buffer.from(result).toString()), { epoch: 1 });
      const missingSession = callOnce(everyCall.validateMerchant, '{"other":1}', { profile });
      await assert.rejects(missingSession, { code: 'service_answer_invalid' });
    });
  }

  for (const refusal of [
    { type: 'validation', message: 'no' },
    { success: false, message: 'no' },
  ]) {
    it(`takes ${JSON.stringify(refusal)} for no merchant session`, async () => {
      const call = callOnce(everyCall.validateMerchant, JSON.stringify(refusal));
      await assert.rejects(call, { code: 'service_answer_invalid', message: /body of a refusal/ });
    });
  }

  it('takes a list for no merchant session', async () => {
    const call = callOnce(everyCall.validateMerchant, '[{"epoch":1}]');
    await assert.rejects(call, { code: 'service_answer_invalid' });
  });
});
