/** The markup that VitePress has for tabs. Blocks of code follow it, the first of which has the class `active`. */
export function tabsStart(titles: readonly string[], id: string): string {
  const inputs = titles.map((title, index) => {
    const key = `${id}-${String(index)}`;
    const checkedAttribute = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${id}" id="${key}"${checkedAttribute}><label data-title="${title}" for="${key}">${title}</label>`;
  });
  return `<div class="vp-code-group vp-adaptive-theme"><div class="tabs">${inputs.join('')}</div><div class="blocks">`;
}

/** The title of the tab that a fence is in: `vue tab=Vue`. */
export function tabOf(token: { readonly info: string } | undefined): string | undefined {
  return / tab=(\S+)$/.exec(token?.info ?? '')?.[1]?.replaceAll('-', ' ');
}

/** A block of code as the one that its tabs show. */
export function activate(code: string): string {
  return code.replace(/class="(?=code-file|language-)/, 'class="active ');
}

/** Closes what `tabsStart` opens. */
export const tabsEnd = '</div></div>';
