import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { reached } from '@wallet-buttons/service-client/testing/reached.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The entries that run on every runtime with the `node:` modules that all of them have. */
const neutral = ['', '/postgres', '/mysql'];
const sharedModules = ['node:buffer', 'node:crypto'];

describe('an import of the package', () => {
  for (const entry of neutral) {
    it(`by .${entry} reaches the protocol and the client, and of Node only what every runtime has`, () => {
      const { files, modules } = reached(import.meta.resolve(`@wallet-buttons/server${entry}`));
      const others = modules.filter((name) => !name.startsWith('@wallet-buttons/protocol'));
      assert.deepEqual(
        others.filter((name) => !sharedModules.includes(name)),
        [],
      );
      const nodeFiles = files.filter((file) => /^server\/(src\/node|test)/.test(file));
      assert.deepEqual(nodeFiles, []);
    });
  }

  it('asks a runtime for a module of its own only once it is used', () => {
    const { files } = reached(import.meta.resolve('@wallet-buttons/server'));
    const asking = files.filter((file) =>
      readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes('getBuiltinModule'),
    );
    assert.deepEqual(asking, ['service-client/src/node/fetch.ts']);
  });

  it('by ./node and ./sqlite reaches no other package', () => {
    for (const entry of ['/node', '/sqlite']) {
      const { modules } = reached(import.meta.resolve(`@wallet-buttons/server${entry}`));
      const others = modules.filter((name) => !name.startsWith('node:'));
      assert.ok(others.every((name) => name.startsWith('@wallet-buttons/protocol')));
    }
  });

  it('needs no other package', () => {
    assert.deepEqual(Object.keys(manifest.dependencies), [
      '@wallet-buttons/protocol',
      '@wallet-buttons/service-client',
    ]);
  });
});
