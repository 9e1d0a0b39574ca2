/** A table; cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A code span; empty for an empty text. */
export function code(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A comment as Markdown: no HTML, links of TSDoc as code. */
export function prose(text: string | undefined): string {
  const plain = (text ?? '').replaceAll(/\{@link ([^}\s]+)\}/g, '`$1`');
  return plain
    .split(/(`[^`]*`)/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll('<', '&lt;').replaceAll('{{', '{ {') : part,
    )
    .join('');
}

/** A fence. */
export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
