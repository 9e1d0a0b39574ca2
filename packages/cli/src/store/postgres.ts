import { type PgClient, postgresStore } from '@wallet-buttons/server/postgres';
import { codeOf } from '../files.ts';
import { peer } from '../peer.ts';
import { UsageError } from '../report.ts';
import { type Database, merchantsQuery } from './database.ts';
import { UnreadableError } from './unreadable.ts';

/** The part of `pg` that is used. */
interface Driver {
  readonly Pool: new (options: object) => PgClient & { readonly end: () => Promise<void> };
}

/** No error quotes the URL or a text of the driver: both may contain the password. @throws {UsageError} */
export async function openPostgres(url: string): Promise<Database> {
  if (!/^postgres(ql)?:/i.test(url) || !URL.canParse(url)) {
    throw new UsageError(
      '--db is neither a file nor a URL of PostgreSQL or MySQL. Write the path of the file without a scheme, postgres://user@host:5432/database with the password in PGPASSWORD, or mysql://user@host:3306/database with the password in MYSQL_PWD.',
    );
  }
  const { Pool } = peer('PostgreSQL', 'pg') as Driver;
  const limits = { max: 1, connectionTimeoutMillis: 5000, query_timeout: 10_000 };
  const pool = new Pool({ connectionString: url, ...limits });
  const close = async (): Promise<void> => pool.end();
  try {
    // The pool has one connection.
    await pool.query('SET default_transaction_read_only = on', []);
    const { rows } = await pool.query(merchantsQuery, []);
    const merchants = rows.map((row) => String((row as { readonly merchant: unknown }).merchant));
    return { merchants, store: postgresStore(pool, { readOnly: true }), close };
  } catch (error) {
    await close();
    throw new UnreadableError(`PostgreSQL ${reasonOf(codeOf(error))}`);
  }
}

function reasonOf(code: string): string {
  const reasons: Readonly<Record<string, string>> = {
    '28P01': 'refused the user or the password. Check the URL, and PGPASSWORD.',
    '3D000': 'has no database of this name. Check the path of the URL.',
    '42501': 'does not let this user read the table wallet_order. Take the user of your server.',
    '42P01':
      'has no payments there: no table wallet_order. Name the database of your server, and its schema with ?options=-c%20search_path%3Dname.',
  };
  return reasons[code] ?? `cannot be read (${code}). Check host, port and network.`;
}
