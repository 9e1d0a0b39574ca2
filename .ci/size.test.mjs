// Keeps the packages small. Lines would reward dense ones, so a size is a number of TypeScript tokens without comments.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import ts from 'typescript';

/** The most that a package may have: less is welcome, more needs a reason. */
const limits = {
  'service-client': { tokens: 16_720, tokensOfOneLine: 9.4, linesOfOneFile: 225 },
  server: { tokens: 69_260, tokensOfOneLine: 9, linesOfOneFile: 240 },
  sandbox: { tokens: 120_000, tokensOfOneLine: 8.1, linesOfOneFile: 260 },
};

describe('the source stays small', () => {
  for (const [name, most] of Object.entries(limits)) {
    it(`in ${name}`, () => {
      const files = sourcesOf(name).map(sizeOf);
      const tokens = sum(files.map((file) => file.tokens));
      const density = tokens / sum(files.map((file) => file.codeLines));
      assert.ok(tokens <= most.tokens, `${tokens} tokens`);
      assert.ok(density <= most.tokensOfOneLine, `${density.toFixed(2)} tokens a code line`);
      const long = files.filter(({ lines }) => lines > most.linesOfOneFile);
      assert.deepEqual(long, []);
    });
  }
});

/** @param {string} name */
function sourcesOf(name) {
  const cwd = `${import.meta.dirname}/../packages/${name}/src`;
  return globSync('**/*.ts', { cwd })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => `${cwd}/${path}`);
}

/** @param {string} path */
function sizeOf(path) {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const codeLines = new Set();
  let tokens = 0;
  /** @param {ts.Node} node */
  const count = (node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(source);
    for (const child of children) count(child);
    if (children.length > 0 || node.getWidth(source) === 0) return;
    tokens += 1;
    codeLines.add(source.getLineAndCharacterOfPosition(node.getStart(source)).line);
  };
  count(source);
  return { path, tokens, codeLines: codeLines.size, lines: text.split('\n').length - 1 };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
