import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const pages = globSync('packages/*/promises.md', { cwd: root }).map((path) => {
  const text = readFileSync(`${root}/${path}`, 'utf8');
  const rows = Array.from(
    text.matchAll(/^\| (.+?) \| (`[^|]+) \|$/gm),
    ([, promise = '', tests = '']) => ({ promise, tests }),
  );
  return { path, text, rows, folder: pathToFileURL(`${root}/${path}`) };
});

describe('a promise of a package', () => {
  it('is in a table, with a test in each row', () => {
    assert.equal(pages.length, 4);
    for (const { text, rows } of pages) {
      assert.ok(rows.length > 0);
      assert.equal(rows.length, text.match(/^\| (?!promise|---)/gm)?.length);
    }
  });

  for (const { promise, tests, folder } of pages.flatMap(({ rows, folder: base }) =>
    rows.map((row) => ({ ...row, folder: base })),
  )) {
    it(`has the tests that its row names: ${promise.slice(0, 70)}`, () => {
      let source = '';
      for (const [, file, name] of tests.matchAll(/`([^`]+\.ts)`|"([^"]+)"/g)) {
        if (file !== undefined) source = sourceOf(file, folder);
        else assert.ok(hasTest(source, name ?? ''), `The test "${name ?? ''}" is missing.`);
      }
      assert.ok(source !== '');
    });
  }
});

/** A path below the package, or below the root. */
function sourceOf(path: string, folder: URL): string {
  const places = [path, `../../${path}`].map((place) => new URL(place, folder));
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
