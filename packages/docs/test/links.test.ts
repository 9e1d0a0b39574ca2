import assert from 'node:assert/strict';
import { globSync, existsSync } from 'node:fs';
import { describe, it } from 'node:test';
import { generatedPages, writtenGroups } from '../src/pages.ts';
import { isThere, linksIn, read, root } from './links.ts';

const documents = [
  '*.md',
  'packages/*/*.md',
  'packages/docs/{tutorial,going-live,recipes,lookup,explanation}/*.md',
];
const generatedFiles = Object.values(generatedPages).map((page) => `packages/docs/${page}.md`);
const files = globSync(documents, { cwd: root, exclude: generatedFiles }).sort();

describe('a relative link', () => {
  for (const file of files) {
    it(`of ${file} leads to what is in the repository`, () => {
      const dead = linksIn(read(file)).filter((href) => !isThere(file, href));
      assert.deepEqual(dead, []);
    });
  }
});

describe('the guide', () => {
  it('has each of its pages in its list, once', () => {
    const listedPages = writtenGroups.flatMap(({ pages }) => pages);
    const writtenPages = files
      .filter((file) => /^packages\/docs\/.+\//.test(file))
      .map((file) => file.replace(/^packages\/docs\/(.+)\.md$/, '$1'));
    assert.deepEqual(listedPages.toSorted(), writtenPages.toSorted());
  });

  it('is made from sources that are there', () => {
    for (const source of Object.keys(generatedPages))
      assert.ok(existsSync(`${root}/${source}`), source);
  });

  it('is linked from its first page, each page of it', () => {
    const links = linksIn(read('packages/docs/README.md'));
    const missing = writtenGroups
      .flatMap(({ pages }) => pages)
      .filter((page) => !links.includes(`./${page}.md`));
    assert.deepEqual(missing, []);
  });
});
