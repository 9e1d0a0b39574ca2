import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import ts from 'typescript';

const cwd = join(import.meta.dirname, '../src');

/** A minifier of WordPress that works by patterns took a space out of one, and a quotation mark begins a text there. */
it('no regular expression holds a space or a quotation mark', () => {
  const found: string[] = [];
  for (const path of globSync('**/*.ts', { cwd }).filter((name) => !name.endsWith('.test.ts'))) {
    const source = ts.createSourceFile(
      path,
      readFileSync(join(cwd, path), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && /[ '"`]/.test(node.text))
        found.push(`${path}: ${node.text}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  assert.deepEqual(found, []);
});
