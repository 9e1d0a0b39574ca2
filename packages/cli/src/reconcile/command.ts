import { profileOf } from '../given.ts';
import { writeWhole } from '../files.ts';
import { Option } from 'commander';
import { type AddCommand, type Terminal, UsageError } from '../report.ts';
import { withPayments } from '../store/payments.ts';
import { type OrderedExport, orderExport } from './order-export.ts';
import { type Period, reconcile } from './reconcile.ts';
import { reportOf } from './report.ts';
import { rowsOf, writtenAt } from './table-file.ts';
import { timeOf } from './time.ts';
import type { Profile } from '@wallet-buttons/service-client';

interface Options extends Partial<OrderedExport> {
  readonly db?: string;
  readonly merchant?: string;
  readonly export?: string;
  readonly asOf?: string;
  readonly out?: string;
  readonly profile?: string;
}

/** `reconcile`: the service's export of operations against the store; without an export, it is ordered. */
export const addReconcile: AddCommand = (program, print, terminal) => {
  program
    .command('reconcile')
    .description("compare the payment service's export of operations with the store")
    .option('--db <database>', "the server's: a SQLite file, postgres://… or mysql://…; only read")
    .option('--merchant <id>', 'needed if the database has several')
    .option('--export <file>', 'the export, as CSV or XLSX')
    .option('--from <day>', 'the first day, as 2026-11-01; by default that of the export')
    .option('--to <day>', 'the last day, as 2026-11-30')
    .option('--as-of <time>', 'when the export was made; by default when the file was written')
    .option('--out <file>', 'keep the result as JSON, for the desk')
    .option('--profile <file>', 'overrides of the wire profile; export has the columns')
    .option('--service <url>', 'without --export: order it from this base URL of the service')
    .option('--merchant-id <id>', 'your id at the service')
    .option('--key <file>', 'your private key (PEM); WALLET_KEY_PASSPHRASE opens it')
    .option('--email <address>', 'the service sends the export there')
    .addOption(
      new Option('--format <format>', 'of the ordered file')
        .choices(['CSV', 'XLSX'])
        .default('CSV'),
    )
    .action(async (options: Options) => {
      const profile = await profileOf(options.profile);
      const { export: path, db } = options;
      if (path === undefined) {
        periodOf(options, profile);
        print(await orderExport(options, profile));
        return;
      }
      if (db === undefined) throw new UsageError('Name the database of your server with --db.');
      const asOf =
        options.asOf === undefined
          ? await writtenAt(path)
          : readTime(options.asOf, '--as-of', profile);
      const period = periodOf(options, profile);
      const result = await withPayments(db, options.merchant, async (payments) =>
        reconcile({
          payments,
          rows: rowsOf(path, profile.export),
          profile,
          period,
          asOf,
          progress: progressOn(terminal),
        }),
      );
      const report = reportOf(result);
      if (options.out !== undefined) {
        await writeWhole(options.out, `${JSON.stringify(report.json, null, 2)}\n`);
      }
      print(report);
    });
};

function periodOf({ from, to }: Options, profile: Profile): Period | null {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) {
    throw new UsageError('--from and --to belong together.');
  }
  const day = 24 * 60 * 60_000;
  const start = readTime(from, '--from', profile);
  const end = readTime(to, '--to', profile) + day;
  if (start < end) return { start, end };
  throw new UsageError('--from is after --to.');
}

function readTime(text: string, option: string, profile: Profile): number {
  try {
    return timeOf(text, profile);
  } catch {
    throw new UsageError(`${option} is not a day or a time, as 2026-11-30.`);
  }
}

/** Only for someone who waits: cron would send it by mail. */
function progressOn({ ask, err }: Terminal): (rows: number, payments: number) => void {
  if (!ask) return () => undefined;
  return (rows, payments) => {
    err(`\r${String(rows)} rows of the export, ${String(payments)} payments of the store`);
    if (payments > 0 && payments % 50_000 === 0) err('\n');
  };
}
