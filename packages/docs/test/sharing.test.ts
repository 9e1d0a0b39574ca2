import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { HeadConfig } from 'vitepress';
import { siteAddress } from '../src/address.ts';
import { card, sharingTags } from '../src/site/page-data.ts';

describe('the address of the site', () => {
  it('is made from the owner and the name of the repository', () => {
    const address = siteAddress('/buttons/', 'https://github.com/Levada/buttons');
    assert.equal(address, 'https://levada.github.io/buttons/');
  });

  it('is unknown for a site at the root of a host', () => {
    assert.equal(siteAddress('/', 'https://github.com/Levada/buttons'), undefined);
  });
});

describe('the picture of a page that somebody shares', () => {
  const sharedPage = {
    title: 'React',
    description: 'The buttons in React.',
    pageData: { relativePath: 'recipes/react.md' },
  } as Parameters<typeof sharingTags>[0];
  const contentOf = (tags: readonly HeadConfig[], name: string): string | undefined =>
    tags.find(([, { property, name: tagName }]) => property === name || tagName === name)?.[1][
      'content'
    ];

  it('has a whole address, and so has the page', () => {
    const tags = sharingTags(sharedPage, 'https://levada.github.io/buttons/');
    assert.equal(contentOf(tags, 'og:image'), 'https://levada.github.io/buttons/card.png');
    assert.equal(contentOf(tags, 'og:url'), 'https://levada.github.io/buttons/recipes/react');
    assert.equal(contentOf(tags, 'twitter:card'), 'summary_large_image');
  });

  it('is left out while the address of the site is unknown', () => {
    const tags = sharingTags(sharedPage, undefined);
    assert.equal(contentOf(tags, 'og:image'), undefined);
    assert.equal(contentOf(tags, 'twitter:card'), 'summary');
  });

  it('is a PNG of the size that its tags name, and small', () => {
    const png = readFileSync(new URL(`../public/${card.file}`, import.meta.url));
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.equal(png.readUInt32BE(16), card.width);
    assert.equal(png.readUInt32BE(20), card.height);
    assert.ok(png.length < 60_000);
  });
});
