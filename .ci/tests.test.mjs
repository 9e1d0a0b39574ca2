import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { describe, it } from 'node:test';
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
});
