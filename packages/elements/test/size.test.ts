import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const cwd = join(import.meta.dirname, '../src');
const files = globSync('**/*.ts', { cwd }).filter((name) => !name.endsWith('.test.ts'));
const sources = files.map((name) => readFileSync(`${cwd}/${name}`, 'utf8'));
const linesOf = (source: string): number => source.split('\n').length - 1;

it('no file is longer than 200 lines', () => {
  assert.deepEqual(
    files.filter((_, index) => linesOf(sources[index] ?? '') > 200),
    [],
  );
});

it('at most 4 lines in 1,000 take a type on trust', () => {
  const code = sources
    .join('\n')
    .split('\n')
    .filter((line) => !/^\s*(?:import|export|\*|\/)/.test(line));
  const casts = code.filter(
    (line) => / as (?!const\b)[\w'{(]/.test(line) && !/\bin keyof\b/.test(line),
  );
  assert.ok(casts.length * 250 <= linesOf(sources.join('')), casts.join('\n'));
});
