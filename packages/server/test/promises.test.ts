import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const server = new URL('../', import.meta.url);
const guide = readFileSync(new URL('../../CONTRIBUTING.md', server), 'utf8');
const [, table = ''] = /## What the server promises\n([\s\S]*?)\n## /.exec(guide) ?? [];
const rows = [...table.matchAll(/^\| (.+?) \| (`[^|]+) \|$/gm)].map(
  ([, promise = '', tests = '']) => ({
    promise,
    tests,
  }),
);

describe('a promise of CONTRIBUTING.md', () => {
  it('stands in a table, with a test in each row', () => {
    assert.ok(rows.length > 50);
    assert.equal(rows.length, table.match(/^\| (?!promise|---)/gm)?.length);
  });

  for (const { promise, tests } of rows) {
    it(`has the tests that its row names: ${promise.slice(0, 70)}`, () => {
      let source = '';
      for (const [, file, name] of tests.matchAll(/`([^`]+\.ts)`|"([^"]+)"/g)) {
        if (file !== undefined) source = sourceOf(file);
        else assert.ok(hasTest(source, name ?? ''), `The test "${name ?? ''}" is missing.`);
      }
      assert.ok(source !== '');
    });
  }
});

/** A path below the package, or below the root. */
function sourceOf(path: string): string {
  const places = [path, `../../${path}`].map((place) => new URL(place, server));
  const sourceUrl = places.find((place) => existsSync(place));
  return sourceUrl ? readFileSync(sourceUrl, 'utf8') : assert.fail(`${path} is missing.`);
}

/** Whether a test, a suite, a row of a table or a statement of a contract has this name; `…` stands for its rest. */
function hasTest(source: string, said: string): boolean {
  const names = [...source.matchAll(/(?:\(|\[|^\s*)(['`])((?:(?!\1).)+)\1/gm)].map(
    ([, , name]) => name,
  );
  const start = said.replace(/ ?…$/, '');
  return names.some((name) => (start === said ? name === said : name?.startsWith(start)));
}
