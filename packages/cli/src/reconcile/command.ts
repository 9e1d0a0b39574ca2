import { Option } from 'commander';
import { writeWhole } from '../files.ts';
import { profileOf } from '../given.ts';
import { type AddCommand, type Terminal, UsageError } from '../report.ts';
import { withPayments } from '../store/payments.ts';
import { type CarriedState, readCarried, writeCarried } from './carried.ts';
import { csvOf } from './csv.ts';
import { type OrderedExport, orderExport } from './order-export.ts';
import { daysOf, type PeriodOptions, periodOf, readTime } from './period.ts';
import { reconcile } from './reconcile.ts';
import { reportOf } from './report.ts';
import { rowsOf, writtenAt } from './table-file.ts';

interface Options extends Partial<OrderedExport>, PeriodOptions {
  readonly db?: string;
  readonly merchant?: string;
  readonly export?: string;
  readonly asOf?: string;
  readonly state?: string;
  readonly out?: string;
  readonly csv?: string;
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
    .option('--month <month>', 'the month, as 2026-11, or `last`')
    .option('--from <day>', 'or the first day, as 2026-11-01; by default that of the export')
    .option('--to <day>', 'and the last day, as 2026-11-30')
    .option('--as-of <time>', 'when the export was made; by default when the file was written')
    .option(
      '--state <file>',
      'what lies at an end of a period is carried over in it; one a merchant',
    )
    .option('--out <file>', 'keep the result as JSON, for the desk')
    .option('--csv <file>', 'keep the differences as CSV')
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
      const { export: path, db, state } = options;
      const days = daysOf(options, profile);
      const period = periodOf(days, profile);
      if (path === undefined) {
        print(await orderExport({ ...options, ...days }, profile));
        return;
      }
      if (db === undefined) throw new UsageError('Name the database of your server with --db.');
      const asOf =
        options.asOf === undefined
          ? await writtenAt(path)
          : readTime(options.asOf, '--as-of', profile);
      const carried: CarriedState | null = state === undefined ? null : await readCarried(state);
      const { result, run } = await withPayments(db, options.merchant, async (payments) =>
        reconcile({
          payments,
          rows: rowsOf(path, profile.export),
          profile,
          period,
          asOf,
          carried,
          progress: progressOn(terminal),
        }),
      );
      const report = reportOf(result);
      if (options.out !== undefined) {
        await writeWhole(options.out, `${JSON.stringify(report.json, null, 2)}\n`);
      }
      if (options.csv !== undefined) await writeWhole(options.csv, csvOf(result.differences));
      if (state !== undefined && carried) await writeCarried(state, carried, run);
      print(report);
    });
};

/** Only for someone who waits: cron would send it by mail. */
function progressOn({ ask, err }: Terminal): (rows: number, orders: number) => void {
  if (!ask) return () => undefined;
  return (rows, orders) => {
    err(`\r${String(rows)} rows of the export, ${String(orders)} payments of the store`);
    if (orders > 0 && orders % 50_000 === 0) err('\n');
  };
}
