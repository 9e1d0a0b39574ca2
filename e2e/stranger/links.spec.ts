import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { repository, withAbsoluteLinks } from '../../.ci/pack.mjs';
// eslint-disable-next-line no-restricted-imports -- what the guide's own test knows of links
import { isThere } from '../../packages/docs/test/links.ts';

const packed = globSync('.cache/packed/*/package/**/*.{md,js,json,d.ts,html,yaml}');
/** `owner/name`, in addresses of files and of pictures. */
const name = new URL(repository).pathname.slice(1);
const guide = ['README.md', 'packages/docs/README.md', 'packages/docs/tutorial/first-payment.md'];

test('what a stranger reads leads to what is there', () => {
  const texts = packed.map((file) => [file, readFileSync(file, 'utf8')] as const);
  for (const file of guide) {
    texts.push([file, withAbsoluteLinks(readFileSync(file, 'utf8'), `${file}/..`)]);
  }
  const addresses = new RegExp(`${name}(?:/blob|/tree)?/main/([^\\s)"'\`<>]+)`, 'g');
  const links = texts.flatMap(([file, text]) =>
    Array.from(text.matchAll(addresses), ([, path = '']) => ({ file, path })),
  );
  expect(new Set(links.map(({ file }) => file)).size).toBeGreaterThan(guide.length);
  // The repository's host has that heading for each folder.
  const dead = links.filter(
    ({ path }) => !isThere('README.md', path.replace(/#readme$|[.,]$/, '')),
  );
  expect(dead).toEqual([]);
});

test('no package has a placeholder', () => {
  const placeholder = /\b(?:OWNER|TODO|FIXME)\b/;
  const files = packed.filter((file) =>
    // The owner comes into the packages from the root's package.json, and a release refuses to be without.
    placeholder.test(readFileSync(file, 'utf8').replaceAll(name, '')),
  );
  expect(files).toEqual([]);
});
