import { fromMinor } from '@wallet-buttons/protocol';
import type { Attempt, ListQuery } from '@wallet-buttons/server';
import { english, shownState } from '@wallet-buttons/server/explain';
import { isDay } from './reconcile/time.ts';
import { type AddCommand, UsageError } from './report.ts';
import { withPayments } from './store/payments.ts';

interface Options {
  readonly db: string;
  readonly merchant?: string;
  readonly needsReview?: boolean;
  readonly holdsEndBefore?: string;
  readonly limit: string;
}

/** `list`: payments, newest first. */
export const addList: AddCommand = (program, print) => {
  program
    .command('list')
    .description('list payments, newest first')
    .requiredOption('--db <database>', "the server's: a SQLite file, postgres://… or mysql://…")
    .option('--merchant <id>', 'needed if the database has several')
    .option(
      '--needs-review',
      'only payments that wait for a manual review; exit code 1 if there are any',
    )
    .option('--holds-end-before <time>', 'only holds that end before a time, as in 2026-11-30')
    .option('--limit <number>', 'maximum number, up to 500', '50')
    .action(async ({ db, merchant, needsReview = false, holdsEndBefore, limit }: Options) => {
      if (!/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > 500)
        throw new UsageError('--limit is a number from 1 to 500.');
      const query: ListQuery = {
        ...(needsReview && { needsReview }),
        ...(holdsEndBefore !== undefined && { holdEndsBefore: timeOf(holdsEndBefore) }),
        limit: Number(limit),
      };
      const { attempts, next } = await withPayments(db, merchant, async (payments) =>
        payments.list(query),
      );
      const emptyText = needsReview ? 'Nothing waits for a review.' : 'There is no payment.';
      print({
        isGood: !needsReview || attempts.length === 0,
        json: { payments: attempts.map(view), hasMore: next !== undefined },
        lines: [
          ...attempts.map(line),
          ...(attempts.length === 0 ? [emptyText] : []),
          ...(next === undefined ? [] : [`There are more than ${limit}; --limit takes up to 500.`]),
        ],
      });
    });
};

/** A day or a time in ISO 8601: the parser of JavaScript also takes "5". */
const iso = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/;

function timeOf(text: string): number {
  const [, day = ''] = iso.exec(text) ?? [];
  const time = Date.parse(text);
  if (isDay(day) && !Number.isNaN(time)) return time;
  throw new UsageError('--holds-end-before is a time in ISO 8601, as 2026-11-30.');
}

function view(attempt: Attempt) {
  const { id, order, state, flag, currency, status, holdEndsAt } = attempt;
  const openedAt = new Date(attempt.openedAt).toISOString();
  return {
    attempt: id,
    order,
    state,
    status,
    flag,
    asked: fromMinor(attempt.asked, currency),
    currency,
    openedAt,
    ...(holdEndsAt !== null && { holdEndsAt: new Date(holdEndsAt).toISOString() }),
  };
}

function line(attempt: Attempt): string {
  const { order, flag, asked, currency, openedAt, holdEndsAt } = view(attempt);
  const state = english.states[shownState(attempt.state, attempt.charged)];
  const end = holdEndsAt === undefined ? '' : `  the hold ends at ${holdEndsAt}`;
  const suffix = flag === null ? end : `${end}  ${english.flags[flag]}`;
  return `${openedAt}  ${order}  ${asked} ${currency}  ${state}${suffix}`;
}
