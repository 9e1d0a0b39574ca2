import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** In the order of the page. */
const packages = ['server', 'elements', 'service-client', 'sidecar'] as const;

/** What `promises.md` of the packages say, without the tables of their tests. */
export function promisesPage(): string {
  const groups = new Map<string, string[]>();
  for (const name of packages) {
    const text = readFileSync(`${root}/packages/${name}/promises.md`, 'utf8');
    for (const section of text.split(/^## /m).slice(1)) {
      const [title = '', ...promises] = section.split(/^### /m);
      const [heading = '', ...rest] = title.split('\n\n');
      const lines = [...promises.map(promiseLine), ...rest].filter((line) => line !== '');
      groups.set(heading, [...(groups.get(heading) ?? []), ...lines]);
    }
  }
  const sections = Array.from(groups, ([title, lines]) => `## ${title}\n\n${lines.join('\n')}`);
  return `# What it promises

Each promise has tests that fail when it is broken. [CONTRIBUTING](../../../CONTRIBUTING.md#what-it-promises) says where they are named.

${sections.join('\n\n').replaceAll('](../docs/', '](../').replaceAll('](../protocol/', '](../../protocol/')}
`;
}

/** The title and the sentences, or nothing where the tests alone are listed. */
function promiseLine(promise: string): string {
  const [title = '', text = ''] = promise.split('\n\n');
  return text === '' || text.startsWith('<!--') ? '' : `- **${title}.** ${text}`;
}
