import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callOnce, everyCall } from '../test/every-call.ts';
import { at } from '../test/profile-behaviour.ts';
import { defaultProfile, defineProfile, ServiceError } from './index.ts';

describe('the wire profile', () => {
  it('names the entry that a new wallet lacks', () => {
    const wallets = { 'wallet-c': { name: 'invented_pay', place: 'token' } };
    const message = /wallets\.wallet-c\.token/;
    assert.throws(() => defineProfile({ wallets }), { code: 'config_invalid', message });
  });

  it('takes no wallet whose name no tag has', () => {
    const wallets = { card: { name: 'card', place: 'token', token: 'string' } };
    const message = /wallets\.card/;
    assert.throws(() => defineProfile({ wallets }), {
      code: 'config_invalid',
      message,
    });
  });

  it('takes new statuses, later than those that it has', () => {
    const { meaningOf, statusOrder } = defineProfile({ statuses: { toBePaid: 'pending' } });
    assert.deepEqual(
      [meaningOf('toBePaid'), meaningOf('paid'), meaningOf('constructor')],
      ['pending', 'paid', undefined],
    );
    assert.ok(statusOrder('toBePaid') > statusOrder('refunded'));
    assert.deepEqual([statusOrder(''), statusOrder('unknown')], [-1, Infinity]);
  });

  it('has several currencies only where a payment names its own, as 10 EUR would be charged as 10 UAH', () => {
    const currencies = ['UAH', 'EUR'];
    assert.throws(() => defineProfile({ currencies }), {
      code: 'config_invalid',
      message: /several currencies.*operations\.payment\.fields\.currency/,
    });
    const operations = { payment: { fields: { currency: 'currency' } } };
    assert.deepEqual(defineProfile({ currencies, operations }).currencies, currencies);
    assert.deepEqual(defineProfile({ currencies: ['EUR'] }).currencies, ['EUR']);
  });

  it('frees no order by an assumption', () => {
    assert.equal(defaultProfile.meaningOf('blocked'), 'pending');
  });

  it('has the basis of each entry', () => {
    const { basisOf } = defineProfile({ currencies: ['EUR'] });
    const bases = {
      'operations.payToken.path': 'documented',
      'operations.payToken.fields.sessionId': 'assumed',
      'operations.getStatus.fields.sessionId': 'observed',
      'operations.payToken.answer.acsUrl': 'documented',
      'statuses.blocked': 'assumed',
      currencies: 'configured',
    };
    for (const [path, basis] of Object.entries(bases)) assert.equal(basisOf(path), basis, path);
  });

  it('can be configured twice, from text', () => {
    const text = JSON.parse('{"$schema":"./profile.schema.json","currencies":["EUR"]}') as object;
    const profile = defineProfile({ signing: { encoding: 'hex' } }, defineProfile(text));
    assert.deepEqual([profile.currencies, profile.signing.encoding], [['EUR'], 'hex']);
  });

  it('is frozen, to its last list, and freezes nothing of its maker', () => {
    const currencies = ['UAH'];
    const isFrozen = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isFrozen));
    assert.ok(isFrozen(defineProfile({ currencies })));
    assert.ok(isFrozen(defaultProfile));
    assert.ok(!Object.isFrozen(currencies));
  });

  it('follows no later change of what it was made of', () => {
    const inProgress: string[] = [];
    const profile = defineProfile({ errors: { inProgress } });
    inProgress.push('Bad');
    assert.deepEqual(profile.errors.inProgress, []);
  });

  const refusals: readonly (readonly [string, object, string])[] = [
    ['an unknown entry', { pats: {} }, 'pats'],
    ['an unknown operation', { operations: { paytoken: {} } }, 'operations.paytoken'],
    [
      'a field that the operation does not have',
      { operations: { expire: { fields: { token: 't' } } } },
      'operations.expire.fields.token',
    ],
    ['text where a group should be', { forms: 'x' }, 'forms'],
    ['nothing', { forms: null }, 'forms'],
    ['the basis', { basis: {} }, 'basis'],
    ['a polluting name', JSON.parse('{"forms":{"__proto__":"x"}}') as object, '__proto__'],
    ['a relative path', at('operations.void.path', 'v1/void'), 'operations.void.path'],
    ['a path to elsewhere', at('operations.payToken.path', '@evil.example/'), 'payToken.path'],
    ['no path for a call of every payment', at('operations.payToken.path', null), 'payToken.path'],
    ['a header that is not a name', at('signing.header', 'x sign'), 'signing.header'],
    ['an unknown hash', at('signing.hash', 'MD5'), 'signing.hash'],
    ['SHA-1 without consent', at('signing.hash', 'SHA-1'), 'allowSha1'],
    [
      'a webhook with SHA-1 without consent',
      at('webhook.signatures', [{ header: 'x', hash: 'SHA-1', padding: 'PSS', encoding: 'hex' }]),
      'allowSha1',
    ],
    ['no signature of webhooks', at('webhook.signatures', []), 'webhook.signatures'],
    [
      'a part of a webhook signature',
      at('webhook.signatures', [{ header: 'x-sign' }]),
      'webhook.signatures[0]',
    ],
    ['an unknown meaning', at('statuses.paid', 'good'), 'statuses.paid'],
    ['an unknown form', at('forms.amount', 'float'), 'forms.amount'],
    ['a list where a name should be', at('operations.void.fields.sessionId', ['a']), 'sessionId'],
    ['a name where a list should be', at('errors.code', 'code'), 'errors.code'],
    ['a list of numbers', at('errors.code', [1]), 'errors.code[0]'],
    ['an empty code', at('errors.inProgress', ['x', '']), 'errors.inProgress[1]'],
    ['a place with a hole', at('errors.code', ['a..b']), 'errors.code[0]'],
    ['a long list in a request', at('operations.void.fields.sessionId', 'a[10].b'), 'sessionId'],
    ['an error as answer to a webhook', at('webhook.answer.status', 400), 'webhook.answer.status'],
    ['a body with 204', at('webhook.answer', { status: 204, body: 'x' }), 'webhook.answer.body'],
    ['a body with 205', at('webhook.answer', { status: 205, body: 'x' }), 'webhook.answer.body'],
    ['a session without a life', at('lifetimes.session', 0), 'lifetimes.session'],
    ['no currency', at('currencies', []), 'currencies'],
    [
      'one place for status and transaction of an answer',
      at('operations.getStatus.answer.transactionStatus', ['state', 'status']),
      'operations.getStatus.answer.transactionStatus',
    ],
    [
      'one place for both amounts of a payment in an answer',
      at('operations.getStatus.payment.refundedAmount', ['amount']),
      'operations.getStatus.payment.refundedAmount',
    ],
    [
      'one place for both amounts of a webhook',
      at('webhook.message.refundedAmount', ['amount']),
      'webhook.versions.v1.refundedAmount',
    ],
    [
      'one place for status and transaction of the third webhook',
      at('webhook.versions.v3.transactionStatus', ['status']),
      'webhook.versions.v3.transactionStatus',
    ],
  ];
  for (const [what, overrides, path] of refusals) {
    it(`refuses ${what}, and names it`, () => {
      assert.throws(
        () => defineProfile(overrides),
        (error) => {
          assert.ok(error instanceof ServiceError);
          assert.equal(error.code, 'config_invalid');
          assert.ok(error.message.includes(path), error.message);
          return true;
        },
      );
    });
  }

  for (const [outer, inner] of [
    ['part', 'part.amount'],
    ['part[0]', 'part.amount'],
    ['part.id', 'part[0]'],
  ] as const) {
    it(`sends nothing where ${inner} has no room beside ${outer}`, async () => {
      const fields = { sessionId: outer, amount: inner };
      const profile = defineProfile({ operations: { void: { fields } } });
      await assert.rejects(callOnce(everyCall.void, '{}', { profile }), {
        code: 'config_invalid',
        message: new RegExp(inner.replace('[0]', '')),
      });
    });
  }

  for (const name of ['session_id', 'merchant_id', 'paytype']) {
    it(`sends nothing where two fields of a body have the name ${name}`, async () => {
      const profile = at('wallets.wallet-a.place', name);
      await assert.rejects(callOnce(everyCall.payToken, '{}', { profile }), {
        code: 'config_invalid',
        message: new RegExp(name),
      });
    });
  }
});
