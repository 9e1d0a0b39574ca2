import { createInterface } from 'node:readline/promises';
import { Command, CommanderError } from 'commander';
import { addCsr } from './csr.ts';
import { addDoctor } from './doctor/command.ts';
import { addInit } from './init/command.ts';
import { addKeys } from './keys.ts';
import { isOld, remedyFor } from './older-node.ts';
import { addProfile } from './profile/command.ts';
import { type AddCommand, type Terminal, UsageError } from './report.ts';
import { addScripts } from './scripts/command.ts';
import { version } from './version.ts';
import { addWebhook } from './webhook/command.ts';

export { checkIds, findingOf as found } from './doctor/finding.ts';

/** In the order of the help. Those that read a database do not load on an older Node. */
async function commands(): Promise<readonly AddCommand[]> {
  const ofDatabase = isOld
    ? ['explain', 'list', 'reconcile'].map(needingNewNode)
    : [
        (await import('./explain.ts')).addExplain,
        (await import('./list.ts')).addList,
        (await import('./reconcile/command.ts')).addReconcile,
      ];
  return [addInit, addKeys, addCsr, addWebhook, ...ofDatabase, addDoctor, addProfile, addScripts];
}

/** A command that only says what it needs. */
function needingNewNode(name: string): AddCommand {
  return (program, _print, { err }) => {
    program
      .command(name)
      .description('needs a newer Node')
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        for (const line of remedyFor(name)) err(`${line}\n`);
        throw new CommanderError(2, 'wallet-buttons.node', '');
      });
  };
}

const canAsk = process.stdin.isTTY && process.stderr.isTTY;

const standard: Terminal = {
  ...(canAsk && { ask: askOnTerminal }),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

/**
 * Runs one command.
 * @param args the arguments after `wallet-buttons`.
 * @returns the exit code: 0 good, 1 something fails, 2 wrong use.
 */
export async function main(args: readonly string[], terminal = standard): Promise<number> {
  let exitCode = 0;
  const err = (text: string): void => {
    terminal.err(shown(text));
  };
  const program = new Command('wallet-buttons')
    .description(
      'A first page, keys, certificates, checks, and the history of payments for wallet buttons.',
    )
    .version(version)
    .option('--json', 'print the result as JSON')
    .exitOverride()
    .showHelpAfterError('Add --help to see its options.')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const add of await commands()) {
    add(
      program,
      ({ lines, style = (line) => line, json, isGood = true, isLine = false }) => {
        const asJson = program.opts<{ json?: boolean }>().json === true;
        const text = asJson
          ? escaped(JSON.stringify(json, null, isLine ? 0 : 2))
          : lines.map((line) => style(oneLine(line))).join('\n');
        terminal.out(`${text}\n`);
        exitCode = isGood ? 0 : 1;
      },
      { ...terminal, err },
    );
  }
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // The parser has printed its own message.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UsageError)) throw error;
    err(`error: ${oneLine(error.message)}\n`);
    return 2;
  }
}

/** Removes control characters, which a page, a server or a file may have written for the terminal. */
function shown(text: string): string {
  return text.replaceAll(/\r(?!\n)|[^\P{Cc}\r\n\t]/gu, '\u{fffd}');
}

/** The same, without line breaks. */
function oneLine(text: string): string {
  return shown(text).replaceAll(/[\r\n\p{Zl}\p{Zp}]/gu, '\u{fffd}');
}

/** JSON does not escape these control characters, and some terminals obey them. */
function escaped(json: string): string {
  return json.replaceAll(/[\u007f-\u009f]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);
}

async function askOnTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  // Ctrl-C and Ctrl-D reject it, which counts as no.
  const answer = await terminal.question(`${question} [y/N] `).catch(() => '');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
