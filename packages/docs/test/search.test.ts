import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
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

describe('a word that a reader types', () => {
  it('finds the guide’s own word for it', () => {
    assert.deepEqual(searchOptions.processTerm('NextJS'), ['next']);
    assert.equal(searchOptions.processTerm('constructor'), 'constructor');
  });

  it('counts for nothing where it only makes a question of it', () => {
    assert.deepEqual(['Why', 'did', 'this'].flatMap(searchOptions.processTerm), []);
  });

  it('is taken as it is where it is short: another letter makes another word', () => {
    assert.equal(searchOptions.fuzzy('rails'), 0);
    assert.notEqual(searchOptions.fuzzy('refnud'), 0);
  });

  it('needs nothing from outside, since its function reaches the browser as text', () => {
    const { processTerm } = searchOptions;
    const words: unknown = runInNewContext(`JSON.stringify((${String(processTerm)})('k8s'))`);
    assert.equal(words, '["docker"]');
  });
});
