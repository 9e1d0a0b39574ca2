import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { withAbsoluteLinks } from '../../.ci/pack.mjs';
import { deadLinksIn, linksIn, repositoryName } from './links.ts';

const packedFiles = globSync('.cache/packed/*/package/**/*.{md,js,json,d.ts,html,yaml}');
const guide = ['README.md', 'packages/docs/README.md', 'packages/docs/tutorial/first-payment.md'];

test('each link that a stranger reads leads to an existing page', () => {
  const texts = [
    ...packedFiles.map((file) => readFileSync(file, 'utf8')),
    ...guide.map((file) => withAbsoluteLinks(readFileSync(file, 'utf8'), `${file}/..`)),
  ];
  expect(texts.flatMap(linksIn).length).toBeGreaterThan(guide.length);
  expect(texts.flatMap(deadLinksIn)).toEqual([]);
});

test('each file of a package that a document loads from a CDN is in it', () => {
  const paths = [...guide, ...packedFiles.filter((file) => file.endsWith('.md'))].flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/\/npm\/@wallet-buttons\/(\w+)@[\d.]+\/([\w./-]+)/g),
      ([, name = '', path = '']) => `.cache/packed/${name}/package/${path}`,
    ),
  );
  expect(paths.length).toBeGreaterThan(0);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test('no package has a placeholder', () => {
  const placeholder = /\b(?:OWNER|TODO|FIXME)\b/;
  const files = packedFiles.filter((file) =>
    // The owner comes into the packages from the root's package.json, and a release refuses to be without.
    placeholder.test(readFileSync(file, 'utf8').replaceAll(repositoryName, '')),
  );
  expect(files).toEqual([]);
});
