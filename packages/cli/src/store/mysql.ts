import { type MysqlPool, mysqlStore } from '@wallet-buttons/server/mysql';
import { codeOf } from '../files.ts';
import { peer } from '../peer.ts';
import { UsageError } from '../report.ts';
import type { Database } from './database.ts';
import { UnreadableError } from './unreadable.ts';

/** The part of `mysql2/promise` that is used. */
interface Driver {
  readonly createPool: (options: object) => MysqlPool & {
    readonly query: (sql: string) => Promise<readonly [readonly unknown[], unknown]>;
    readonly end: () => Promise<void>;
  };
}

/** No error quotes the URL or a text of the driver: both may contain the password. @throws {UsageError} */
export async function openMysql(db: string): Promise<Database> {
  const url = URL.parse(db);
  if (!url) {
    throw new UsageError(
      '--db is not a URL of MySQL. Write mysql://user@host:3306/database, with the password in MYSQL_PWD.',
    );
  }
  url.protocol = 'mysql:';
  if (url.password === '') url.password = encodeURIComponent(process.env['MYSQL_PWD'] ?? '');
  const { createPool } = peer('MySQL', 'mysql2/promise') as Driver;
  const pool = poolOf(url, createPool);
  const close = async (): Promise<void> => pool.end();
  try {
    // The pool has one connection.
    await pool.query('SET SESSION TRANSACTION READ ONLY');
    const [rows] = await pool.query('SELECT DISTINCT merchant FROM wallet_order ORDER BY 1');
    const merchants = rows.map((row) => String((row as { readonly merchant: unknown }).merchant));
    return { merchants, store: mysqlStore(pool, { readOnly: true }), close };
  } catch (error) {
    await close();
    throw new UnreadableError(`MySQL ${reasonOf(codeOf(error))}`);
  }
}

function poolOf(url: URL, createPool: Driver['createPool']) {
  try {
    return createPool({ uri: url.href, connectionLimit: 1, connectTimeout: 5000 });
  } catch (error) {
    if (!(error instanceof URIError)) throw new UnreadableError(`MySQL ${reasonOf(codeOf(error))}`);
    throw new UsageError(
      '--db cannot be decoded. Write % as %25 in the user and the password, or put the password into MYSQL_PWD.',
    );
  }
}

function reasonOf(code: string): string {
  const reasons: Readonly<Record<string, string>> = {
    ER_ACCESS_DENIED_ERROR: 'refused the user or the password. Check the URL, and MYSQL_PWD.',
    ER_BAD_DB_ERROR: 'has no database of this name. Check the path of the URL.',
    ER_TABLEACCESS_DENIED_ERROR:
      'does not let this user read the table wallet_order. Take the user of your server.',
    ER_NO_DB_ERROR: 'was named without a database. Write it as the path of the URL.',
    ER_NO_SUCH_TABLE:
      'has no payments there: no table wallet_order. Name the database of your server.',
  };
  return reasons[code] ?? `cannot be read (${code}). Check host, port and network.`;
}
