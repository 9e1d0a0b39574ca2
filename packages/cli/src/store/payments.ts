import { type Payments, paymentsOver, WalletServerError } from '@wallet-buttons/server';
import { UsageError } from '../report.ts';
import { UnreadableError } from './unreadable.ts';
import { openMysql } from './mysql.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** What `--db` names. Another URL counts as PostgreSQL's, whose reader refuses it. */
export function engineOf(db: string): 'SQLite' | 'PostgreSQL' | 'MySQL' {
  if (/^(mysql|mariadb):\/\//i.test(db)) return 'MySQL';
  return /^([a-z][a-z\d+.-]+:\/\/|(file|sqlite3?):)/i.test(db) ? 'PostgreSQL' : 'SQLite';
}

/**
 * Passes the payments of a merchant in a database, which is only read, to `work`, and closes the database.
 * @param db a SQLite file, or a URL of PostgreSQL or MySQL.
 * @param merchant its name in the store; not needed if the database has one merchant.
 * @throws {UsageError} if the database has no payments, or the merchant is ambiguous.
 * @throws {UnreadableError} if the database fails, or is of another release.
 */
export async function withPayments<Result>(
  db: string,
  merchant: string | undefined,
  work: (payments: Payments) => Promise<Result>,
): Promise<Result> {
  const { merchants, store, close } = await openers[engineOf(db)](db);
  try {
    return await work(paymentsOver(store.forMerchant(merchantOf(merchants, merchant))));
  } catch (error) {
    if (!(error instanceof WalletServerError)) throw error;
    throw new UnreadableError(`${error.message} ${error.suggestion}`);
  } finally {
    await close();
  }
}

const openers = { SQLite: openSqlite, PostgreSQL: openPostgres, MySQL: openMysql } as const;

function merchantOf(merchants: readonly string[], merchant: string | undefined): string {
  const matches = merchants.filter(
    (name) => merchant === undefined || name === merchant || name.startsWith(`${merchant}@`),
  );
  const [only] = matches;
  if (matches.length === 1 && only !== undefined) return only;
  if (merchants.length === 0) return merchant ?? '';
  const names = merchants.join(', ');
  const choice =
    merchant === undefined || matches.length > 1
      ? 'Choose a merchant with --merchant.'
      : `There is no merchant "${merchant}".`;
  throw new UsageError(`${choice} The database has: ${names}.`);
}
