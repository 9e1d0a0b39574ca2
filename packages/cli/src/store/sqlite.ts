import { stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { unreadable } from '../files.ts';
import { UsageError } from '../report.ts';
import type { Database } from './database.ts';

/** @throws {UsageError} if the file is not a payment database. */
export async function openSqlite(file: string): Promise<Database> {
  // Opening would create a missing file.
  await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const merchants = merchantsIn(file);
  const store = sqliteStore(file, { readOnly: true });
  return { merchants, store, close: async () => store.close() };
}

function merchantsIn(file: string): readonly string[] {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const rows = db.prepare('SELECT DISTINCT merchant FROM wallet_order ORDER BY merchant').all();
    return rows.map(({ merchant }) => String(merchant));
  } catch {
    throw new UsageError(
      `${file} is not a database of payments. Name the file that you gave to sqliteStore.`,
    );
  } finally {
    db?.close();
  }
}
