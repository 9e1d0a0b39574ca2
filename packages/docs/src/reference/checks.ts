import { checkIds, found } from '@wallet-buttons/cli';
import { code, prose, table } from './markdown.ts';

/** Every check of `doctor`, from the table in its source. */
export function checksPage(): string {
  const rows = checkIds.map((id) => {
    const { fix, link } = found(id, 'skip', '');
    return [code(id), prose(fix), `[more](${link})`];
  });
  return `# Checks of doctor

\`npx @wallet-buttons/cli doctor\` makes these checks. The ids are stable: \`--json\` has them too.

${table(['check', 'what to do where it does not pass', ''], rows)}
`;
}
