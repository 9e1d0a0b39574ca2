import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summaryOf } from '../src/llms.ts';
import { siteLink } from '../src/site/markdown.ts';
import { titleOf } from '../src/pages.ts';
import { pages } from './pages.ts';

describe('llms.txt', () => {
  it('says what each page is about, in a sentence', () => {
    for (const page of pages) {
      assert.match(summaryOf(page), /^[A-Z].{15,220}\.$/, page);
      assert.notEqual(titleOf(page), page);
    }
  });
});

describe('a link', () => {
  it('inside the guide is left as it is', () => {
    assert.equal(siteLink('./vue.md', 'recipes/react.md'), './vue.md');
    assert.equal(
      siteLink('../tutorial/going-live.md', 'recipes/react.md'),
      '../tutorial/going-live.md',
    );
  });

  it('to a source leads to the page that is made from it', () => {
    assert.equal(siteLink('../../server/src/errors.ts', 'recipes/react.md'), '/reference/errors');
  });

  it('to anything else leads into the repository', () => {
    const link = siteLink('../../sandbox/README.md#look-into-it', 'recipes/testing.md');
    assert.match(link, /^https:.*\/blob\/main\/packages\/sandbox\/README\.md#look-into-it$/);
  });
});
