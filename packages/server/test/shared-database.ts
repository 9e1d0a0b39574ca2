import type { Pool as MysqlPool } from 'mysql2/promise';
import type { Pool } from 'pg';
import type { Store } from '../src/index.ts';
import { mysqlStore } from '../src/store/mysql.ts';
import { postgresStore } from '../src/store/postgres.ts';
import { mariadbPool, startMariadb } from './mariadb.ts';
import { poolOf, startPostgres } from './postgres.ts';

/** The engines that several servers may share. */
export const engines = ['PostgreSQL', 'MariaDB'] as const;
export type EngineName = (typeof engines)[number];

/** A database that several servers share, named so that another process can open it. */
export type SharedDatabase =
  | { readonly engine: 'PostgreSQL'; readonly port: number; readonly schema: string }
  | { readonly engine: 'MariaDB'; readonly socketPath: string; readonly schema: string };

/** A running engine. */
export interface Engine extends AsyncDisposable {
  /** Makes a database with nothing in it. */
  readonly make: () => Promise<SharedDatabase>;
  /** Ends every connection but the one that asks for it. */
  readonly endConnections: () => Promise<void>;
}

/** A process's way to a database. */
export interface Client {
  /** Its store; to close it ends the client. */
  readonly store: Store;
  /** Runs statements; gives the rows of one, with texts as texts. */
  readonly query: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  readonly end: () => Promise<void>;
}

export async function startEngine(engine: EngineName): Promise<Engine> {
  let count = 0;
  const nextSchema = (): string => `s${String((count += 1))}`;
  if (engine === 'PostgreSQL') {
    const server = await startPostgres();
    return {
      make: async () => {
        const schema = nextSchema();
        await (await server.pool(schema)).end();
        return { engine, port: server.port, schema };
      },
      endConnections: server.endConnections,
      [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
    };
  }
  const server = await startMariadb();
  return {
    make: async () => {
      const schema = nextSchema();
      await server.make(schema);
      return { engine, socketPath: server.socketPath, schema };
    },
    endConnections: server.endConnections,
    [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
  };
}

/** @param now the store's clock, instead of the database's. */
export function openShared(database: SharedDatabase, now?: () => number): Client {
  const options = now ? { now } : {};
  if (database.engine === 'PostgreSQL') {
    const pool = poolOf(database.port, database.schema);
    const end = async (): Promise<void> => pool.end();
    const store = { ...postgresStore(pool, options), close: end };
    return { store, end, ...postgresClient(pool) };
  }
  const pool = mariadbPool(database.socketPath, database.schema, { multipleStatements: true });
  const end = async (): Promise<void> => pool.end();
  const store = { ...mysqlStore(pool, options), close: end };
  return { store, end, ...mysqlClient(pool) };
}

/** Runs statements over a Pool. */
export function postgresClient(pool: Pool): Pick<Client, 'query'> {
  return { query: async (sql) => (await pool.query(sql)).rows as [] };
}

/** Runs statements over a Pool, with texts as texts. */
export function mysqlClient(pool: MysqlPool): Pick<Client, 'query'> {
  return {
    query: async (sql) => {
      const [rows] = await pool.query(sql);
      return Array.isArray(rows) ? rows.map((row) => textsOf(row as object)) : [];
    },
  };
}

function textsOf(row: object): Readonly<Record<string, unknown>> {
  const texts = Object.entries(row).map(([name, value]: [string, unknown]) => {
    return [name, Buffer.isBuffer(value) ? value.toString() : value];
  });
  return Object.fromEntries(texts) as Readonly<Record<string, unknown>>;
}
