import { retried } from './retry.ts';
import { inTime } from './time-limit.ts';

/** A statement, and how its result is read whatever the options of the pool say. */
export interface MysqlStatement {
  readonly sql: string;
  readonly values: (Uint8Array | string | null)[];
  readonly rowsAsArray: true;
  readonly nestTables: false;
  readonly typeCast: true;
  readonly namedPlaceholders: false;
}

/** The part of a connection of `mysql2/promise` that the store uses. */
export interface MysqlConnection {
  readonly execute: (statement: MysqlStatement) => Promise<readonly unknown[]>;
  readonly query: (statement: MysqlStatement) => Promise<readonly unknown[]>;
  readonly release: () => void;
  readonly destroy: () => void;
}

/** The part of a Pool of `mysql2/promise` that the store uses. */
export interface MysqlPool {
  readonly getConnection: () => Promise<MysqlConnection>;
}

const lockTimeout = 1205;
const deadlock = 1213;

/** How often a transaction is tried. Under load one of thousands needs ten. */
const mostTries: Readonly<Record<number, number>> = { [deadlock]: 20, [lockTimeout]: 3 };

/**
 * Works with a connection of the pool, and gives it back without a transaction. The work runs again if the database ended
 * its transaction because of another. All of it ends within the time limit.
 */
export async function using<Value>(
  pool: MysqlPool,
  timeout: number,
  work: (connection: MysqlConnection) => Promise<Value>,
): Promise<Value> {
  return inTime(timeout, async (signal) =>
    retried(
      async () => usingOnce(pool, signal, work),
      (error, tries) => !signal.aborted && tries < (mostTries[numberOf(error)] ?? 0),
    ),
  );
}

async function usingOnce<Value>(
  pool: MysqlPool,
  signal: AbortSignal,
  work: (connection: MysqlConnection) => Promise<Value>,
): Promise<Value> {
  const connection = await pool.getConnection();
  const isOver = (): boolean => signal.aborted;
  if (isOver()) {
    connection.release();
    throw signal.reason;
  }
  // Its statement may never be answered.
  const destroy = (): void => {
    connection.destroy();
  };
  signal.addEventListener('abort', destroy);
  try {
    const value = await work(connection);
    if (!isOver()) connection.release();
    return value;
  } catch (error) {
    const isKept = mostTries[numberOf(error)] !== undefined && (await isUndone(connection));
    if (isOver()) throw error;
    if (isKept) connection.release();
    // It may be broken, or still in a transaction.
    else connection.destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}

export async function rollBack(connection: MysqlConnection): Promise<void> {
  await connection.query(statementOf('ROLLBACK'));
}

async function isUndone(connection: MysqlConnection): Promise<boolean> {
  try {
    await rollBack(connection);
    return true;
  } catch {
    return false;
  }
}

export function statementOf(sql: string, values: MysqlStatement['values'] = []): MysqlStatement {
  const reading = { rowsAsArray: true, nestTables: false, typeCast: true } as const;
  return { sql, values, ...reading, namedPlaceholders: false };
}

/** The number of an error of the database; 0 for another error. */
export function numberOf(error: unknown): number {
  return Number((error as { readonly errno?: unknown } | null)?.errno ?? 0);
}
