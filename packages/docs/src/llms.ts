import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groups, pathOf, textOf, titleOf } from './pages.ts';

/** The guide for language models: `llms.txt` lists the pages, each of which is beside its HTML as Markdown. */
export function writeLlms(folder: string): void {
  for (const page of groups.flatMap(({ pages }) => pages)) {
    mkdirSync(dirname(join(folder, page)), { recursive: true });
    copyFileSync(pathOf(page), join(folder, `${page}.md`));
  }
  writeFileSync(join(folder, 'llms.txt'), llms());
  const whole = groups.flatMap(({ pages }) => pages).map((page) => textOf(page).trim());
  writeFileSync(join(folder, 'llms-full.txt'), `${whole.join('\n\n---\n\n')}\n`);
}

/** The list of pages, each with its first sentence. */
export function llms(): string {
  const [, title = '', summary = ''] = /^# (.+)\n\n([^]*?)\n\n/.exec(textOf('README')) ?? [];
  const parts = groups.map(({ title: group, pages }) => {
    const links = pages.map((page) => `- [${titleOf(page)}](${page}.md): ${summaryOf(page)}`);
    return `## ${group}\n\n${links.join('\n')}`;
  });
  return `# ${title}\n\n> ${summary.replaceAll('\n', ' ')}\n\n${parts.join('\n\n')}\n`;
}

/** The first sentence of a page. */
export function summaryOf(page: string): string {
  const [, paragraph = ''] = /^# .+\n\n([^]*?)\n\n/.exec(textOf(page)) ?? [];
  const text = paragraph.replaceAll('\n', ' ').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/:$/, '.') ?? text;
}

/** A page's first sentence as plain text, for search engines and messengers. */
export function descriptionOf(page: string): string {
  return summaryOf(page).replaceAll(/`/g, '');
}
