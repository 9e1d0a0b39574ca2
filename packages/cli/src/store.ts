import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Payments, Store } from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { unreadable } from './files.ts';
import { UsageError } from './report.ts';

/**
 * Hands the payments of a merchant in a SQLite file to `work`, and closes the file.
 * @param merchant as the store names it; not needed where the file has one merchant.
 * @throws {UsageError} where the file is no payment database, or the merchant is not clear.
 */
export async function withPayments<Result>(
  file: string,
  merchant: string | undefined,
  work: (payments: Payments) => Promise<Result>,
): Promise<Result> {
  // Opening would make a file that is missing.
  await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const chosen = merchantOf(merchantsIn(file), merchant);
  const store: Store = sqliteStore(file);
  try {
    return await work(store.forMerchant(chosen));
  } finally {
    await store.close();
  }
}

function merchantsIn(file: string): readonly string[] {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const rows = db.prepare('SELECT DISTINCT merchant FROM wallet_attempt ORDER BY merchant').all();
    return rows.map(({ merchant }) => String(merchant));
  } catch {
    throw new UsageError(
      `${file} is not a database of payments. Name the file that you gave to sqliteStore.`,
    );
  } finally {
    db?.close();
  }
}

function merchantOf(known: readonly string[], asked: string | undefined): string {
  const found = known.filter(
    (name) => asked === undefined || name === asked || name.startsWith(`${asked}@`),
  );
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  if (known.length === 0) return asked ?? '';
  const names = known.join(', ');
  throw new UsageError(`Choose a merchant with --merchant. The database has: ${names}.`);
}
