import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { reportsOf, summarize } from './summary.mjs';

const graph = {
  check: { dependencies: ['test:unit', 'build'] },
  more: { dependencies: ['test:model', 'build'] },
  'test:unit': { dependencies: ['build'], output: ['.cache/junit/unit.xml'] },
  'test:model': { output: ['.cache/junit/model.xml'] },
  build: { output: ['dist/**'] },
};

describe('the summary', () => {
  it('reads the reports of the scripts that ran, and no others', () => {
    assert.deepEqual(reportsOf(['check'], graph), ['.cache/junit/unit.xml']);
    assert.deepEqual(reportsOf(['check', 'more'], graph), [
      '.cache/junit/model.xml',
      '.cache/junit/unit.xml',
    ]);
  });

  it('counts passed and failed tests over all reports, and ends with that line', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'reports-'));
    test.after(() => {
      rmSync(folder, { recursive: true });
    });
    const reports = [
      ['a.xml', '<testcase name="one"/><testcase name="two"><failure/></testcase>'],
      ['b.xml', '<testcase name="three"/><testcase name="four"><skipped/></testcase>'],
    ].map(([name = '', text = '']) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    });
    const log = test.mock.method(console, 'log', () => undefined);
    assert.equal(summarize(false, reports), 1);
    assert.match(String(log.mock.calls[0]?.arguments[0]), /^FAILED two/);
    assert.equal(log.mock.calls.at(-1)?.arguments[0], '\n2 passed, 1 failed');
  });

  it('counts a script that fails without a test as one failure', (test) => {
    const log = test.mock.method(console, 'log', () => undefined);
    assert.equal(summarize(false, []), 1);
    assert.equal(log.mock.calls.at(-1)?.arguments[0], '\n0 passed, 1 failed');
  });
});
