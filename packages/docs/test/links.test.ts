import assert from 'node:assert/strict';
import { globSync, existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generated, written } from '../src/pages.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = [
  '*.md',
  'packages/*/*.md',
  'packages/docs/{tutorial,going-live,recipes,lookup,explanation}/*.md',
];
const files = globSync(documents, { cwd: root }).sort();

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
    const listed = written.flatMap(({ pages }) => pages);
    const there = files
      .filter((file) => /^packages\/docs\/.+\//.test(file))
      .map((file) => file.replace(/^packages\/docs\/(.+)\.md$/, '$1'));
    assert.deepEqual(listed.toSorted(), there.toSorted());
  });

  it('is made from sources that are there', () => {
    for (const source of Object.keys(generated)) assert.ok(existsSync(`${root}/${source}`), source);
  });

  it('is linked from its first page, each page of it', () => {
    const links = linksIn(read('packages/docs/README.md'));
    const missing = written
      .flatMap(({ pages }) => pages)
      .filter((page) => !links.includes(`./${page}.md`));
    assert.deepEqual(missing, []);
  });
});

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8');
}

/** Targets of links and pictures, without those of code. */
function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');
  const links = prose.matchAll(/\]\(([^)\s]+)\)/g);
  return Array.from(links, ([, href = '']) => href).filter(
    (href) => !/^(https?|mailto):/.test(href),
  );
}

function isThere(file: string, href: string): boolean {
  const [path = '', anchor] = href.split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  if (!existsSync(`${root}/${target}`)) return false;
  if (anchor === undefined) return true;
  const page = statSync(`${root}/${target}`).isDirectory() ? `${target}/README.md` : target;
  return page.endsWith('.md') && anchorsIn(read(page)).includes(anchor);
}

/** The anchors of headings, as GitHub and VitePress make them. */
function anchorsIn(text: string): string[] {
  const headings = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}
