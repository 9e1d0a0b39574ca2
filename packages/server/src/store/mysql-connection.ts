import { retried } from './retry.ts';

/** A statement, and how its result is read whatever the options of the pool say. */
export interface MysqlStatement {
  readonly sql: string;
  readonly values: (Uint8Array | string | null)[];
  readonly rowsAsArray: true;
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

/** For a connection, and for what is done with it, in milliseconds: a silent database must not block a payment. */
const longest = 10_000;

/**
 * Works with a connection of the pool, and gives it back without a transaction. The work runs again if the database ended
 * its transaction because of another.
 */
export async function using<Value>(
  pool: MysqlPool,
  work: (connection: MysqlConnection) => Promise<Value>,
): Promise<Value> {
  return retried(
    async () => usingOnce(pool, work),
    (error, tries) => tries < (mostTries[numberOf(error)] ?? 0),
  );
}

async function usingOnce<Value>(
  pool: MysqlPool,
  work: (connection: MysqlConnection) => Promise<Value>,
): Promise<Value> {
  const connection = await connectionOf(pool);
  try {
    const value = await inTime(work(connection));
    connection.release();
    return value;
  } catch (error) {
    if (mostTries[numberOf(error)] !== undefined && (await isUndone(connection))) {
      connection.release();
    } else {
      // It may be broken, or still in a transaction.
      connection.destroy();
    }
    throw error;
  }
}

async function connectionOf(pool: MysqlPool): Promise<MysqlConnection> {
  const connecting = pool.getConnection();
  try {
    return await inTime(connecting);
  } catch (error) {
    // It may still come.
    connecting.then(
      (connection) => {
        connection.release();
      },
      () => undefined,
    );
    throw error;
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('The database did not answer in time.'));
  }, longest);
  return Promise.race([work, promise]).finally(() => {
    clearTimeout(timer);
  });
}

export async function rollBack(connection: MysqlConnection): Promise<void> {
  await connection.query(statementOf('ROLLBACK'));
}

async function isUndone(connection: MysqlConnection): Promise<boolean> {
  try {
    await inTime(rollBack(connection));
    return true;
  } catch {
    return false;
  }
}

export function statementOf(sql: string, values: MysqlStatement['values'] = []): MysqlStatement {
  return { sql, values, rowsAsArray: true, typeCast: true, namedPlaceholders: false };
}

/** The number of an error of the database; 0 for another error. */
export function numberOf(error: unknown): number {
  return Number((error as { readonly errno?: unknown } | null)?.errno ?? 0);
}
