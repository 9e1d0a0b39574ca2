import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parse } from 'yaml';

const document: unknown = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));

describe('openapi.yaml', () => {
  it('has a value for each name: a comma in a short form cuts a description and makes a name of its rest', () => {
    assert.deepEqual(namesWithoutValue(document), []);
  });
});

/** The places whose value is missing. */
function namesWithoutValue(value: unknown, place = ''): readonly string[] {
  if (value === null) return [place];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) =>
    namesWithoutValue(member, `${place}/${name}`),
  );
}
