import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import profile from '@wallet-buttons/protocol/profile.json' with { type: 'json' };
import schema from '@wallet-buttons/protocol/profile.schema.json' with { type: 'json' };
import { Ajv2020 } from 'ajv/dist/2020.js';

const isValid = new Ajv2020({ allowUnionTypes: true }).compile(schema);

/** The path of each value; a list is one value, and so is an object without members. */
function pathsIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  const members = Object.entries(value);
  if (members.length === 0) return [path];
  return members.flatMap(([name, member]) =>
    pathsIn(member, path === '' ? name : `${path}.${name}`),
  );
}

const { $schema, basis, ...values } = profile;
const paths = pathsIn(values);

describe('profile.json', () => {
  it('fits its schema', () => {
    assert.equal($schema, './profile.schema.json');
    assert.ok(isValid(profile), JSON.stringify(isValid.errors));
  });

  it('has the basis of every value, and of nothing more', () => {
    const entries = Object.keys(basis);
    const isAt = (path: string, entry: string): boolean =>
      path === entry || path.startsWith(`${entry}.`);
    for (const path of paths)
      assert.ok(
        entries.some((entry) => isAt(path, entry)),
        path,
      );
    for (const entry of entries)
      assert.ok(
        paths.some((path) => isAt(path, entry)),
        entry,
      );
  });

  it('has every operation of the service, and a refund', () => {
    assert.equal(Object.keys(profile.operations).length, 25);
  });

  it('frees no order by a guess', () => {
    assert.equal(profile.statuses['blocked'], 'pending');
  });
});

describe('profile.schema.json', () => {
  it('takes any part of a profile as an override', () => {
    assert.ok(isValid({ wallets: { 'wallet-a': { place: 'wallet.token' } } }));
    assert.ok(isValid({ wallets: { 'wallet-c': { name: 'invented_pay', place: 'token' } } }));
    assert.ok(isValid({ statuses: { blocked: 'failed' }, currencies: ['UAH', 'EUR'] }));
  });

  const badOverrides: Readonly<Record<string, object>> = {
    'an operation that does not exist': { operations: { payTokens: {} } },
    'a field that the operation does not have': {
      operations: { void: { fields: { token: 't' } } },
    },
    'a name that no wallet has': { wallets: { card: { name: 'card' } } },
    'a path that is not absolute': { operations: { payToken: { path: 'v1/pay-token' } } },
    'no path for a call that every payment makes': { operations: { payToken: { path: null } } },
    'a hash that does not exist': { signing: { hash: 'MD5' } },
    'a status without a meaning': { statuses: { blocked: 'lost' } },
    'a currency that is not a code': { currencies: ['euro'] },
    'a part of a webhook signature': { webhook: { signatures: [{ header: 'x-sign' }] } },
    'a place that leads nowhere': { errors: { code: ['errors..code'] } },
  };
  for (const [what, override] of Object.entries(badOverrides)) {
    it(`refuses ${what}`, () => {
      assert.equal(isValid(override), false);
    });
  }
});
