import type { MarkdownRenderer } from 'vitepress';

type Token = ReturnType<MarkdownRenderer['parse']>[number];
type CoreState = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0];

/** The markup that VitePress has for tabs. Blocks of code follow it, the first of which has the class `active`. */
export function tabsStart(titles: readonly string[], id: string): string {
  const inputs = titles.map((title, index) => {
    const key = `${id}-${String(index)}`;
    const checkedAttribute = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${id}" id="${key}"${checkedAttribute}><label data-title="${title}" for="${key}">${title}</label>`;
  });
  return `<div class="vp-code-group vp-adaptive-theme"><div class="tabs">${inputs.join('')}</div><div class="blocks">`;
}

/** Closes what `tabsStart` opens. */
export const tabsEnd = '</div></div>';

/**
 * The fences between `<!-- tabs: HTML, React -->` and `<!-- end of the tabs -->` become tabs. In the repository they
 * stand below each other.
 */
export function groupTabs({ tokens }: CoreState): void {
  let titles: readonly string[] = [];
  let fenceCount = 0;
  for (const [index, token] of tokens.entries()) {
    const [, list] = /^<!-- tabs: (.+) -->/.exec(token.content) ?? [];
    if (list !== undefined) {
      titles = list.split(', ');
      fenceCount = 0;
      token.content = tabsStart(titles, `tabs-${String(index)}`);
    } else if (titles.length > 0 && token.type === 'fence') {
      token.meta = { tab: fenceCount === 0 ? 'active' : 'hidden' };
      fenceCount += 1;
    } else if (token.content.startsWith('<!-- end of the tabs -->')) {
      if (fenceCount !== titles.length)
        throw new Error(`There are ${String(fenceCount)} fences for: ${titles.join(', ')}`);
      titles = [];
      token.content = tabsEnd;
    }
  }
}

/** Whether a fence is a tab, and the one that is shown first. */
export function tabOf({ meta }: Token): 'active' | 'hidden' | undefined {
  return (meta as { readonly tab?: 'active' | 'hidden' } | null)?.tab;
}
