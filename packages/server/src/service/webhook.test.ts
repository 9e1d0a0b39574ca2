import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { utf8 } from '../bytes.ts';
import { defaultProfile, readWebhook } from '../index.ts';
import { factKey } from './webhook.ts';

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
      assert.equal(told.answer.status, 'paid');
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
    assert.equal(read(both, 'v1')?.answer.amount, '199.90');
    assert.equal(read(both, 'v2')?.answer.amount, '210');
    assert.equal(read(both, 'v3')?.answer.amount, '210');
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
          read({ id: 's', status: 'paid', payments }, 'v2')?.answer.amount ?? ''
        ).split('.');
        assert.equal(BigInt(whole + decimals.padEnd(2, '0')), total);
      }),
    );
  });

  test('is one fact in whatever version it comes, and another with another word or amount', () => {
    const keyOf = (message: object): string => {
      const told = read(message);
      return told ? factKey(told) : assert.fail();
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
    ['no status', '{"id":"s"}'],
    ['payments that are none', '{"id":"s","payments":[null,1]}'],
  ];
  for (const [name, body] of useless) {
    test(`of ${name} is none`, () => {
      assert.equal(readWebhook(utf8(body), defaultProfile), null);
    });
  }

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
