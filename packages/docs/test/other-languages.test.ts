import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile } from '@wallet-buttons/server';
import { textOf } from '../src/pages.ts';

const text = textOf('recipes/other-languages');
const cells = text
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const spans = (cell = ''): string[] =>
  Array.from(cell.matchAll(/`([^`]+)`/g), ([, span = '']) => span);

/** The outcome of each meaning in the profile. */
const outcomes: Readonly<Record<string, string>> = {
  untouched: '–',
  pending: '`pending`',
  authorized: '`authorized`',
  failed: '`failed`',
  cancelled: '`cancelled`',
  expired: '`expired`',
  paid: '`succeeded`',
  paid_off: '`succeeded`',
  refunded: '`refunded`',
};

describe('the page about a backend in another language', () => {
  for (const name of ['session', 'payment', 'payToken', 'validateMerchant', 'getStatus'] as const) {
    it(`has the fields of ${name} as in the wire profile`, () => {
      const { method, path, fields } = defaultProfile.operations[name];
      const [, , written] = cells.find(([, call]) => call === `\`${method} ${path}\``) ?? [];
      const places = Object.values(defaultProfile.wallets).map(({ place }) => place);
      const fieldNames = Object.values(fields).filter((field) => field !== null);
      const usedNames = new Set([...fieldNames, ...(name === 'payToken' ? places : [])]);
      assert.deepEqual(new Set(spans(written)), usedNames);
    });
  }

  it('has every status of the wire profile with its outcome', () => {
    for (const [status, meaning] of Object.entries(defaultProfile.statuses)) {
      const row = cells.find(([, statuses]) => spans(statuses).includes(status));
      assert.equal(row?.[2], outcomes[meaning], status);
    }
  });

  it('has the codes that mean that the service is at work', () => {
    for (const code of defaultProfile.errors.inProgress)
      assert.ok(text.includes(`\`${code}\``), code);
  });
});
