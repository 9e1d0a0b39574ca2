import { invalidConfig, wholeNumber } from '../errors.ts';
import { checkRelease, failed, newerRelease, type Store } from '../records/store.ts';
import { mysqlRecords } from './mysql-records.ts';
import type { MysqlPool } from './mysql-connection.ts';
import { type Session, sessionOver, textOf } from './mysql-session.ts';
import { mysqlMigrations } from './mysql-tables.ts';
import { defaultTimeout, inTime } from './time-limit.ts';

export type { MysqlConnection, MysqlPool, MysqlStatement } from './mysql-connection.ts';

/** Options of {@link mysqlStore}. */
export interface MysqlStoreOptions {
  /** Create and update no tables: for a program that only reads, also from a replica. They have to be of this release. */
  readonly readOnly?: boolean;
  /** The time in which each method ends, in milliseconds; 10,000 by default. A silent database then counts as failed. */
  readonly timeout?: number;
  /** For tests: the clock, in milliseconds since 1970, instead of the database's. */
  readonly now?: () => number;
}

/**
 * Payments in MySQL 8 or MariaDB 10.6 and newer, for any number of servers. The Pool is one of `mysql2/promise`, with
 * any options; the caller closes it. The tables (`wallet_…`) are created and updated at the first use. A connection
 * is held for one method, and given back without a transaction. All times are the database's.
 * @throws {WalletServerError} `config_invalid` without a Pool; each method: `config_invalid` if a newer release wrote
 * the database, or if it is set up to lose commits, `store_failed` if a statement fails.
 */
export function mysqlStore(
  pool: MysqlPool,
  { readOnly = false, timeout = defaultTimeout, now }: MysqlStoreOptions = {},
): Store {
  // Callers without types may pass a URL, an unset variable, or a Pool with callbacks.
  const { getConnection, promise } = Object(pool) as Partial<MysqlPool> & {
    readonly promise?: unknown;
  };
  if (typeof getConnection !== 'function' || typeof promise === 'function') throw noPool();
  const limit = wholeNumber(timeout, 'timeout of mysqlStore');
  const session = sessionOver(pool, limit, now);
  let ready: Promise<void> | null = null;
  const open = async (): Promise<void> => {
    try {
      await (ready ??= inTime(limit, async () =>
        readOnly ? checkTables(session) : prepare(session),
      ));
    } catch (cause) {
      ready = null;
      throw failed(cause);
    }
  };
  const attempted = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await inTime(limit, async (signal) => {
        await open();
        signal.throwIfAborted();
        return work();
      });
    } catch (cause) {
      throw failed(cause);
    }
  };
  const openingSession: Session = {
    read: async (sql, values) => attempted(async () => session.read(sql, values)),
    write: async (work) => attempted(async () => session.write(work)),
  };
  return {
    forMerchant: (merchant) => ({
      ...mysqlRecords(merchant, openingSession),
      ...(now && { now }),
    }),
    open,
    close: async () => Promise.resolve(),
  };
}

function noPool() {
  return invalidConfig('mysqlStore needs a Pool.', {
    suggestion: `Pass createPool(…) of 'mysql2/promise'; of a Pool of 'mysql2', its promise().`,
  });
}

const settings = `SELECT @@global.innodb_flush_log_at_trx_commit, @@autocommit, @@global.log_bin,
  @@global.sync_binlog, @@global.read_only, (SELECT COUNT(*) FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_name = 'wallet_schema')`;
const version = 'SELECT MAX(version), @@autocommit FROM wallet_schema';
const otherEngines = `SELECT COUNT(*), @@autocommit FROM information_schema.tables
  WHERE table_schema = DATABASE() AND engine <> 'InnoDB'
  AND table_name IN ('wallet_order', 'wallet_key', 'wallet_due', 'wallet_attempt')`;

const sessionSettings = 'SELECT @@sql_mode, @@autocommit, @@sql_select_limit';
/** `BODY` is a word of the language in the first, and the store needs texts that are empty. */
const unusableModes = ['ORACLE', 'EMPTY_STRING_IS_NULL'];
/** What it is without a limit: more than any number of rows. */
const noLimit = 2 ** 32 - 1;

/** Checks what a session must not have. Its other settings do not matter. */
async function checkSession({ read }: Session): Promise<void> {
  const [[modes = null, , limit] = []] = await read(sessionSettings);
  const mode = unusableModes.find((each) => textOf(modes).split(',').includes(each));
  if (mode !== undefined) {
    throw invalidConfig(
      `The payment database has the mode ${mode}, in which the store cannot work.`,
      {
        suggestion: `Take ${mode} out of sql_mode, for the database or for each connection of the Pool.`,
      },
    );
  }
  if (Number(limit) < noLimit) {
    throw invalidConfig('The payment database cuts results off: sql_select_limit is set.', {
      suggestion:
        'SET sql_select_limit = DEFAULT, for the database and for each connection of the Pool.',
    });
  }
}

/** Checks that a commit is durable, and updates the tables. */
async function prepare(session: Session): Promise<void> {
  const { read, write } = session;
  await checkSession(session);
  const [row = []] = await read(settings);
  const [flushes, , hasLog, logSyncs, isReadOnly, hasTables] = row.map(Number);
  // 3 is a setting of MariaDB, which syncs as 1 does.
  if (flushes !== 1 && flushes !== 3) throw losing('innodb_flush_log_at_trx_commit');
  // With a binary log, a commit that this log has lost is undone after a loss of power.
  if (hasLog === 1 && logSyncs !== 1) throw losing('sync_binlog');
  if (isReadOnly !== 0) throw readOnly();
  const [[writtenVersion] = []] = hasTables === 0 ? [] : await read(version);
  const doneVersion = Number(writtenVersion ?? 0);
  if (doneVersion > mysqlMigrations.length) throw newerRelease();
  for (const [index, list] of mysqlMigrations.entries()) {
    if (index < doneVersion) continue;
    await write(async (run) => {
      for (const sql of list) await run(sql);
      await run('INSERT IGNORE INTO wallet_schema (version) VALUES (:version)', {
        version: index + 1,
      });
    });
  }
  const [[count] = []] = await read(otherEngines);
  if (Number(count) > 0) {
    throw invalidConfig('The tables of the payment database are not of InnoDB.', {
      suggestion: 'Convert the wallet_… tables: ALTER TABLE … ENGINE=InnoDB.',
    });
  }
}

async function checkTables(session: Session): Promise<void> {
  await checkSession(session);
  const [[writtenVersion] = []] = await session.read(version);
  checkRelease(Number(writtenVersion ?? 0), mysqlMigrations.length);
}

/** The error of a database that can only be read, such as a replica, as it gives it for a write. */
function readOnly(): Error {
  const code = 'ER_OPTION_PREVENTS_STATEMENT';
  return Object.assign(new Error('The database can only be read.'), { code });
}

function losing(setting: string) {
  return invalidConfig(`The payment database may lose commits: ${setting} is not 1.`, {
    suggestion: `Set ${setting}=1 in the configuration of the database.`,
  });
}
