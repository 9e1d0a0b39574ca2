import type { HeadConfig, PageData, TransformContext } from 'vitepress';
import { siteAddress } from '../address.ts';
import { descriptionOf } from '../llms.ts';
import { generatedPages } from '../pages.ts';
import { repository } from '../repository.ts';

/** What the site adds to a page that is plain Markdown in the repository. */
export function completePage(page: PageData): void {
  const name = page.filePath.replace(/\.md$/, '');
  page.description = descriptionOf(name);
  if (name === 'README') page.frontmatter = { ...home, ...page.frontmatter };
  if (Object.values(generatedPages).includes(name))
    page.frontmatter = { ...fromSources, ...page.frontmatter };
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

/** The picture beside the title of a page that somebody shares, in the folder `public`. `card.ts` makes it. */
export const card = {
  file: 'card.png',
  width: 1200,
  height: 630,
  alt: 'The two buttons, below what they are for',
} as const;

/**
 * What a messenger or a social network shows of a page that somebody shares. A picture needs a whole address, so it is
 * left out while the address of the site is unknown.
 */
export function sharingTags(
  { title, description, pageData }: Pick<TransformContext, 'title' | 'description' | 'pageData'>,
  site = siteAddress(),
): HeadConfig[] {
  const text = {
    'og:type': 'article',
    'og:site_name': 'Wallet buttons',
    'og:title': title,
    'og:description': description,
  };
  const address = site && {
    'og:url': `${site}${pageData.relativePath.replace(/(^|\/)index\.md$|\.md$/, '$1')}`,
    'og:image': `${site}${card.file}`,
    'og:image:width': String(card.width),
    'og:image:height': String(card.height),
    'og:image:alt': card.alt,
  };
  return [
    ...Object.entries({ ...text, ...address }).map(([property, content]): HeadConfig => [
      'meta',
      { property, content },
    ]),
    ['meta', { name: 'twitter:card', content: site ? 'summary_large_image' : 'summary' }],
  ];
}

/** Where a reader changes a page. VitePress puts its path in. */
export const editPattern = `${repository}/edit/main/packages/docs/:path`;
