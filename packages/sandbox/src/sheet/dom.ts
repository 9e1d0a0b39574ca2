import { decimalsOf } from '../currency.ts';

/** Built node by node: `innerHTML` would need a Trusted Types policy of the page. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/**
 * Styles that no policy of the page sees.
 * @param Sheet the class of the root's document, to which a constructed style sheet belongs
 */
export function adopt(root: ShadowRoot, css: string, Sheet = CSSStyleSheet): void {
  const sheet = new Sheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
}

/** Only for display: the token gets the page's own string. */
export function money(amount: string | undefined, currency: string): string {
  if (amount === undefined) return 'Amount pending';
  try {
    return new Intl.NumberFormat(document.documentElement.lang || undefined, {
      style: 'currency',
      currency,
      minimumFractionDigits: decimalsOf(currency),
    }).format(Number(amount));
  } catch {
    return `${amount} ${currency}`;
  }
}
