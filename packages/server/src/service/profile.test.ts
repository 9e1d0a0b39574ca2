import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { callOnce, everyCall } from '../../test/every-call.ts';
import { utf8 } from '../bytes.ts';
import {
  createServiceClient,
  defaultProfile,
  defineProfile,
  describeProfile,
  olderWebhookSignature,
  pemSigner,
  readWebhook,
} from '../index.ts';
import type { Operation, ProfileOverrides, WireProfile } from '../index.ts';
import { merchantKey } from '../../test/service-stub.ts';
import { openShop } from '../../test/shop.ts';
import { refusal } from './refusal.ts';

/** An answer that every operation can read. */
const answers: Partial<Record<Operation, string>> = { createOperations: '[{"guid":"g"}]' };
const answer = JSON.stringify({
  id: '1',
  guid: '1',
  status: 'paid',
  delivery_price: 1,
  balance: 1,
  export_id: '1',
});

/** Each operation's place and body on the wire, with every path set. */
async function wireOf(base: WireProfile): Promise<Readonly<Record<string, unknown>>> {
  const profile = defineProfile(base, {
    paths: { exportOperations: '/v1/e', initSecureDelivery: '/v1/i' },
  });
  const names = Object.keys(everyCall) as Operation[];
  const wire = names.map(async (name) => {
    const { sent } = await callOnce(everyCall[name], answers[name] ?? answer, { profile });
    return [name, { url: sent.url, body: sent.body }] as const;
  });
  return Object.fromEntries(await Promise.all(wire));
}

/** Every key of an object, however deep. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(keysIn)];
}

type AnswerName = keyof WireProfile['answers'];
const answerNames = Object.keys(defaultProfile.answers) as AnswerName[];

/** Everything that can be read, or all but one of it, each under the first name that a profile has for it. */
function bodyOf({ answers }: WireProfile, missing?: AnswerName): object {
  const named = (name: AnswerName, value: unknown): object =>
    name === missing ? {} : { [answers[name][0] ?? '']: value };
  const lists: Readonly<Record<string, unknown>> = {
    payments: [named('amount', '7.70')],
    delivery: {},
    fieldErrors: [named('fieldPath', 'held')],
  };
  const parts = answerNames.map((name) => named(name, lists[name] ?? 'held'));
  return Object.assign({}, ...parts) as object;
}

/** What is read of a body as the answer of each operation, as a refusal, and as a webhook. */
async function readingsOf(body: object, profile: WireProfile): Promise<string> {
  const text = JSON.stringify(body);
  const handedOn = ['refundOperations', 'changeRecipientData'];
  const names = Object.keys(everyCall).filter((name) => !handedOn.includes(name)) as Operation[];
  const results = names.map(async (name) => {
    const came = name in answers ? `[${text}]` : text;
    const { result } = await callOnce(everyCall[name], came, { profile }).catch(() => ({
      result: 'nothing',
    }));
    return result instanceof Uint8Array ? 'bytes' : result;
  });
  const { details } = refusal({ status: 400, body: utf8(text), requestId: null }, profile);
  const webhook = readWebhook(utf8(text), profile);
  return JSON.stringify([await Promise.all(results), details, webhook], (key, value: unknown) =>
    key === 'raw' ? null : value,
  );
}

/** Each field has a name, the one that is not sent by default too. */
const named = defineProfile(defaultProfile, { fields: { currency: 'currency' } });
const fieldNames = Object.keys(defaultProfile.fields) as (keyof WireProfile['fields'])[];
const freshNames = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((name) => /^(?!__proto__$)./u.test(name) && !/^\d+$/.test(name));

describe('the wire profile', () => {
  test('any field can be renamed, and stands on the wire under its new name alone', async () => {
    const before = await wireOf(named);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...fieldNames), freshNames, async (field, name) => {
        fc.pre(!keysIn(before).includes(name));
        const after = await wireOf(defineProfile(named, { fields: { [field]: name } }));
        const old = named.fields[field] ?? '';
        const moved = keysIn(after).filter((key) => key === name).length;
        const left = keysIn(after).filter((key) => key === old).length;
        assert.ok(moved > 0);
        assert.equal(moved + left, keysIn(before).filter((key) => key === old).length);
      }),
      { numRuns: 40 },
    );
  });

  test('any name of an answer can be changed, and is read under its new name alone', async () => {
    const known = await readingsOf(bodyOf(defaultProfile), defaultProfile);
    const names = fc.uniqueArray(
      freshNames.filter((name) => !name.includes('.')),
      { minLength: answerNames.length, maxLength: answerNames.length },
    );
    await fc.assert(
      fc.asyncProperty(names, async (fresh) => {
        const renamed = Object.fromEntries(
          answerNames.map((name, at) => [name, [fresh[at] ?? '']]),
        );
        const profile = defineProfile(defaultProfile, { answers: renamed });
        assert.equal(await readingsOf(bodyOf(profile), profile), known);
        for (const name of answerNames) {
          assert.notEqual(await readingsOf(bodyOf(profile, name), profile), known, name);
        }
        const nothing = await readingsOf({ strange: 1 }, profile);
        assert.equal(await readingsOf(bodyOf(defaultProfile), profile), nothing);
      }),
      { numRuns: 10 },
    );
  });

  for (const field of fieldNames) {
    test(`sends no ${field} where its name is null`, async () => {
      const before = keysIn(await wireOf(named)).length;
      const without = defineProfile(named, { fields: { [field]: null } });
      assert.ok(keysIn(await wireOf(without)).length < before);
    });
  }

  test('any path can be moved', async () => {
    const paths = Object.keys(defaultProfile.paths) as Operation[];
    for (const name of paths) {
      const moved = defineProfile(defaultProfile, { paths: { [name]: '/v9/elsewhere' } });
      const { sent } = await callOnce(everyCall[name], answers[name] ?? answer, { profile: moved });
      assert.equal(sent.url, 'https://service.example/v9/elsewhere');
    }
  });

  const redirect_url = 'https://shop.example/return';
  for (const operation of ['session', 'payment', 'payToken'] as const) {
    test(`lets ${operation} carry the way back, and no other call`, async () => {
      const wire = await wireOf(defineProfile(defaultProfile, { redirectUrlOn: operation }));
      const carriers = Object.entries(wire).filter(([, sent]) =>
        keysIn(sent).includes('redirect_url'),
      );
      assert.deepEqual(
        carriers.map(([name]) => name),
        [operation],
      );
      const sent = wire[operation] as { readonly body: { readonly redirect_url: string } };
      assert.equal(sent.body.redirect_url, redirect_url);
    });
  }

  const forms: readonly (readonly [string, ProfileOverrides, Operation, string, unknown])[] = [
    ['an amount as text', { forms: { amount: 'major-string' } }, 'payment', 'amount', '199.90'],
    [
      'an amount in minor units',
      { forms: { amount: 'minor-integer' } },
      'payment',
      'amount',
      19990,
    ],
    ['the merchant as a number', { forms: { merchantId: 'number' } }, 'session', 'merchant_id', 17],
    [
      'a token as the JSON in it',
      { tokenForms: { 'wallet-a': 'object' } },
      'payToken',
      'token',
      { a: 1 },
    ],
    [
      'a token in base64',
      { tokenForms: { 'wallet-a': 'base64' } },
      'payToken',
      'token',
      'eyJhIjoxfQ==',
    ],
    ['another word for a wallet', { walletWords: { 'wallet-a': 'w' } }, 'payToken', 'paytype', 'w'],
    [
      'a shape of one’s own',
      { reshape: (name, body) => ({ [name]: body }) },
      'getStatus',
      'getStatus',
      { merchant_id: '17', session_id: 's-1' },
    ],
  ];
  for (const [what, overrides, name, field, expected] of forms) {
    test(`can want ${what}`, async () => {
      const profile = defineProfile(defaultProfile, overrides);
      const { sent } = await callOnce(everyCall[name], answer, { profile });
      assert.deepEqual((sent.body as Record<string, unknown>)[field], expected);
    });
  }

  test('refuses a token that is not the JSON which the profile wants, before anything is sent', async () => {
    const profile = defineProfile(defaultProfile, { tokenForms: { 'wallet-b': 'object' } });
    const client = createServiceClient({
      baseUrl: 'https://service.example',
      merchantId: '1',
      signer: pemSigner(merchantKey),
      profile,
      fetch: () => assert.fail('It was sent.'),
    });
    const call = client.payToken({
      sessionId: 's',
      wallet: 'wallet-b',
      token: '{',
      redirectUrl: '',
    });
    await assert.rejects(call, { code: 'invalid_field', origin: 'request' });
  });

  test('leaves an order free whose token was refused so', async () => {
    const profile = defineProfile(defaultProfile, { tokenForms: { 'wallet-b': 'object' } });
    await using shop = await openShop({ service: { profile } });
    const refusal = await shop.pay({ token: '{' });
    assert.equal(refusal.status, 400);
    assert.equal(((await refusal.json()) as { code: string }).code, 'invalid_field');
    assert.equal(shop.service.to('/v1/pay-token').length, 0);
    assert.equal((await shop.pay({ token: '{"a":1}' })).status, 200);
    assert.deepEqual(shop.service.to('/v1/pay-token')[0]?.body['token'], { a: 1 });
  });

  test('reads an answer from where a service has put it', async () => {
    const profile = defineProfile(defaultProfile, {
      answers: { status: ['data.state'], acsUrl: ['data.bank.url', 'data.url'] },
    });
    const nested = '{"data":{"state":"processing","url":"https://bank"},"status":"paid"}';
    const { result } = await callOnce(everyCall.payToken, nested, { profile });
    const unnamed = { amount: null, currency: null };
    assert.deepEqual(result, { ...unnamed, status: 'processing', acsUrl: 'https://bank' });
  });

  test('takes new status words, and says of each entry what it rests on', () => {
    const { statuses, basis } = defineProfile(defaultProfile, {
      statuses: { toBePaid: 'pending' },
    });
    assert.equal(statuses['toBePaid'], 'pending');
    assert.equal(statuses['paid'], 'paid');
    assert.equal(basis['statuses.toBePaid'], 'configured');
    assert.equal(basis['statuses.paid'], 'documented');
    assert.equal(basis['fields.sessionId'], 'observed');
    assert.equal(basis['fields.token'], 'assumed');
  });

  test('is frozen, to its last list, and freezes nothing of its maker’s', () => {
    const mine = { status: ['state'] };
    const profile = defineProfile(defaultProfile, { answers: mine });
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    assert.ok(isFrozen(profile));
    assert.ok(isFrozen(defaultProfile));
    assert.ok(!Object.isFrozen(mine.status));
  });

  const refused: readonly (readonly [string, object])[] = [
    ['a name that it does not have', { pats: {} }],
    ['a name in a group that it does not have', { paths: { paytoken: '/x' } }],
    ['a group that is none', { fields: 'x' }],
    ['the basis itself', { basis: {} }],
    ['a polluting name', JSON.parse('{"fields":{"__proto__":"x"}}') as object],
    ['a relative path', { paths: { voidSession: 'v1/void' } }],
    ['a path to elsewhere', { paths: { payToken: '@evil.example/' } }],
    ['no path for a call of every payment', { paths: { payToken: null } }],
    ['a header that is none', { signature: { header: 'x sign' } }],
    ['an unknown hash', { signature: { hash: 'MD5' } }],
    ['SHA-1 without consent', { signature: { hash: 'SHA-1' } }],
    [
      'a webhook with SHA-1 without consent',
      { webhookSignatures: [{ ...olderWebhookSignature, allowSha1: false }] },
    ],
    ['no signature of webhooks at all', { webhookSignatures: [] }],
    ['an unknown meaning', { statuses: { paid: 'good' } }],
    ['an unknown form', { forms: { amount: 'float' } }],
    ['a carrier that is none', { redirectUrlOn: 'getStatus' }],
    ['a list where a name should be', { fields: { token: ['a'] } }],
    ['a name where a list should be', { answers: { status: 'state' } }],
    ['a list of what are no names', { answers: { status: [1] } }],
    ['an empty code of errors', { notProcessed: ['validation', ''] }],
  ];
  for (const [name, overrides] of refused) {
    test(`refuses ${name}`, () => {
      assert.throws(() => defineProfile(defaultProfile, overrides), { code: 'config_invalid' });
    });
  }

  for (const name of ['session_id', 'merchant_id', 'paytype']) {
    test(`sends nothing where two fields of a body have the name ${name}`, async () => {
      const profile = defineProfile(defaultProfile, { fields: { token: name } });
      await assert.rejects(callOnce(everyCall.payToken, answer, { profile }), {
        code: 'config_invalid',
        message: new RegExp(name),
      });
    });
  }

  test('stands in the README as it is', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    assert.ok(readme.includes(describeProfile(defaultProfile)));
  });

  test('describes what a merchant has changed as such', () => {
    const changed = defineProfile(defaultProfile, {
      paths: { exportOperations: '/v1/x' },
      reshape: (_, body) => body,
    });
    const table = describeProfile(changed);
    assert.match(table, /\| `paths` \| configured \| exportOperations `\/v1\/x` \|/);
    assert.match(table, /\| `reshape` \| configured \| \(a function\) \|/);
    assert.match(
      table,
      /`webhookSignatures` \| observed \| `x-sign-v2` `SHA-256` `PKCS1-v1_5` `base64`/,
    );
  });
});
