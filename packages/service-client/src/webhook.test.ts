import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SignatureScheme, WebhookVersion } from '@wallet-buttons/protocol';
import fc from 'fast-check';
import {
  defaultProfile,
  defineProfile,
  isPing,
  isSigned,
  readWebhook,
  ServiceError,
} from './index.ts';
import { utf8 } from './operations.ts';

const read = (body: unknown, version: WebhookVersion = 'v3') =>
  readWebhook(utf8(JSON.stringify(body)), defaultProfile, version);
const flat = { id: 's-1', status: 'paid', amount: '199.90', external_id: 'o-1' };
const groupedBody = {
  id: 's-1',
  status: 'paid',
  payments: [{ amount: 199.9, external_id: 'o-1' }],
};
const delivery = { recipient_city: 'city', express_waybills: ['2045'] };

/** Every shape that one status has come in, of either group. */
const spellings: readonly object[] = [
  flat,
  { ...flat, amount: 199.9 },
  { ...flat, amount: '199.9000', delivery },
  groupedBody,
  { ...groupedBody, payments: [{ amount: '199.90', external_id: 'o-1' }], delivery },
  { ...groupedBody, payments: [{ amount: '100.00' }, { amount: 99.9 }] },
  { session_id: 's-1', payments: [{ id: '77', status: 'paid', amount: '199.90' }] },
  { id: 's-1', payments: [{ status: 'paid', amount: '199.90' }] },
];

describe('a webhook', () => {
  for (const [at, message] of spellings.entries()) {
    for (const version of ['v1', 'v2', 'v3'] as const) {
      it(`in spelling ${String(at + 1)} as ${version} names session, status and amount`, () => {
        const { sessionId, answer } = read(message, version);
        assert.equal(sessionId, 's-1');
        assert.equal(answer?.status, 'paid');
        assert.equal(Number(answer.amount), 199.9);
      });
    }
  }

  it('has the reference of the merchant where it has just one', () => {
    assert.equal(read(flat).answer?.externalId, 'o-1');
    assert.equal(read(groupedBody).answer?.externalId, 'o-1');
    const two = { ...groupedBody, payments: [{ external_id: 'o-1' }, { external_id: 'o-2' }] };
    assert.equal(read(two).answer?.externalId, null);
  });

  it('names the card by its last digits, and the reference of the bank', () => {
    const card_details = { pan: '411111******1111', card_type: 'visa' };
    const { answer } = read({ ...flat, card_details, RRN: '6266' });
    assert.deepEqual(answer?.card, { last4: '1111', type: 'visa' });
    assert.equal(answer.bankReference, '6266');
  });

  it('with an amount of its own and another sum of its payments has an unreadable one', () => {
    const both = { ...flat, payments: [{ amount: '150.00' }, { amount: '60.00' }] };
    assert.equal(read(both).answer?.amount, 'unreadable');
    const same = { ...flat, payments: [{ amount: '150.00' }, { amount: '49.9' }] };
    assert.equal(read(same).answer?.amount, '199.90');
  });

  it('is read by the places of its own version', () => {
    const versions = { v2: { sessionId: ['order.session'], status: ['order.state[0]'] } };
    const profile = defineProfile({ webhook: { versions } });
    const body = utf8('{"order":{"session":"s-9","state":["paid"]},"id":"s-1","status":"failed"}');
    assert.deepEqual(
      (['v1', 'v2', 'v3'] as const).map((version) => {
        const { sessionId, answer } = readWebhook(body, profile, version);
        return [version, sessionId, answer?.status];
      }),
      [
        ['v1', 's-1', 'failed'],
        ['v2', 's-9', 'paid'],
        ['v3', 's-1', 'failed'],
      ],
    );
  });

  it('can be reshaped before it is read', () => {
    const reshape = (version: string, body: unknown): unknown => ({ ...Object(body), id: version });
    assert.equal(
      readWebhook(utf8('{"status":"paid"}'), defaultProfile, 'v2', reshape).sessionId,
      'v2',
    );
  });

  it('has the status of the session before that of its payment', () => {
    const payments = [{ status: 'paid', amount: '199.90' }];
    assert.equal(read({ id: 's', status: 'refunded', payments }).answer?.status, 'refunded');
  });

  it('has the amount of its only payment as the service wrote it', () => {
    const payments = [{ amount: '199.90', refunded_amount: '0.10' }];
    const { answer } = read({ id: 's', status: 'paid', payments }, 'v2');
    assert.deepEqual([answer?.amount, answer?.refunded], ['199.90', '0.10']);
  });

  it('adds payments up exactly', () => {
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
          read({ id: 's', status: 'paid', payments }, 'v2').answer?.amount ?? ''
        ).split('.');
        assert.equal(BigInt(whole + decimals.padEnd(2, '0')), total);
      }),
    );
  });

  it('adds nothing up that is no amount, or lacks one', () => {
    const total = (...amounts: readonly unknown[]): string | null | undefined =>
      read({ id: 's', status: 'paid', payments: amounts.map((amount) => ({ amount })) }, 'v2')
        .answer?.amount;
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
    assert.equal(read({ id: 's', status: 'paid' }).answer?.amount, null);
    assert.equal(read({ id: 's', status: 'paid', payments: [] }).answer?.amount, null);
    assert.equal(read({ id: 's', status: 'paid', payments: 'x', amount: '7' }).answer?.amount, '7');
  });

  const useless: readonly (readonly [string, string])[] = [
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
    it(`of ${name} is refused`, () => {
      assert.throws(() => readWebhook(utf8(body), defaultProfile, 'v3'), {
        code: 'webhook_invalid',
        message: 'The webhook names no session.',
      });
    });
  }

  for (const body of ['', '{"id":', '\ufeff{"id":"s","status":"paid"}']) {
    it(`that is not JSON is refused: ${JSON.stringify(body)}`, () => {
      assert.throws(
        () => readWebhook(utf8(body), defaultProfile, 'v3'),
        (error) => {
          assert.ok(error instanceof ServiceError && error.cause instanceof ServiceError);
          assert.deepEqual(
            [error.code, error.message],
            ['webhook_invalid', 'The webhook is not JSON.'],
          );
          return true;
        },
      );
    });
  }

  const wordless: readonly (readonly [string, object])[] = [
    ['no status', {}],
    ['a status that cannot be printed', { status: 'paid\u202e' }],
    ['a status of another name', { state: 'paid' }],
    ['a status that is no text', { status: { code: 'paid' } }],
    ['a status that is too long', { status: 'p'.repeat(65) }],
    ['a status with a line end', { status: 'paid\n' }],
    ['payments that are not objects', { payments: [null, 1] }],
  ];
  for (const [name, members] of wordless) {
    it(`with ${name} names its session alone`, () => {
      const message = read({ id: 's-1', ...members });
      assert.deepEqual([message.sessionId, message.answer], ['s-1', null]);
    });
  }

  it('has a status of up to 64 characters', () => {
    const status = 'p'.repeat(64);
    assert.equal(read({ id: 's-1', status }).answer?.status, status);
  });

  it('in minor units has no amount but a whole number of them', () => {
    const profile = defineProfile({ forms: { answeredAmount: 'minor' } });
    const amountOf = (amount: unknown): string | null | undefined => {
      const body = utf8(JSON.stringify({ id: 's', status: 'paid', currency: 'UAH', amount }));
      return readWebhook(body, profile, 'v1').answer?.amount;
    };
    assert.deepEqual([19990, '19990', 0].map(amountOf), ['199.90', '199.90', '0.00']);
    const odd = ['199.90', '19990 UAH', '-1', '1e3', 199.9, 1e15, '0x10'];
    assert.deepEqual(new Set(odd.map(amountOf)), new Set(['unreadable']));
  });

  it('with an amount or currency that cannot be read says that it named one', () => {
    const odd = [{ value: '199.90' }, ['199.90'], true, 'x'.repeat(65), '1\n', 2 ** 53];
    for (const value of odd) {
      const { amount, currency } =
        read({ ...flat, amount: value, currency: value }).answer ?? assert.fail();
      assert.deepEqual([amount, currency], ['unreadable', 'unreadable']);
      const payments = [{ amount: value }];
      const groupedBody = { id: 's', status: 'paid', payments };
      assert.equal(read(groupedBody).answer?.amount, 'unreadable');
    }
    for (const none of [null, '', undefined]) {
      const message = read({ ...flat, amount: none, currency: none }).answer;
      assert.deepEqual([message?.amount, message?.currency], [null, null]);
    }
    const bare = { id: 's', status: 'paid', payments: [{}, { id: '2' }] };
    assert.equal(read(bare).answer?.amount, null);
    const partly = { id: 's', status: 'paid', payments: [{ amount: '1.00' }, {}] };
    assert.equal(read(partly).answer?.amount, 'unreadable');
  });

  it('is in the one currency that it and its payments name', () => {
    const currencyOf = (ownCurrency: unknown, ...paymentCurrencies: readonly unknown[]) =>
      read({
        ...flat,
        currency: ownCurrency,
        payments: paymentCurrencies.map((currency) => ({ amount: 1, currency })),
      }).answer?.currency;
    assert.equal(currencyOf('UAH'), 'UAH');
    assert.equal(currencyOf(undefined, 'UAH', 'UAH'), 'UAH');
    assert.equal(currencyOf(undefined, 'UAH', null), 'UAH');
    assert.equal(currencyOf('uah', 'UAH'), 'UAH');
    assert.equal(currencyOf('UAH', 'USD'), 'unreadable');
    assert.equal(currencyOf(undefined, 'UAH', 'USD'), 'unreadable');
  });

  it('names no session by a number that JSON has rounded', () => {
    const body = utf8('{"id":12345678901234567891,"status":"paid"}');
    assert.throws(() => readWebhook(body, defaultProfile, 'v3'), { code: 'webhook_invalid' });
    assert.equal(read({ id: 77, status: 'paid' }).sessionId, '77');
  });

  it('of bytes that are not UTF-8 is refused', () => {
    const body = utf8('{"id":"s","status":"paid","note":"?"}');
    body[body.indexOf(63)] = 0xff;
    assert.throws(() => readWebhook(body, defaultProfile, 'v3'), { code: 'webhook_invalid' });
  });

  it('is read, or is refused as webhook_invalid, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        try {
          readWebhook(utf8(text), defaultProfile, 'v1');
        } catch (error) {
          assert.ok(error instanceof ServiceError && error.code === 'webhook_invalid');
        }
      }),
    );
  });
});

describe('a ping', () => {
  it('is an empty body or an empty object, with any JSON blanks', () => {
    const pings = ['', ' ', '\r\n\t', '{}', ' { } ', '\n{\t\r\n}\n'];
    assert.deepEqual(
      pings.filter((body) => !isPing(utf8(body))),
      [],
    );
  });

  it('is no other body', () => {
    const others = [
      '{"id":"s"}',
      '[]',
      'null',
      '{',
      '}',
      '{}{}',
      '{}x',
      'x{}',
      '{x}',
      '\u00a0',
      '\ufeff',
    ];
    assert.deepEqual(
      others.filter((body) => isPing(utf8(body))),
      [],
    );
  });
});

describe('whether a webhook is signed', () => {
  const older = {
    header: 'x-sign',
    hash: 'SHA-1',
    padding: 'PKCS1-v1_5',
    encoding: 'base64',
    allowSha1: true,
  } as const;
  const { signatures } = defaultProfile.webhook;
  const profile = defineProfile({ webhook: { signatures: [...signatures, older] } });
  const schemes: (SignatureScheme | undefined)[] = [];
  const verifier = {
    verify: async (_: Uint8Array, signature: string | null, scheme?: SignatureScheme) => {
      schemes.push(scheme);
      return Promise.resolve(signature === 'good');
    },
  };
  const verify = async (headers: Record<string, string>, usedProfile = profile): Promise<boolean> =>
    isSigned(new Headers(headers), utf8('{}'), verifier, usedProfile);

  it('is decided by the first header that the request has, in its own scheme', async () => {
    assert.equal(await verify({ 'x-sign-v2': 'good' }), true);
    assert.equal(await verify({ 'x-sign': 'good' }), true);
    assert.equal(await verify({ 'x-sign-v2': 'bad', 'x-sign': 'good' }), false);
    assert.equal(await verify({ 'x-sign-v2': '', 'x-sign': 'good' }), false);
    assert.deepEqual(
      schemes.map((scheme) => scheme?.hash),
      ['SHA-256', 'SHA-1', 'SHA-256', 'SHA-256'],
    );
  });

  it('needs a header that counts', async () => {
    const previousCount = schemes.length;
    assert.equal(await verify({}), false);
    assert.equal(await verify({ 'x-sign': 'good' }, defaultProfile), false);
    assert.equal(schemes.length, previousCount);
  });
});
