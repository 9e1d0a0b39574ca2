import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { searchOptions } from '../src/site/search.ts';

describe('the order of the results of the search', () => {
  const weightOf = searchOptions.boostDocument;

  it('has the first page, which names everything, below the recipes', () => {
    assert.ok(weightOf('/#you-have-a-task') < weightOf('/recipes/react'));
  });

  it('is the same for a site below the name of its repository', () => {
    assert.equal(weightOf('/wallet-buttons/'), weightOf('/'));
    assert.equal(weightOf('/wallet-buttons/#you-have-a-task'), weightOf('/#you-have-a-task'));
    assert.equal(weightOf('/wallet-buttons/recipes/react#a'), weightOf('/recipes/react#a'));
  });
});
