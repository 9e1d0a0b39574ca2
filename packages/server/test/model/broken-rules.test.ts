import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { type BrokenRule, brokenRules } from './broken-rules.ts';
import type { exploreWorld } from './explore-world.ts';

const root = join(import.meta.dirname, '../..');
const programs = join(root, '.cache/model');

interface Program {
  readonly exploreWorld: typeof exploreWorld;
}

/** The model over the product with one rule broken, as one file. */
async function programOf(name: string, rule: BrokenRule): Promise<Program> {
  const file = join(programs, `${name}.mjs`);
  const plugin = {
    name: 'broken rule',
    load(path: string) {
      return path === join(root, 'src', rule.file) ? textWith(rule, path) : null;
    },
  };
  const bundle = await rolldown({
    input: join(root, 'test/model/explore-world.ts'),
    platform: 'node',
    resolve: { conditionNames: ['@wallet-buttons/source', 'import'] },
    plugins: [plugin],
  });
  await bundle.write({ file });
  await bundle.close();
  return (await import(pathToFileURL(file).href)) as Program;
}

function textWith({ file, from, to }: BrokenRule, path: string): string {
  const text = readFileSync(path, 'utf8');
  assert.equal(text.split(from).length, 2, `${file} has the rule once`);
  return text.replace(from, () => to);
}

after(() => {
  rmSync(programs, { recursive: true, force: true });
});

describe('a broken rule is found where', () => {
  for (const [index, [name, rule]] of Object.entries(brokenRules).entries()) {
    it(name, async (test) => {
      const { broken } = (await programOf(String(index), rule)).exploreWorld(rule.world);
      assert.ok(broken, 'the model did not notice');
      test.diagnostic(`${broken.promise}: ${broken.way.join(' -> ')}`);
    });
  }
});
