import { createRequire } from 'node:module';
import type { Store } from '@wallet-buttons/server';
import { type MysqlPool, mysqlStore } from '@wallet-buttons/server/mysql';
import { type PgClient, postgresStore } from '@wallet-buttons/server/postgres';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { SidecarError } from './errors.ts';

/** The payments, and how to leave them. */
export interface Database {
  readonly kind: 'SQLite' | 'PostgreSQL' | 'MySQL';
  readonly store: Store;
  /** Ends the connections; the store itself is closed by the server. */
  readonly close: () => Promise<void>;
}

type Pool<Client> = Client & { readonly end: () => Promise<void> };

/**
 * The database of a file or of a URL. Nothing is opened yet.
 * @throws {SidecarError} `config_invalid` if the driver is missing.
 */
export function databaseOf(address: string): Database {
  if (/^postgres(ql)?:/.test(address)) {
    const { Pool } = driver('pg') as { readonly Pool: new (options: object) => Pool<PgClient> };
    const limits = { connectionTimeoutMillis: 5000, query_timeout: 10_000 };
    const pool = new Pool({ connectionString: address, ...limits });
    // A connection that breaks while it is idle is replaced at the next use.
    (pool as unknown as NodeJS.EventEmitter).on('error', () => undefined);
    return { kind: 'PostgreSQL', store: postgresStore(pool), close: async () => pool.end() };
  }
  if (address.startsWith('mysql:')) {
    const { createPool } = driver('mysql2/promise') as {
      readonly createPool: (options: object) => Pool<MysqlPool>;
    };
    const pool = createPool({ uri: address, connectTimeout: 5000 });
    return { kind: 'MySQL', store: mysqlStore(pool), close: async () => pool.end() };
  }
  return { kind: 'SQLite', store: sqliteStore(address), close: async () => Promise.resolve() };
}

/** The driver of the present folder, else one beside this package. */
function driver(name: 'pg' | 'mysql2/promise'): unknown {
  for (const place of [`${process.cwd()}/`, import.meta.url]) {
    try {
      return createRequire(place)(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  const [install = name] = name.split('/');
  const text = `database: its driver is missing. Run npm install ${install} beside the sidecar.`;
  throw new SidecarError('config_invalid', text);
}
