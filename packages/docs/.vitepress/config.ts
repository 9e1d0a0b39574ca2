import { defineConfig } from 'vitepress';
import { defaultClientConditions } from 'vite';
import { writeLlms } from '../src/llms.ts';
import { guideMarkdown } from '../src/markdown.ts';
import { groups, titleOf } from '../src/pages.ts';
import { repository } from '../src/repository.ts';

const source = '@wallet-buttons/source';

export default defineConfig({
  title: 'Wallet buttons',
  description:
    'A wallet payment on the web, from the tag on the checkout page to the final status.',
  lang: 'en',
  cleanUrls: true,
  rewrites: { 'README.md': 'index.md' },
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: { config: guideMarkdown },
  vue: {
    template: { compilerOptions: { isCustomElement: (tag: string) => tag.startsWith('wallet-') } },
  },
  vite: {
    // The live examples run the packages as they are in the repository.
    resolve: { conditions: [source, ...defaultClientConditions] },
    ssr: { resolve: { conditions: [source] } },
  },
  buildEnd: ({ outDir }) => {
    writeLlms(outDir);
  },
  themeConfig: {
    outline: 'deep',
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    sidebar: groups.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map((page) => ({ text: titleOf(page), link: `/${page}` })),
    })),
    nav: groups.map(({ title, pages }) => ({ text: title, link: `/${pages[0] ?? ''}` })),
  },
});
