import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'node:test';

const folder = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string): string => readFileSync(`${folder}/${path}`, 'utf8');

interface PaymentScript {
  readonly url: string;
  readonly loadedBy: string;
  readonly purpose: string;
  readonly owner: string;
  readonly integrity: string | null;
  readonly reason: string | null;
}

const { scripts } = JSON.parse(read('payment-scripts.json')) as {
  readonly scripts: readonly PaymentScript[];
};

describe('the inventory of scripts of a payment page', () => {
  it('names each script that the source loads, and no other', () => {
    const sources = globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] });
    const sourceUrls = sources.flatMap(
      (path) => read(path).match(/https:\/\/[^'"`\s]+\.js\b/g) ?? [],
    );
    const listedUrls = scripts.map(({ url }) => url).filter((url) => url.startsWith('https:'));
    assert.deepEqual(sourceUrls.sort(), [...listedUrls].sort());
  });

  it('has the purpose and the owner of each script, and its hash or the reason for having none', () => {
    for (const { loadedBy, purpose, owner, integrity, reason } of scripts) {
      for (const text of [loadedBy, purpose, owner]) assert.ok(text.length > 5);
      assert.notEqual(integrity === null, reason === null);
    }
  });

  it('comes with the package', () => {
    const manifest = JSON.parse(read('package.json')) as {
      readonly files: readonly string[];
      readonly exports: Readonly<Record<string, unknown>>;
    };
    assert.ok(manifest.files.includes('payment-scripts.json'));
    assert.equal(manifest.exports['./payment-scripts.json'], './payment-scripts.json');
  });
});
