import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';

const readme = readFileSync('README.md', 'utf8');
const { version } = JSON.parse(readFileSync('packages/elements/package.json', 'utf8'));

describe("the script in the README's snippet", () => {
  it('has no hash before its version is released', () => {
    if (version === '0.0.0') assert.doesNotMatch(readme, /integrity="/);
    else assert.match(readme, new RegExp(`elements@${version}/[^"]*"\\n  integrity="sha384-`));
  });

  it('gets version and hash with a release, and those of the next one in their place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
    const elements = join(folder, 'packages/elements');
    mkdirSync(join(elements, 'dist/cdn'), { recursive: true });
    cpSync('packages/elements/integrity.mjs', join(elements, 'integrity.mjs'));
    writeFileSync(join(folder, 'README.md'), readme);
    for (const release of ['0.1.0', '0.2.0']) {
      const hash = `sha384-${release}`;
      writeFileSync(join(elements, 'package.json'), JSON.stringify({ version: release }));
      writeFileSync(
        join(elements, 'dist/cdn/sri.json'),
        JSON.stringify({ 'wallet-buttons.js': hash }),
      );
      execFileSync(process.execPath, [join(elements, 'integrity.mjs')]);
      const text = readFileSync(join(folder, 'README.md'), 'utf8');
      assert.ok(
        text.includes(`elements@${release}/dist/cdn/wallet-buttons.js"\n  integrity="${hash}"`),
      );
      assert.equal(text.split('integrity="').length, 2);
    }
    rmSync(folder, { recursive: true });
  });
});
