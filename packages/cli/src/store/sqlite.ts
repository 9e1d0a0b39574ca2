import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { unreadable } from '../files.ts';
import { UsageError } from '../report.ts';
import { type Database, merchantsQuery } from './database.ts';
import { UnreadableError } from './unreadable.ts';

/** Opens it for reading only. @throws {UsageError} if the file is not a payment database. */
export async function openSqlite(file: string): Promise<Database> {
  await stat(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const { DatabaseSync } = await import('node:sqlite');
  const { sqliteStore } = await import('@wallet-buttons/server/sqlite');
  const merchants = merchantsIn(() => new DatabaseSync(file, { readOnly: true }), file);
  const store = sqliteStore(file, { readOnly: true });
  return { merchants, store, close: async () => store.close() };
}

/** SQLite's codes of a locked file, and of one that this user may not open. */
const hindrances = [3, 5, 6, 8, 14, 23];

function merchantsIn(open: () => DatabaseSync, file: string): readonly string[] {
  let db: DatabaseSync | undefined;
  try {
    db = open();
    db.exec('PRAGMA busy_timeout = 2000');
    const rows = db.prepare(merchantsQuery).all();
    return rows.map(({ merchant }) => String(merchant));
  } catch (error) {
    const { errcode = 0, errstr = 'unknown' } = error as {
      readonly errcode?: number;
      readonly errstr?: string;
    };
    // The higher bits have the details.
    if (hindrances.includes(errcode % 256))
      throw new UnreadableError(
        `${file} cannot be read (${errstr}). Wait for the process that has locked it, or run this as the user of your server.`,
      );
    throw new UsageError(
      `${file} is not a database of payments. Name the file that you gave to sqliteStore.`,
    );
  } finally {
    db?.close();
  }
}
