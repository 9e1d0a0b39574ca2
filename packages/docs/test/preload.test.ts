import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Snippet, snippetsOf } from '../src/snippets.ts';
import { snippets } from './pages.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const readmes = globSync(['README.md', 'packages/*/README.md'], { cwd: root.pathname });
const all: readonly Snippet[] = [
  ...snippets.filter(({ page }) => page !== 'README'),
  ...readmes.flatMap((path) => snippetsOf(path.replace(/\.md$/, ''), read(path))),
];

/** A live example runs beside emulators, and needs no script of a provider. */
const pages = all
  .filter(({ language, info }) => language === 'html' && info !== 'live')
  .map((snippet) => ({ ...snippet, place: `${snippet.page}.md:${String(snippet.line)}` }));
/** A page that loads nothing before the payer agrees, preload lines included. */
const isManual = ({ code }: Snippet): boolean => code.includes('loading="manual"');
const having = (tag: string) =>
  pages.filter((page) => page.code.includes(`<${tag}`) && !isManual(page));

/** The scripts that the tags load. */
const { scripts } = JSON.parse(read('packages/elements/payment-scripts.json')) as {
  readonly scripts: readonly { readonly url: string }[];
};
const [a = '', b = ''] = scripts.map(({ url }) => url);

/** The preload line of a script, on one line and without its nonce. */
function lineOf(html: string, url: string): string | undefined {
  return Array.from(html.matchAll(/<link\b[^>]*>/g), ([line]) =>
    line.replaceAll(/\s+/g, ' ').replace(' nonce="{nonce}"', ''),
  ).find((line) => line.includes(`"${url}"`));
}

const lineOfA = `<link rel="preload" as="script" href="${a}" crossorigin="anonymous" />`;
const lineOfB = `<link rel="preload" as="script" href="${b}" />`;

describe('a snippet of a page', () => {
  it('is found in the guide and in both READMEs', () => {
    const pageNames = new Set(pages.map(({ page }) => page));
    for (const page of ['README', 'packages/elements/README', 'tutorial/first-payment'])
      assert.ok(pageNames.has(page), page);
  });

  for (const { place, code } of having('wallet-a-button')) {
    it(`has the preload line of wallet A as its tag loads the script, at ${place}`, () => {
      assert.equal(lineOf(code, a), lineOfA);
    });
  }

  for (const { place, code } of having('wallet-b-button')) {
    it(`has the preload line of wallet B as its tag loads the script, at ${place}`, () => {
      assert.equal(lineOf(code, b), lineOfB);
    });
  }
});

describe('a snippet of a page that waits for a consent', () => {
  it('has no preload line', () => {
    const waiting = pages.filter(isManual);
    assert.notEqual(waiting.length, 0);
    for (const { code, place } of waiting) assert.doesNotMatch(code, /rel="preload"/, place);
  });
});

describe('the page of Next', () => {
  it('has both preload lines', () => {
    const page = all.find(
      ({ page: path, file }) => path === 'recipes/next' && file?.endsWith('page.tsx'),
    );
    assert.equal(lineOf(page?.code ?? '', a), lineOfA.replace('crossorigin', 'crossOrigin'));
    assert.equal(lineOf(page?.code ?? '', b), lineOfB);
  });
});

describe('the demo', () => {
  it('has the preload lines beside the stand-ins that they replace', () => {
    const html = read('demo/fragments/wallets.html');
    assert.equal(lineOf(html, a), lineOfA);
    assert.equal(lineOf(html, b), lineOfB);
  });
});
