import { posix } from 'node:path';
import { renderMermaidSVG } from 'beautiful-mermaid';
import type { MarkdownRenderer } from 'vitepress';
import { generatedPages } from '../pages.ts';
import { repository } from '../repository.ts';
import { withFileName } from './code.ts';
import { wrapHomeSections } from './home.ts';
import { withPackageManagers } from './install.ts';
import { labelCells } from './tables.ts';
import { activate, tabOf, tabsEnd, tabsStart } from './tabs.ts';

/** The additions to VitePress's Markdown on the site. */
export function guideMarkdown(md: MarkdownRenderer): void {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const { relativePath = '' } = env as { readonly relativePath?: string };
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href !== null) token.attrSet('href', siteLink(href, relativePath));
    }
  });
  md.core.ruler.push('table-labels', ({ tokens }) => {
    labelCells(tokens);
  });
  md.core.ruler.push('home-sections', (state) => {
    const { relativePath = '' } = state.env as { readonly relativePath?: string };
    if (relativePath === 'README.md' || relativePath === 'index.md') wrapHomeSections(state);
  });
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token === undefined || fence === undefined) return '';
    const { info, content } = token;
    if (info === 'mermaid') {
      // As a value, because Vue would remove the picture's styles from a template.
      const svg = md.utils.escapeHtml(JSON.stringify(diagram(content)));
      return `<div class="diagram" v-html="${svg}"></div>`;
    }
    const render = (text: string): string => {
      token.content = text;
      token.info = info.replace(/ tab=.*/, '');
      const code = fence(tokens, index, ...rest);
      Object.assign(token, { content, info });
      return code;
    };
    if (info === 'html live') {
      const source = encodeURIComponent(content);
      return `<div class="live-pair">${render(content)}<LiveExample source="${source}" /></div>`;
    }
    if (info === 'sh') return withPackageManagers(content, `install-${String(index)}`, render);
    const code = withFileName(content, render, md.utils.escapeHtml);
    if (tabOf(token) === undefined) return code;
    const isFirst = tabOf(tokens[index - 1]) === undefined;
    const isLast = tabOf(tokens[index + 1]) === undefined;
    const start = isFirst ? tabsStart(tabsFrom(tokens, index), `tabs-${String(index)}`) : '';
    return `${start}${isFirst ? activate(code) : code}${isLast ? tabsEnd : ''}`;
  };
}

/** The titles of the tabs that follow each other from this token on. */
function tabsFrom(tokens: readonly { readonly info: string }[], index: number): string[] {
  const titles = tokens.slice(index).map((token) => tabOf(token));
  const end = titles.indexOf(undefined);
  return titles.slice(0, end === -1 ? undefined : end).map((title) => title ?? '');
}

/** A link to a source outside the guide leads to the page made from it, or else to the repository. */
export function siteLink(href: string, page: string): string {
  if (!href.startsWith('.')) return href;
  const [file = '', anchor] = href.split('#');
  const path = posix.join('packages/docs', posix.dirname(page), file);
  if (path.startsWith('packages/docs/')) return href;
  const hash = anchor === undefined ? '' : `#${anchor}`;
  const generatedPage = generatedPages[path];
  return generatedPage === undefined
    ? `${repository}/blob/main/${path}${hash}`
    : `/${generatedPage}${hash}`;
}

/** The picture of a Mermaid text, in the colours of the site, without a web font. */
export function diagram(text: string): string {
  const svg = renderMermaidSVG(text, {
    bg: 'var(--vp-c-bg)',
    fg: 'var(--vp-c-text-1)',
    line: 'var(--vp-c-text-3)',
    accent: 'var(--vp-c-brand-1)',
    muted: 'var(--vp-c-text-2)',
    surface: 'var(--vp-c-bg-soft)',
    border: 'var(--vp-c-divider)',
    font: 'inherit',
    transparent: true,
  });
  return svg.replaceAll(/@import url\([^)]*\);/g, '');
}
