import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CodedError, describe } from '@wallet-buttons/service-client';
import { check } from './check/check.ts';
import type { Finding } from './check/finding.ts';
import { unknownVariables, type Variables } from './configuration/configuration.ts';
import { readSettings, type Settings } from './configuration/settings.ts';
import { createLog } from './log.ts';
import { prune } from './prune.ts';
import { startSidecar } from './sidecar.ts';

export { readSettings, type Settings } from './configuration/settings.ts';
export { createLog } from './log.ts';
export { type Sidecar, startSidecar } from './sidecar.ts';

const help = `Usage: wallet-buttons-sidecar [options]

The merchant's side of wallet payments, beside a shop in any language.

  --config <file>   the configuration; by default wallet.json, if it is there
  --check           tries the database, the keys, the payment service and both hooks, and ends
  --order <order>   with --check: an order that the shop knows
  --prune <days>    deletes payments that ended without money so long ago, shrinks paid ones, and ends
  --version         prints the version
  --help            prints this text

Each entry of the configuration can be a variable: service.baseUrl is WALLET_SERVICE_BASE_URL.
SIGHUP reads the keys and secrets again.
Exit codes: 0 good, 1 something fails, 2 wrong use or configuration.
`;

const options = {
  config: { type: 'string' },
  check: { type: 'boolean' },
  order: { type: 'string' },
  prune: { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** Where a program writes. */
export interface Output {
  readonly out: (text: string) => unknown;
  readonly err: (text: string) => unknown;
}

const standard: Output = {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
};

/**
 * Runs the sidecar until SIGTERM or SIGINT, or one check.
 * @param args the arguments after the program's name.
 * @returns the exit code: 0 good, 1 something fails, 2 wrong use or configuration.
 */
export async function main(
  args: readonly string[],
  variables: Variables,
  output = standard,
): Promise<number> {
  let values;
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    output.err(`error: ${reason}\nAdd --help to see the options.\n`);
    return 2;
  }
  if (values.help === true) {
    output.out(help);
    return 0;
  }
  if (values.version === true) {
    output.out(`${version()}\n`);
    return 0;
  }
  if (values.order !== undefined && values.check !== true) {
    output.err('error: --order belongs to --check.\nAdd --help to see the options.\n');
    return 2;
  }
  const { prune: days } = values;
  if (days !== undefined && !/^[1-9]\d{0,5}$/.test(days)) {
    output.err('error: --prune takes a number of days.\nAdd --help to see the options.\n');
    return 2;
  }
  try {
    const read = () => readSettings(values.config ?? variables['WALLET_CONFIG'] ?? null, variables);
    const settings = read();
    if (days !== undefined) {
      const count = await prune(settings, Number(days));
      output.out(`${String(count)} payments were deleted or shrunk.\n`);
      return 0;
    }
    if (values.check !== true) return await run(settings, variables, read);
    const findings = [...ignoredIn(variables), ...(await check(settings, values.order))];
    for (const { result, subject, text } of findings) {
      output.out(`${result}  ${subject.padEnd(13)} ${text}\n`);
    }
    return findings.some(({ result }) => result === 'FAIL') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const lines = error.message.split('\n').map((line) => `error: ${line}\n`);
    output.err(`${lines.join('')}${error.suggestion}\n`);
    return error.code === 'config_invalid' || error.code === 'key_invalid' ? 2 : 1;
  }
}

/** A misspelt variable would leave its entry as it is, such as the database. Another program may have its own. */
function ignoredIn(variables: Variables): readonly Finding[] {
  return unknownVariables(variables).map((name) => ({
    result: 'warn',
    subject: 'configuration',
    text: `${name} is ignored: it is the variable of no entry. wallet.schema.json lists them.`,
  }));
}

async function run(
  settings: Settings,
  variables: Variables,
  read: () => Settings,
): Promise<number> {
  const log = createLog(settings.logLevel);
  for (const { text } of ignoredIn(variables)) log.warn(text);
  const sidecar = await startSidecar(settings, log);
  const { publicUrl, privateUrl } = sidecar;
  // The listeners stay: npx passes on a Ctrl-C that the terminal sends, too, and the second would end Node at once.
  const stop = new Promise<unknown>((resolve) => {
    process.on('SIGTERM', resolve).on('SIGINT', resolve);
  });
  log.info({ publicUrl, privateUrl, version: version() }, 'the sidecar listens');
  // A terminal that is closed sends it, too, and there it ends the program.
  if (!process.stdin.isTTY) {
    process.on('SIGHUP', () => {
      try {
        sidecar.reload(read());
        log.info('the keys and secrets were read again');
      } catch (error) {
        log.error(describe(error), 'the keys and secrets stay as they were');
      }
    });
  }
  await stop;
  log.info('the sidecar stops');
  // Work that does not end is asked about by the next process.
  setTimeout(() => process.exit(1), 10_000).unref();
  try {
    await sidecar.close();
    return 0;
  } catch (error) {
    log.error(describe(error), 'the stop failed');
    return 1;
  }
}

function version(): string {
  const file = new URL('../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}
