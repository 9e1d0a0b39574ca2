import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { WalletAButton, WalletBButton, WalletError } from '@wallet-buttons/elements';
import type { WalletErrorCode } from '@wallet-buttons/elements';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const readme = read('../README.md');

/** The first cells of every table row that starts with code. */
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the README of the tags', () => {
  it('has every error code with what the code itself says of it, and no other', () => {
    const [, table = ''] =
      /const table = \{\n([\s\S]*?)\n\} as const/.exec(read('../src/errors.ts')) ?? [];
    const codes = [...table.matchAll(/^ {2}'?([a-z-]+)'?: \[/gm)].map(([, code = '']) => code);
    assert.ok(codes.length > 5);
    const described = rows.filter(([, , retry]) => retry === 'yes' || retry === 'no');
    assert.deepEqual(
      described,
      codes.map((code) => {
        const error = new WalletError(code as WalletErrorCode, '');
        return [`\`${code}\``, error.origin, error.retryable ? 'yes' : 'no', error.suggestion];
      }),
    );
  });

  for (const element of [WalletAButton, WalletBButton]) {
    it(`has every attribute and property of ${element.name}`, () => {
      assert.ok(element.observedAttributes.includes('order'));
      const named = rows.map(([name = '']) => name).join(' ');
      for (const [property, { attribute }] of element.elementProperties) {
        const name = attribute === false ? property : (attribute ?? property);
        assert.ok(named.includes(`\`${String(name)}\``), `${String(name)} is missing`);
      }
    });
  }
});
