import { defineConfig } from 'vitepress';
import { defaultClientConditions } from 'vite';
import { base } from '../src/address.ts';
import { writeLlms } from '../src/llms.ts';
import { anchorOf, groups, parts, shortTitleOf } from '../src/pages.ts';
import { repository, version } from '../src/repository.ts';
import { guideMarkdown } from '../src/site/markdown.ts';
import { completePage, editPattern, sharingTags } from '../src/site/page-data.ts';
import { searchOptions } from '../src/site/search.ts';

const source = '@wallet-buttons/source';

export default defineConfig({
  title: 'Wallet buttons',
  base,
  lang: 'en',
  cleanUrls: true,
  lastUpdated: true,
  rewrites: { 'README.md': 'index.md' },
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}logo.svg` }],
    ['meta', { name: 'theme-color', content: '#fbf9f4', media: '(prefers-color-scheme: light)' }],
    ['meta', { name: 'theme-color', content: '#171a18', media: '(prefers-color-scheme: dark)' }],
  ],
  markdown: { config: guideMarkdown },
  vue: {
    template: { compilerOptions: { isCustomElement: (tag: string) => tag.startsWith('wallet-') } },
  },
  vite: {
    // The live examples run the packages as they are in the repository.
    resolve: { conditions: [source, ...defaultClientConditions] },
    ssr: { resolve: { conditions: [source] } },
  },
  transformPageData: completePage,
  transformHead: sharingTags,
  buildEnd: ({ outDir }) => {
    writeLlms(outDir);
  },
  themeConfig: {
    logo: '/logo.svg',
    outline: 'deep',
    search: {
      provider: 'local',
      options: { miniSearch: { searchOptions } },
    },
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: editPattern, text: 'Change this page' },
    lastUpdated: { text: 'Last changed', formatOptions: { dateStyle: 'long' } },
    footer: {
      message: 'Apache-2.0',
      copyright: 'Apple Pay is a trademark of Apple Inc., Google Pay of Google LLC.',
    },
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map((page) => ({
        text: shortTitleOf(page, title),
        link: `/${page}`,
        ...(parts[page] && {
          items: parts[page].map((part) => ({ text: part, link: `/${page}#${anchorOf(part)}` })),
        }),
      })),
    })),
    nav: [
      { text: 'Tutorial', link: '/tutorial/first-payment', activeMatch: '/tutorial/' },
      { text: 'Recipes', link: '/recipes/vite', activeMatch: '/recipes/' },
      { text: 'Going live', link: '/going-live/service', activeMatch: '/going-live/' },
      { text: 'Reference', link: '/reference/tags', activeMatch: '/reference/' },
      { text: 'Troubleshooting', link: '/lookup/troubleshooting' },
      { text: `v${version}`, link: '/reference/changes' },
    ],
  },
});
