import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { utf8 } from '../bytes.ts';
import { defaultProfile, olderWebhookSignature, readWebhook } from '../index.ts';
import type { SignatureScheme } from './scheme.ts';
import type { WireProfile } from './profile.ts';
import { factKey, isSigned } from './webhook.ts';

const read = (body: unknown, label?: string) =>
  readWebhook(utf8(JSON.stringify(body)), defaultProfile, label);
const flat = { id: 's-1', status: 'paid', amount: '199.90', external_id: 'o-1' };
const grouped = { id: 's-1', status: 'paid', payments: [{ amount: 199.9, external_id: 'o-1' }] };
const delivery = { recipient_city: 'city', express_waybills: ['2045'] };

/** Every shape that one fact has come in, of either group. */
const spellings: readonly object[] = [
  flat,
  { ...flat, amount: 199.9 },
  { ...flat, amount: '199.9000', delivery },
  grouped,
  { ...grouped, payments: [{ amount: '199.90', external_id: 'o-1' }], delivery },
  { ...grouped, payments: [{ amount: '100.00' }, { amount: 99.9 }] },
  { session_id: 's-1', payments: [{ id: '77', status: 'paid', amount: '199.90' }] },
  { id: 's-1', payments: [{ status: 'paid', amount: '199.90' }] },
];

describe('a webhook', () => {
  for (const [at, message] of spellings.entries()) {
    test(`in spelling ${String(at + 1)} tells the session, its status and its amount`, () => {
      const told = read(message);
      assert.equal(told?.sessionId, 's-1');
      assert.equal(told.answer?.status, 'paid');
      assert.equal(Number(told.answer.amount), 199.9);
      assert.equal(told.group, 'delivery' in message ? 'checkout' : 'acquiring');
    });
  }

  test('has the merchant’s own reference where it has just one', () => {
    assert.equal(read(flat)?.externalId, 'o-1');
    assert.equal(read(grouped)?.externalId, 'o-1');
    const two = { ...grouped, payments: [{ external_id: 'o-1' }, { external_id: 'o-2' }] };
    assert.equal(read(two)?.externalId, null);
  });

  test('in both shapes at once is read as its label has it', () => {
    const both = { ...flat, payments: [{ amount: '150.00' }, { amount: '60.00' }] };
    assert.equal(read(both, 'v1')?.answer?.amount, '199.90');
    assert.equal(read(both, 'v2')?.answer?.amount, '210');
    assert.equal(read(both, 'v3')?.answer?.amount, '210');
  });

  test('has the word of the session before that of its payment', () => {
    const payments = [{ status: 'paid', amount: '199.90' }];
    assert.equal(read({ id: 's', status: 'refunded', payments })?.answer?.status, 'refunded');
  });

  test('adds payments up exactly', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 10 ** 12 }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(amounts, (units) => {
        const payments = units.map((unit) => ({
          amount: `${String(Math.floor(unit / 100))}.${String(unit % 100).padStart(2, '0')}`,
        }));
        const total = units.reduce((sum, unit) => sum + BigInt(unit), 0n);
        const [whole = '', decimals = ''] = (
          read({ id: 's', status: 'paid', payments }, 'v2')?.answer?.amount ?? ''
        ).split('.');
        assert.equal(BigInt(whole + decimals.padEnd(2, '0')), total);
      }),
    );
  });

  test('adds nothing up that is no amount, or lacks one', () => {
    const total = (...amounts: readonly unknown[]): string | null | undefined =>
      read({ id: 's', status: 'paid', payments: amounts.map((amount) => ({ amount })) }, 'v2')
        ?.answer?.amount;
    assert.equal(total('100', '99.9'), '199.9');
    assert.equal(total('0.05', '0.02'), '0.07');
    assert.equal(total('123456789012345.123456', '0.000001'), '123456789012345.123457');
    const wrong = [
      '10x',
      'x10',
      '-1',
      '1e2',
      '',
      '.5',
      '1.',
      '1.1234567',
      '1234567890123456',
      null,
    ];
    assert.deepEqual(
      wrong.filter((amount) => total('1', amount) !== 'unreadable'),
      [],
    );
    assert.equal(read({ id: 's', status: 'paid' })?.answer?.amount, null);
    assert.equal(read({ id: 's', status: 'paid', payments: [] })?.answer?.amount, null);
    assert.equal(
      read({ id: 's', status: 'paid', payments: 'x', amount: '7' })?.answer?.amount,
      '7',
    );
  });

  test('is known again by what is stored of it, for ever', () => {
    const keyOf = (amount: string | null, currency: string | null = null): string =>
      factKey('s-1', { status: 'paid', acsUrl: null, amount, currency });
    assert.equal(keyOf('199.90'), '["s-1","paid","199.9"]');
    assert.equal(keyOf('100'), '["s-1","paid","100"]');
    assert.equal(keyOf('100.00'), '["s-1","paid","100"]');
    assert.equal(keyOf(null), '["s-1","paid",null]');
    assert.equal(keyOf('100', 'UAH'), '["s-1","paid","100","UAH"]');
  });

  test('is one fact in whatever version it comes, and another with another word or amount', () => {
    const keyOf = (message: object): string => {
      const told = read(message);
      return told?.answer ? factKey(told.sessionId, told.answer) : assert.fail();
    };
    const keys = spellings.map(keyOf);
    assert.equal(new Set(keys).size, 1);
    const others = [
      { ...flat, status: 'refunded' },
      { ...flat, amount: '199.91' },
      { ...flat, id: 's' },
    ];
    const all = [flat, ...others].map(keyOf);
    assert.equal(new Set(all).size, 4);
  });

  const useless: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['no JSON', '{"id":'],
    ['a byte order mark', '\ufeff{"id":"s","status":"paid"}'],
    ['null', 'null'],
    ['a list', '[{"id":"s","status":"paid"}]'],
    ['no session', '{"status":"paid"}'],
    ['an empty session', '{"id":"","status":"paid"}'],
    ['a session that is an object', '{"id":{},"status":"paid"}'],
    ['a session by way of __proto__', '{"__proto__":{"id":"s","status":"paid"}}'],
    ['a session that is too long', JSON.stringify({ id: 's'.repeat(256), status: 'paid' })],
    ['a session that no database keeps', '{"id":"s\\u0000","status":"paid"}'],
  ];
  for (const [name, body] of useless) {
    test(`of ${name} is none`, () => {
      assert.equal(readWebhook(utf8(body), defaultProfile), null);
    });
  }

  const wordless: readonly (readonly [string, object])[] = [
    ['no status', {}],
    ['a status of another name', { state: 'paid' }],
    ['a status that is no text', { status: { code: 'paid' } }],
    ['a status that is too long', { status: 'p'.repeat(65) }],
    ['a status that is no word', { status: 'paid\n' }],
    ['payments that are none', { payments: [null, 1] }],
  ];
  for (const [name, members] of wordless) {
    test(`with ${name} names its session alone`, () => {
      const told = read({ id: 's-1', ...members });
      assert.deepEqual([told?.sessionId, told?.answer], ['s-1', null]);
    });
  }

  test('with an amount or currency that cannot be read says that it named one', () => {
    const odd = [{ value: '199.90' }, ['199.90'], true, 'x'.repeat(65), '1\n', 2 ** 53];
    for (const value of odd) {
      const { amount, currency } =
        read({ ...flat, amount: value, currency: value })?.answer ?? assert.fail();
      assert.deepEqual([amount, currency], ['unreadable', 'unreadable']);
      const payments = [{ amount: value }];
      const grouped = { id: 's', status: 'paid', payments };
      assert.equal(read(grouped)?.answer?.amount, 'unreadable');
    }
    for (const none of [null, '', undefined]) {
      const told = read({ ...flat, amount: none, currency: none })?.answer;
      assert.deepEqual([told?.amount, told?.currency], [null, null]);
    }
    const bare = { id: 's', status: 'paid', payments: [{}, { id: '2' }] };
    assert.equal(read(bare)?.answer?.amount, null);
    const partly = { id: 's', status: 'paid', payments: [{ amount: '1.00' }, {}] };
    assert.equal(read(partly)?.answer?.amount, 'unreadable');
  });

  test('is in the one currency that it and its payments name', () => {
    const currencyOf = (own: unknown, ...of: readonly unknown[]) =>
      read({ ...flat, currency: own, payments: of.map((currency) => ({ amount: 1, currency })) })
        ?.answer?.currency;
    assert.equal(currencyOf('UAH'), 'UAH');
    assert.equal(currencyOf(undefined, 'UAH', 'UAH'), 'UAH');
    assert.equal(currencyOf(undefined, 'UAH', null), 'UAH');
    assert.equal(currencyOf('uah', 'UAH'), 'UAH');
    assert.equal(currencyOf('UAH', 'USD'), 'unreadable');
    assert.equal(currencyOf(undefined, 'UAH', 'USD'), 'unreadable');
  });

  test('names no session by a number that JSON has rounded', () => {
    const body = '{"id":12345678901234567891,"status":"paid"}';
    assert.equal(readWebhook(utf8(body), defaultProfile), null);
    assert.equal(readWebhook(utf8('{"id":77,"status":"paid"}'), defaultProfile)?.sessionId, '77');
  });

  test('of bytes that are no UTF-8 is none (I13)', () => {
    const body = utf8('{"id":"s","status":"paid","note":"?"}');
    body[body.indexOf(63)] = 0xff;
    assert.equal(readWebhook(body, defaultProfile), null);
  });

  test('never throws, whatever it holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        readWebhook(utf8(text), defaultProfile);
      }),
    );
  });
});

describe('whether a webhook is signed', () => {
  const profile: Pick<WireProfile, 'webhookSignatures'> = {
    webhookSignatures: [...defaultProfile.webhookSignatures, olderWebhookSignature],
  };
  const seen: (SignatureScheme | undefined)[] = [];
  const verifier = {
    verify: async (_: Uint8Array, signature: string | null, scheme?: SignatureScheme) => {
      seen.push(scheme);
      return Promise.resolve(signature === 'good');
    },
  };
  const signed = async (headers: Record<string, string>, of = profile): Promise<boolean> =>
    isSigned(new Headers(headers), utf8('{}'), verifier, of);

  test('is said by the first header that is there, in its own scheme', async () => {
    assert.equal(await signed({ 'x-sign-v2': 'good' }), true);
    assert.equal(await signed({ 'x-sign': 'good' }), true);
    assert.equal(await signed({ 'x-sign-v2': 'bad', 'x-sign': 'good' }), false);
    assert.equal(await signed({ 'x-sign-v2': '', 'x-sign': 'good' }), false);
    assert.deepEqual(
      seen.map((scheme) => scheme?.hash),
      ['SHA-256', 'SHA-1', 'SHA-256', 'SHA-256'],
    );
  });

  test('needs a header that counts', async () => {
    const asked = seen.length;
    assert.equal(await signed({}), false);
    assert.equal(await signed({ 'x-sign': 'good' }, defaultProfile), false);
    assert.equal(seen.length, asked);
  });
});
