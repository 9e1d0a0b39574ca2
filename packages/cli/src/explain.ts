import { type ErrorCode, isErrorCode, WalletServerError } from '@wallet-buttons/server';
import { historyOf } from './order-history.ts';
import { type AddCommand, type Report, UsageError } from './report.ts';
import { withPayments } from './store/payments.ts';

interface Options {
  readonly db?: string;
  readonly merchant?: string;
}

/** `explain`: the history of an order in sentences, or the meaning of an error code. */
export const addExplain: AddCommand = (program, print) => {
  program
    .command('explain <order|code>')
    .description('explain the history of an order, or an error code')
    .option(
      '--db <database>',
      "the server's: a SQLite file, postgres://… or mysql://…; look up an order in it",
    )
    .option('--merchant <id>', 'needed if the database has several')
    .action(async (subject: string, { db, merchant }: Options) => {
      if (db !== undefined) {
        if (subject.trim() === '')
          throw new UsageError('The order is empty: a variable may not be set.');
        print(await withPayments(db, merchant, async (payments) => historyOf(subject, payments)));
        return;
      }
      if (!isErrorCode(subject)) {
        throw new UsageError(
          `"${subject}" is not an error code of the server. Check its spelling; for an order, name the database with --db.`,
        );
      }
      print(explainCode(subject));
    });
};

function explainCode(code: ErrorCode): Report {
  const { origin, retryable, status, suggestion } = new WalletServerError(code, '');
  return {
    json: { code, origin, retryable, status, suggestion },
    lines: [
      `${code}: answered with HTTP ${String(status)}.`,
      actors[origin],
      retryable
        ? 'The same call may be made again as it is.'
        : 'The same call again fails in the same way, or is not safe.',
      suggestion,
    ],
  };
}

const actors = {
  configuration: 'You have to act: the configuration of the server is wrong.',
  request: 'The caller has to act: the request was refused.',
  service: 'The payment service refused or failed.',
  network: 'The network between your server and the payment service failed.',
  store: 'Your database failed.',
  internal: 'A defect of the server package.',
} as const satisfies Record<WalletServerError['origin'], string>;
