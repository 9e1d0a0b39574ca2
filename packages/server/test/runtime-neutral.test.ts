import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));

describe('the imports', () => {
  for (const entry of ['index.ts', 'testing.ts', 'store/postgres.ts']) {
    test(`of ${entry} reach no runtime’s own modules, and no package but the protocol`, () => {
      const { files, packages } = reached(resolve(source, entry));
      assert.deepEqual(
        [...packages],
        entry === 'store/postgres.ts' ? [] : ['@wallet-buttons/protocol'],
      );
      assert.ok(!files.has('node.ts') && !files.has('store/sqlite.ts'));
    });
  }

  test('ask a runtime for its hash alone, where it has one', () => {
    const asked = [...reached(resolve(source, 'index.ts')).files].flatMap((file) =>
      [
        ...readFileSync(resolve(source, file), 'utf8').matchAll(/getBuiltinModule\?\.\((.*?)\)/g),
      ].map(([, name]) => name),
    );
    assert.deepEqual(asked, ["'node:crypto'"]);
  });

  test('of the Node entries reach node: alone beside', () => {
    for (const entry of ['node.ts', 'store/sqlite.ts']) {
      const { packages } = reached(resolve(source, entry));
      const others = [...packages].filter((name) => !name.startsWith('node:'));
      assert.ok(packages.size > others.length);
      assert.deepEqual(
        others.filter((name) => name !== '@wallet-buttons/protocol'),
        [],
      );
    }
  });
});

/** What stands at run time: a type's import is gone by then. */
function reached(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = relative(source, file);
    if (files.has(name)) continue;
    files.add(name);
    const code = readFileSync(file, 'utf8');
    const imports =
      /^(?:import|export)\s+(?!type\b)[^;]*?from\s+'([^']+)'|\b(?:import|getBuiltinModule)\('([^']+)'\)/gm;
    for (const [, statement, call] of code.matchAll(imports)) {
      const specifier = statement ?? call ?? '';
      if (specifier.startsWith('.')) open.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}
