import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { main } from '@wallet-buttons/cli';
import { fence } from './markdown.ts';

/** Every command with its options, from its own help. */
export async function commandsPage(): Promise<string> {
  const first = await help();
  const names = namesIn(first);
  const parts = [];
  for (const name of names) {
    const text = await help(name);
    parts.push(`## \`${name}\`\n\n${fence('text', text)}`);
    for (const below of namesIn(text)) {
      parts.push(`### \`${name} ${below}\`\n\n${fence('text', await help(name, below))}`);
    }
  }
  return `# Command line

\`npx @wallet-buttons/cli\` knows these commands. Exit codes: 0 good, 1 something fails, 2 wrong use.

${fence('text', first)}

${parts.join('\n\n')}

## The sandbox

\`npx @wallet-buttons/sandbox\` has a command line of its own.

${fence('text', sandboxHelp())}
`;
}

async function help(...command: readonly string[]): Promise<string> {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  await main([...command, '--help'], { out: write, err: write });
  return text;
}

/** The names below "Commands:", but for `help` itself. */
function namesIn(text: string): string[] {
  const [, listed = ''] = /^Commands:\n([^]*)$/m.exec(text) ?? [];
  const names = Array.from(listed.matchAll(/^ {2}([a-z]+)/gm), ([, name = '']) => name);
  return names.filter((name) => name !== 'help');
}

function sandboxHelp(): string {
  const file = fileURLToPath(new URL('../../../sandbox/src/cli.ts', import.meta.url));
  const args = ['--conditions=@wallet-buttons/source', file, '--help'];
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout;
}
