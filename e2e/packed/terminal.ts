import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// eslint-disable-next-line no-restricted-imports -- the ports of the server's tests
import { freePort } from '../../packages/server/test/postgres.ts';
import { run, shell, start } from './shop.ts';

/** A reader's terminal in an empty folder. Only the ports differ from the text. */
export interface Terminal {
  /** The present folder. `cd` in a text changes it. */
  readonly folder: () => string;
  /** A text with free ports in place of those that documents name. */
  readonly own: (text: string) => string;
  /** Runs commands to their end; answers what they print, without their errors. */
  readonly type: (text: string) => Promise<string>;
  /** Runs a command that stays. */
  readonly open: (text: string) => ReturnType<typeof start>;
}

/** Programs that take their port from the command line alone, and the port that documents have of them. */
const defaultPorts = {
  '@wallet-buttons/sandbox': '4010',
  vite: '5173',
  'react-router': '5173',
  astro: '4321',
  ng: '4200',
} as const;

const program = new RegExp(`^npx (${Object.keys(defaultPorts).join('|')})(?: .*)?$`, 'm');

/** Opens it with these ports replaced, the variables of `settings`, and the text of commands changed by `change`. */
export async function openTerminal(
  ports: readonly string[],
  settings: (replacePorts: Terminal['own']) => NodeJS.ProcessEnv,
  change: (text: string) => string = (text) => text,
): Promise<Terminal> {
  let folder = mkdtempSync(join(tmpdir(), 'wallet-terminal-'));
  const free = new Map<string, string>();
  for (const port of ports) free.set(port, String(await freePort()));
  const anyPort = new RegExp(`\\b(${ports.join('|')})\\b`, 'g');
  const replacePorts = (text: string): string =>
    text.replaceAll(anyPort, (port) => free.get(port) ?? port);
  const env = settings(replacePorts);
  const commandOf = (text: string): string =>
    replacePorts(change(text)).replace(program, (command, name: keyof typeof defaultPorts) => {
      // Some of them prefer the variable, which is another program's here.
      return `env -u PORT ${command} --port ${replacePorts(defaultPorts[name])}`;
    });
  return {
    folder: () => folder,
    own: replacePorts,
    type: async (text) => {
      const output = await run(folder, 'bash', ['-ec', commandOf(text)], env);
      for (const [, path = ''] of text.matchAll(/^cd (\S+)$/gm)) folder = join(folder, path);
      return output;
    },
    open: (text) => start(folder, 'bash', ['-c', commandOf(text)], { ...shell, ...env }),
  };
}
