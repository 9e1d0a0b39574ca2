import { Command, CommanderError } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import { addCsr } from './csr.ts';
import { addDoctor } from './doctor/command.ts';
import { addExplain } from './explain.ts';
import { addKeys } from './keys.ts';
import { addList } from './list.ts';
import { addProfile } from './profile/command.ts';
import { type AddCommand, type Terminal, UsageError } from './report.ts';
import { addWebhook } from './webhook.ts';

const commands: readonly AddCommand[] = [
  addKeys,
  addCsr,
  addWebhook,
  addExplain,
  addList,
  addDoctor,
  addProfile,
];

const standard: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Runs one command.
 * @param args what stands behind `wallet-buttons`.
 * @returns the exit code: 0 good, 1 something fails, 2 wrong use.
 */
export async function main(args: readonly string[], terminal = standard): Promise<number> {
  let exitCode = 0;
  const program = new Command('wallet-buttons')
    .description('Keys, certificates, checks and the history of payments for wallet buttons.')
    .version(manifest.version)
    .option('--json', 'print the result as JSON')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const add of commands) {
    add(
      program,
      ({ text, json, isGood = true }) => {
        const asJson = program.opts<{ json?: boolean }>().json === true;
        terminal.out(`${asJson ? JSON.stringify(json, null, 2) : text}\n`);
        exitCode = isGood ? 0 : 1;
      },
      terminal,
    );
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has printed its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    terminal.err(`error: ${error.message}\n`);
    return 2;
  }
}
