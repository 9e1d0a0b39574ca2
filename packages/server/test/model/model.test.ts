import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type BrokenRule, brokenRules } from './broken-rules.ts';
import { worlds } from './worlds.ts';

const root = join(import.meta.dirname, '../..');
const copies = join(root, '.cache/model');

interface Found {
  readonly states: number;
  readonly depth: number;
  readonly broken: { readonly promise: string; readonly way: readonly string[] } | null;
}

/** Explores a world in a process of its own, so that two run at the same time. */
async function exploreIn(folder: string, world: string): Promise<Found> {
  const file = join(folder, 'test/model/explore-world.ts');
  const args = ['--conditions=@wallet-buttons/source', '--max-semi-space-size=64', file, world];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout) as Found;
}

/** A copy of the product with one rule broken. */
function copyWith({ file, from, to }: BrokenRule, index: number): string {
  const folder = join(copies, String(index));
  mkdirSync(folder, { recursive: true });
  for (const part of ['src/order', 'src/records', 'src/errors.ts', 'src/sha256.ts', 'test/model']) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  assert.equal(text.split(from).length, 2, `${file} has the rule once`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  return folder;
}

describe('every order of events', { concurrency: 2 }, () => {
  for (const name of Object.keys(worlds)) {
    it(`keeps all promises among ${name}`, async (test) => {
      const { states, depth, broken } = await exploreIn(root, name);
      test.diagnostic(`${String(states)} states to depth ${String(depth)}`);
      assert.equal(broken, null, `${broken?.promise ?? ''}: ${broken?.way.join(' -> ') ?? ''}`);
    });
  }
});

describe('a broken rule is found where', { concurrency: 2 }, () => {
  after(() => {
    rmSync(copies, { recursive: true, force: true });
  });

  for (const [index, [name, rule]] of Object.entries(brokenRules).entries()) {
    it(name, async (test) => {
      const { broken } = await exploreIn(copyWith(rule, index), rule.world);
      assert.ok(broken, 'the model did not notice');
      test.diagnostic(`${broken.promise}: ${broken.way.join(' -> ')}`);
    });
  }
});
