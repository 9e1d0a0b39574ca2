import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { type BrokenRule, brokenRules } from './broken-rules.ts';
import { worlds } from './worlds.ts';

const root = join(import.meta.dirname, '../..');
const programs = join(root, '.cache/model');

interface Found {
  readonly states: number;
  readonly depth: number;
  readonly broken: { readonly promise: string; readonly way: readonly string[] } | null;
}

/** Explores a world in a process of its own, so that two run at the same time. */
async function exploreIn(program: string, world: string): Promise<Found> {
  const args = ['--max-semi-space-size=64', program, world];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Found;
}

/** The product and its model as one file, which starts sooner than their many; with one rule broken if asked for. */
async function programOf(name: string, rule?: BrokenRule): Promise<string> {
  const file = join(programs, `${name}.mjs`);
  const plugin = {
    name: 'broken rule',
    load(path: string) {
      return rule && path === join(root, 'src', rule.file) ? textWith(rule, path) : null;
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
  return file;
}

function textWith({ file, from, to }: BrokenRule, path: string): string {
  const text = readFileSync(path, 'utf8');
  assert.equal(text.split(from).length, 2, `${file} has the rule once`);
  return text.replace(from, () => to);
}

after(() => {
  rmSync(programs, { recursive: true, force: true });
});

describe('every order of events', { concurrency: 2 }, () => {
  let program = '';
  before(async () => {
    program = await programOf('product');
  });

  for (const name of Object.keys(worlds)) {
    it(`keeps all promises among ${name}`, async (test) => {
      const { states, depth, broken } = await exploreIn(program, name);
      test.diagnostic(`${String(states)} states to depth ${String(depth)}`);
      assert.equal(broken, null, `${broken?.promise ?? ''}: ${broken?.way.join(' -> ') ?? ''}`);
    });
  }
});

describe('a broken rule is found where', { concurrency: 2 }, () => {
  for (const [index, [name, rule]] of Object.entries(brokenRules).entries()) {
    it(name, async (test) => {
      const { broken } = await exploreIn(await programOf(String(index), rule), rule.world);
      assert.ok(broken, 'the model did not notice');
      test.diagnostic(`${broken.promise}: ${broken.way.join(' -> ')}`);
    });
  }
});
