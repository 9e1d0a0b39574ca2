import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

/** A reader has to get through the whole of it. Less is welcome; more needs a reason. */
const most = { files: 47, lines: 6_150, linesOfOneFile: 330 };

it('the source stays small', () => {
  const cwd = join(import.meta.dirname, '../src');
  const files = globSync('**/*.ts', { cwd }).filter((name) => !name.endsWith('.test.ts'));
  const sizes = files.map((name) => readFileSync(`${cwd}/${name}`, 'utf8').split('\n').length - 1);
  const lines = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(files.length <= most.files, `${String(files.length)} files`);
  assert.ok(lines <= most.lines, `${String(lines)} lines`);
  assert.ok(sizes.every((size) => size <= most.linesOfOneFile));
});
