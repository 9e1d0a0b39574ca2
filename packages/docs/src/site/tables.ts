import type { MarkdownRenderer } from 'vitepress';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** The roles that a browser forgets once CSS lays a table out as blocks. */
const roles: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/** Each cell knows the heading of its column, which a phone shows beside it. */
export function labelCells(tokens: readonly Token[]): void {
  let headings: string[] = [];
  let column = 0;
  for (const [at, token] of tokens.entries()) {
    const role = roles[token.type];
    if (role !== undefined) token.attrSet('role', role);
    if (token.type === 'table_open') headings = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') headings.push(plainText(tokens[at + 1]));
    if (token.type === 'td_open') {
      token.attrSet('data-label', headings[column] ?? '');
      column += 1;
    }
  }
}

function plainText(token: Token | undefined): string {
  return (token?.children ?? []).map(({ content }) => content).join('');
}
