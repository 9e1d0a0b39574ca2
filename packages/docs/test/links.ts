import { existsSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8');
}

/** Targets of links and pictures, without those of code. */
export function linksIn(text: string): string[] {
  const prose = text.replaceAll(/^ *```[^]*?^ *```$/gm, '').replaceAll(/`[^`\n]*`/g, 'code');
  const links = prose.matchAll(/\]\(([^)\s]+)\)/g);
  return Array.from(links, ([, href = '']) => href).filter(
    (href) => !/^(https?|mailto):/.test(href),
  );
}

/** Whether the link of a file leads to a file or a heading of the repository. */
export function isThere(file: string, href: string): boolean {
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
