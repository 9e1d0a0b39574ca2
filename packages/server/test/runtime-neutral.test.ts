import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src', import.meta.url));
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The entries that run on every runtime with the `node:` modules that all of them have. */
const neutral = ['.', './client', './postgres'];
const shared = ['node:buffer', 'node:crypto'];

describe('an import of the package', () => {
  for (const entry of neutral) {
    it(`by ${entry} reaches the protocol, and of Node only what every runtime has`, () => {
      const { files, packages } = reached(resolve(source, '..', fileOf(entry)));
      const others = [...packages].filter((name) => !name.startsWith('@wallet-buttons/protocol'));
      assert.deepEqual(
        others.filter((name) => !shared.includes(name)),
        [],
      );
      const beyond = [...files].filter((file) => /^node\/|^\.\.\/test/.test(file));
      assert.deepEqual(beyond, []);
    });
  }

  it('asks a runtime for a module of its own only once it is used', () => {
    const asking = [...reached(resolve(source, 'index.ts')).files].filter((file) =>
      readFileSync(resolve(source, file), 'utf8').includes('getBuiltinModule'),
    );
    assert.deepEqual(asking.toSorted(), ['service/fetch.ts', 'store/sqlite.ts']);
  });

  it('by ./node and ./sqlite reaches no other package', () => {
    for (const entry of ['./node', './sqlite']) {
      const { packages } = reached(resolve(source, '..', fileOf(entry)));
      const others = [...packages].filter((name) => !name.startsWith('node:'));
      assert.ok(others.every((name) => name.startsWith('@wallet-buttons/protocol')));
    }
  });

  it('needs no other package', () => {
    assert.deepEqual(Object.keys(manifest.dependencies), ['@wallet-buttons/protocol']);
  });
});

function fileOf(entry: string): string {
  const target = manifest.exports[entry] ?? assert.fail(`${entry} is not an entry.`);
  return typeof target === 'string' ? target : (target['@wallet-buttons/source'] ?? assert.fail());
}

/** What is imported at run time: the import of a type is gone by then. */
function reached(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const name = relative(source, file);
    if (files.has(name)) continue;
    files.add(name);
    const code = readFileSync(file, 'utf8');
    const imports = /^(?:import|export)\s+(?!type\b)(?:([^;'"]*?)from\s+)?'([^']+)'/gm;
    for (const [, names = '', specifier = ''] of code.matchAll(imports)) {
      const listed = /\{([^}]*)\}/
        .exec(names)?.[1]
        ?.split(',')
        .filter((each) => each.trim() !== '');
      const isType = listed?.every((each) => each.trim().startsWith('type '));
      if (isType === true && !/^\s*\w/.test(names)) continue;
      if (specifier.startsWith('.')) open.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}
