import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { languages, textsOf } from '../language.ts';
import { en } from './en.ts';

/** The names in braces of each text, by its path. */
function namesIn(texts: object, path = ''): readonly (readonly [string, readonly string[]])[] {
  return Object.entries(texts).flatMap(([key, value]: [string, unknown]) => {
    const place = `${path}/${key}`;
    if (typeof value === 'object' && value !== null) return namesIn(value, place);
    const names = Array.from(String(value).matchAll(/\{\w+\}/g), ([name]) => name);
    return [[place, names.toSorted()] as const];
  });
}

const { states: _, ...explain } = en.explain as typeof en.explain & { readonly states: object };
const expected = new Map(namesIn({ ...en, explain }));

describe('a language of the desk', () => {
  for (const name of Object.keys(languages).filter((each) => each !== 'en')) {
    it(`has all texts with all their names: ${name}`, async () => {
      const texts = await textsOf(name);
      assert.notEqual(texts, en);
      assert.deepEqual(new Map(namesIn(texts).toSorted()), new Map([...expected].toSorted()));
    });
  }

  it('is one of the ten that the tags have', () => {
    const known = ['cs', 'de', 'en', 'es', 'fr', 'it', 'pl', 'pt', 'ro', 'uk'];
    assert.deepEqual(Object.keys(languages).toSorted(), known);
  });
});
