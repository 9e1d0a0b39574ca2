import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { reached } from '../testing/reached.ts';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

describe('an import of the package', () => {
  for (const entry of ['', '/node']) {
    it(`by .${entry} reaches the protocol, and of Node only what every runtime has`, () => {
      const { modules } = reached(import.meta.resolve(`@wallet-buttons/service-client${entry}`));
      const others = modules.filter((name) => !name.startsWith('@wallet-buttons/protocol'));
      const sharedModules = ['node:buffer', 'node:crypto'];
      assert.deepEqual(
        others.filter((name) => !sharedModules.includes(name)),
        [],
      );
    });
  }

  it('asks a runtime for a module of its own only once it is used', () => {
    const { files } = reached(import.meta.resolve('@wallet-buttons/service-client'));
    const asking = files.filter((file) =>
      readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes('getBuiltinModule'),
    );
    assert.deepEqual(asking, ['service-client/src/node/fetch.ts']);
  });

  it('needs no other package', () => {
    assert.deepEqual(Object.keys(manifest.dependencies), ['@wallet-buttons/protocol']);
  });
});
