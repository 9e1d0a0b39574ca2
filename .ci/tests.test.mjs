import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { filesBySuite, pageTests } from './tests.mjs';

const suites = filesBySuite();

describe('the suites of tests', () => {
  it('run each test file of the repository once', () => {
    const exclude = ['**/node_modules/**', '**/dist/**'];
    const all = globSync(['{packages,demo,e2e}/**/*.test.{ts,js,mjs}', '.ci/*.test.mjs'], {
      exclude,
    });
    const inPage = globSync(pageTests, { exclude });
    assert.deepEqual([...suites.values(), inPage].flat().sort(), all.sort());
  });

  it('have a file each', () => {
    for (const [name, files] of suites) assert.ok(files.length > 0, name);
  });

  it('write their report in a fresh clone', (test) => {
    const clone = mkdtempSync(join(tmpdir(), 'clone-'));
    test.after(() => {
      rmSync(clone, { recursive: true });
    });
    const file = join(clone, 'packages/elements/test/editor-data.test.ts');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "import { it } from 'node:test';\nit('passes', () => {});\n");
    const script = fileURLToPath(new URL('tests.mjs', import.meta.url));
    // Node's runner starts no runner inside another one.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
    const { status } = spawnSync(process.execPath, [script, 'packages'], { cwd: clone, env });
    assert.equal(status, 0);
    assert.match(readFileSync(join(clone, '.cache/junit/packages.xml'), 'utf8'), /"passes"/);
  });
});
