import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

/** What a host page may do to the tags, in the order of its list. */
const list = [
  'an attribute that is null',
  'one that is huge',
  'one that is __proto__',
  'an endpoint of another origin',
  'one that is no address',
  'an answer that is HTML',
  '204',
  '500',
  '10 MB',
  'none',
  'a script that the policy blocks',
  'one that a blocker takes',
  'one that is offline',
  'one that is loaded twice',
  'a tag that is removed while its sheet is open',
  'two buttons',
  'a polluted Object.prototype',
  'ids that hide globals',
  'an amount that changes under the open sheet',
  'a clock that is wrong',
];

describe('the list of bad inputs of a host page', () => {
  const folder = new URL('./bad-inputs/', import.meta.url);
  const sources = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));
  const testNumbers = new Set(sources.join('\n').match(/(?<=['`])K\d+(?=: )/g));

  it('has a test for each, and none for another', () => {
    assert.deepEqual(
      [...testNumbers].sort(),
      list.map((_, index) => `K${String(index + 1)}`).sort(),
    );
  });
});
