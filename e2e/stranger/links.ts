import { repository } from '../../.ci/pack.mjs';
import { isThere } from '../../packages/docs/test/links.ts';

/** `owner/name`, in addresses of files and of pictures. */
export const repositoryName = new URL(String(repository)).pathname.slice(1);

const address = new RegExp(`${repositoryName}(?:/blob|/tree)?/main/([^\\s)"'\`<>]+)`, 'g');

/** The addresses below the repository's, in a text. */
export function linksIn(text: string): string[] {
  return Array.from(text.matchAll(address), ([, path = '']) => path.replace(/[.,]$/, ''));
}

/** Those that lead to no file or heading. The repository's host has `#readme` for each folder. */
export function deadLinksIn(text: string): string[] {
  return linksIn(text).filter((path) => !isThere('README.md', path.replace(/#readme$/, '')));
}
