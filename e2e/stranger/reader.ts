import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { answers, chargesAt, packed, type Shop, type start } from '../packed/shop.ts';
import { openTerminal, type Terminal } from '../packed/terminal.ts';
import { deadLinksIn } from './links.ts';
import { startRegistry } from './registry.ts';

/** A reader in an empty folder, whose npm gets the packages of this checkout from a registry. */
export interface Reader extends Pick<Terminal, 'folder' | 'own'>, AsyncDisposable {
  /** Begins a project by the commands of other documents. Its npm may warn, from then on too. */
  readonly begin: (text: string) => Promise<void>;
  /** Runs commands to their end; answers what they print, which has no other warning. */
  readonly type: (text: string) => Promise<string>;
  /** Starts a command that stays, until the reader leaves. */
  readonly open: (text: string) => Promise<Program>;
  readonly charges: Shop['charges'];
}

export type Program = ReturnType<typeof start>;

const ports = ['3000', '4010', '4200', '4321', '5173'];
const cache = fileURLToPath(new URL('../../.cache/stranger', import.meta.url));

export async function openReader(): Promise<Reader> {
  await using stack = new AsyncDisposableStack();
  const registry = stack.use(await startRegistry(packed()));
  // `npx` keeps the programs that it has run. The packages here change, and their versions do not.
  rmSync(`${cache}/_npx`, { recursive: true, force: true });
  const terminal = await openTerminal(ports, (replacePorts) => ({
    npm_config_registry: registry.url,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    // The answer to the question of `npx`, whether it may install a program.
    npm_config_yes: 'true',
    PORT: replacePorts('3000'),
  }));
  const { own: replacePorts } = terminal;
  const knownWarnings: string[] = [];
  const root = terminal.folder();
  stack.defer(() => {
    rmSync(root, { recursive: true, force: true });
  });
  const running = stack.move();
  return {
    ...terminal,
    begin: async (text) => {
      await terminal.type(text);
      knownWarnings.push(...warningsIn(await terminal.type('npm install 2>&1')));
    },
    type: async (text) => {
      const output = await terminal.type(`exec 2>&1\n${text}`);
      expect(warningsIn(output).filter((line) => !knownWarnings.includes(line))).toEqual([]);
      expect(deadLinksIn(output)).toEqual([]);
      // The files of `init` name ports, which may be taken here.
      for (const [, file = ''] of output.matchAll(/^wrote (.+)$/gm)) {
        const path = join(terminal.folder(), file);
        writeFileSync(path, replacePorts(readFileSync(path, 'utf8')));
      }
      return output;
    },
    open: async (text) => {
      const program = running.use(terminal.open(text));
      if (text.startsWith('npx @wallet-buttons/sandbox')) {
        await answers(replacePorts('http://127.0.0.1:4010/healthz'));
      }
      return program;
    },
    charges: chargesAt(replacePorts('http://127.0.0.1:4010')),
    [Symbol.asyncDispose]: async () => running.disposeAsync(),
  };
}

/** The lines that warn, but for the one of Lit on a server for development, and for a count of none. */
export function warningsIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => /(?<!\b0 )\bwarn/i.test(line) && !line.includes('Lit is in dev mode'));
}
