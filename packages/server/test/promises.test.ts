import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const server = new URL('../', import.meta.url);
const readme = readFileSync(new URL('README.md', server), 'utf8');
const rows = [...readme.matchAll(/^\| (.+?) +\| (`[\w/-]+(?:\.test|\.spec)?\.ts`.*?) *\|$/gm)].map(
  ([, promise = '', tests = '']) => ({ promise, tests }),
);

describe('the promises of the README', () => {
  test('are at least those with a number, I1 to I25', () => {
    const named = new Set(rows.flatMap(({ promise }) => /^I\d+/.exec(promise) ?? []));
    const all = Array.from({ length: 25 }, (_, at) => `I${String(at + 1)}`);
    assert.deepEqual(
      all.filter((name) => !named.has(name)),
      [],
    );
  });

  for (const name of Array.from({ length: 25 }, (_, at) => `I${String(at + 1)}`)) {
    test(`are held by a test that has the number in its name: ${name}`, () => {
      const own = rows.filter(({ promise }) => promise.startsWith(`${name} `));
      const files = own.flatMap(({ tests }) => tests.match(/(?<=`)[^`]+\.ts(?=`)/g) ?? []);
      const number = new RegExp(`\\(.*\\b${name}\\b.*\\)`);
      const titles = files.flatMap((file) => names(sourceOf(file)));
      assert.ok(titles.some((title) => number.test(title)));
    });
  }

  for (const { promise, tests } of rows) {
    test(`are held by tests that there are: ${promise.slice(0, 60)}`, () => {
      let source = '';
      for (const [, file, name] of tests.matchAll(/`([^`]+\.ts)`|"([^"]+)"/g)) {
        if (file !== undefined) source = sourceOf(file);
        else
          assert.ok(
            names(source).some((each) => fits(each, name ?? '')),
            `${name ?? ''} is gone`,
          );
      }
      assert.ok(source !== '');
    });
  }
});

/** A path is below `src` unless it says otherwise. */
function sourceOf(path: string): string {
  const places = [`src/${path}`, path, `../../${path}`].map((place) => new URL(place, server));
  const found = places.find((place) => existsSync(place));
  return found ? readFileSync(found, 'utf8') : assert.fail(`${path} is gone`);
}

/** What is called something: a test, a group of them, a promise of a contract, a row of a table. */
function names(source: string): readonly string[] {
  return [...source.matchAll(/(?:\(|\[)\s*(['`])((?:(?!\1).)+)\1/g)].map(([, , name = '']) => name);
}

/** An ellipsis stands for the rest. */
function fits(name: string, said: string): boolean {
  const begin = said.replace(/ ?…$/, '');
  return begin === said ? name.replace(/ \(I\d+\)$/, '') === said : name.startsWith(begin);
}
