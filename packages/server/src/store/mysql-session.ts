import {
  type MysqlConnection,
  type MysqlPool,
  numberOf,
  rollBack,
  statementOf,
  using,
} from './mysql-connection.ts';
import { longestName } from './mysql-tables.ts';
import type { Values } from './sql.ts';

/** The values of a row, in the order of the columns. */
export type MysqlRow = readonly (Uint8Array | string | number | null)[];

/** What a statement gave: rows, or how many rows it wrote. */
export interface Result {
  readonly rows: readonly MysqlRow[];
  readonly written: number;
}

/** Runs one statement; `:now` is the present time. */
export type Run = (sql: string, values?: Values) => Promise<Result>;

/** What the store does with a pool. */
export interface Session {
  /** Reads by one statement, which gives a row at least, with `@@autocommit` as its second column. */
  readonly read: (sql: string, values?: Values) => Promise<readonly MysqlRow[]>;
  /**
   * Runs work in one transaction, which is durable once it resolves. It runs again after a conflict with another.
   * `undo` ends the transaction without a trace.
   */
  readonly write: <Value>(
    work: (run: Run, undo: () => Promise<void>) => Promise<Value>,
  ) => Promise<Value>;
}

const duplicateKey = 1062;
/** The isolation cannot be set while a transaction is open. */
const transactionOpen = 1568;

/**
 * @param timeout the time in which each method ends, in milliseconds.
 * @param now the clock, in milliseconds since 1970, instead of the database's.
 */
export function sessionOver(
  pool: MysqlPool,
  timeout: number,
  now: (() => number) | undefined,
): Session {
  const runOver =
    (connection: MysqlConnection): Run =>
    async (sql, values = {}) => {
      const { text, names } = translated(sql, now !== undefined);
      const allValues: Values = { ...values, now: now?.() ?? null };
      const boundValues = names.map((name) => valueOf(name, allValues[name] ?? null));
      const [result] = await connection.execute(statementOf(text, boundValues));
      return resultOf(result);
    };
  return {
    read: async (sql, values) =>
      using(pool, timeout, async (connection) => {
        const run = runOver(connection);
        const { rows } = await run(sql, values);
        if (Number(rows[0]?.[1]) !== 0) return rows;
        // Without autocommit an earlier read may have left a transaction open, which sees the past.
        await rollBack(connection);
        const secondResult = await run(sql, values);
        await rollBack(connection);
        return secondResult.rows;
      }),
    write: async (work) =>
      using(pool, timeout, async (connection) => {
        await begin(connection);
        const value = await work(runOver(connection), async () => rollBack(connection));
        await connection.query(statementOf('COMMIT'));
        return value;
      }),
  };
}

/** Runs a statement that may meet a row with the same key; `null` if it did. */
export async function unlessTaken(run: Promise<Result>): Promise<Result | null> {
  try {
    return await run;
  } catch (error) {
    if (numberOf(error) === duplicateKey) return null;
    throw error;
  }
}

async function begin(connection: MysqlConnection): Promise<void> {
  // For one transaction: other users of the connection keep theirs. It locks no gaps, so that orders do not wait for another.
  const isolation = statementOf('SET TRANSACTION ISOLATION LEVEL READ COMMITTED');
  try {
    await connection.query(isolation);
  } catch (error) {
    if (numberOf(error) !== transactionOpen) throw error;
    await rollBack(connection);
    await connection.query(isolation);
  }
  await connection.query(statementOf('START TRANSACTION'));
}

// Of the statement, in UTC whatever the time zone of the session.
const clock = `(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000)`;

function translated(sql: string, isClockGiven: boolean) {
  const names: string[] = [];
  const types = sql.replaceAll('AS BIGINT)', 'AS SIGNED)');
  const text = types.replaceAll(/:(\w+)/g, (_, name: string) => {
    if (name === 'now' && !isClockGiven) return clock;
    names.push(name);
    return name === 'now' ? 'CAST(? AS SIGNED)' : '?';
  });
  return { text, names };
}

/** A text as its bytes, and a number as its digits: neither depends on the character set of a connection. */
function valueOf(name: string, value: Values[string]): Uint8Array | string | null {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    // A session that is not strict would cut it off, and take two orders for one.
    if (name !== 'body' && bytes.length > longestName) throw new Error(`${name} is too long.`);
    return bytes;
  }
  // It would be rounded.
  if (value !== null && !Number.isSafeInteger(value)) throw new Error(`${name} is not whole.`);
  return value === null ? null : String(value);
}

function resultOf(result: unknown): Result {
  if (Array.isArray(result)) return { rows: result as readonly MysqlRow[], written: 0 };
  const { affectedRows = 0 } = result as { readonly affectedRows?: number };
  return { rows: [], written: affectedRows };
}

/** The text of a value, which may come as bytes. */
export function textOf(value: MysqlRow[number] | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString() : String(value);
}
