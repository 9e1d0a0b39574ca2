import type { HeadConfig, PageData, TransformContext } from 'vitepress';
import { descriptionOf } from '../llms.ts';
import { repository } from '../repository.ts';

/** What the site adds to a page that is plain Markdown in the repository. */
export function completePage(page: PageData): void {
  const name = page.filePath.replace(/\.md$/, '');
  page.description = descriptionOf(name);
  const added = name === 'README' ? home : name.startsWith('reference/') ? fromSources : {};
  page.frontmatter = { ...added, ...page.frontmatter };
  // The first page changes with each page that it lists.
  if (name === 'README') delete page.lastUpdated;
}

const home = {
  pageClass: 'home',
  sidebar: false,
  aside: false,
  outline: false,
  editLink: false,
  prev: false,
  next: false,
};

/** A page made from sources has no file that could be edited. Its outline has its parts, not each type. */
const fromSources = { editLink: false, outline: 2 };

/** What a messenger or a social network shows of a page that somebody shares. */
export function sharingTags({ title, description }: TransformContext): HeadConfig[] {
  return [
    ['meta', { property: 'og:type', content: 'article' }],
    ['meta', { property: 'og:site_name', content: 'Wallet buttons' }],
    ['meta', { property: 'og:title', content: title }],
    ['meta', { property: 'og:description', content: description }],
    ['meta', { name: 'twitter:card', content: 'summary' }],
  ];
}

/** Where a reader changes a page. VitePress puts its path in. */
export const editPattern = `${repository}/edit/main/packages/docs/:path`;
