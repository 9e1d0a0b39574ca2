import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, lineOf } from './child-process.ts';
import { createPool, type Pool, type PoolOptions } from 'mysql2/promise';

/** A MariaDB of its own, with nothing in it, behind a socket in a folder of its own. */
export interface Mariadb extends AsyncDisposable {
  readonly socketPath: string;
  /** Makes a database of this name. */
  readonly make: (database: string) => Promise<void>;
  /** A pool whose tables live in a new database of this name. */
  readonly pool: (database: string, options?: PoolOptions) => Promise<Pool>;
  /** Ends every connection but the one that asks for it. */
  readonly endConnections: () => Promise<void>;
  /** Ends the server without a warning. */
  readonly kill: () => Promise<void>;
  /** Starts it again, over the same files and on the same socket. */
  readonly restart: () => Promise<void>;
}

/** Where Debian keeps the program, and the statements that make its own tables. */
const program = '/usr/sbin/mariadbd';
const share = '/usr/share/mysql';
const system = ['system_tables', 'performance_tables', 'system_tables_data'];

/**
 * Starts the MariaDB of Debian's package `mariadb-server-core`. It refuses to run as root, for whom it runs as
 * `nobody`. Its files are in memory where there is a disk in memory: a sync costs nothing there.
 */
export async function startMariadb(settings: readonly string[] = []): Promise<Mariadb> {
  if (!existsSync(program)) {
    throw new Error('There is no MariaDB: run "node .ci/programs.mjs mariadb" as root.');
  }
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(parent, 'wallet-mariadb-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;
  if (account) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const socketPath = join(folder, 'socket');
  const run = (args: readonly string[]): ChildProcess =>
    spawn(
      program,
      [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${socketPath}`,
        `--pid-file=${join(folder, 'pid')}`,
        `--lc-messages-dir=${join(share, 'english')}`,
        ...['--skip-networking', '--skip-name-resolve', '--skip-innodb-use-native-aio'],
        ...['--innodb-buffer-pool-size=16M', '--innodb-log-file-size=16M'],
        ...args,
      ],
      { ...account, cwd: folder, stdio: ['pipe', 'ignore', 'pipe'] },
    );
  const bootstrap = run(['--bootstrap']);
  const statements = system.map((name) => readFileSync(join(share, `mysql_${name}.sql`), 'utf8'));
  bootstrap.stdin?.end(`CREATE DATABASE mysql;\nUSE mysql;\n${statements.join('\n')}`);
  await endOf(bootstrap, 'The bootstrap of MariaDB');
  let server = run(settings);
  const end = (): void => void server.kill('SIGKILL');
  const kill = async (): Promise<void> => {
    const exit = once(server, 'exit');
    end();
    await exit;
  };
  process.once('exit', end);
  await lineOf(server, 'MariaDB', 'ready for connections');
  const make = async (database: string): Promise<void> => {
    const admin = mariadbPool(socketPath, '');
    await admin.query(`CREATE DATABASE ${database}`);
    await admin.end();
  };
  return {
    socketPath,
    make,
    kill,
    restart: async () => {
      server = run(settings);
      await lineOf(server, 'MariaDB', 'ready for connections');
    },
    pool: async (database, options) => {
      await make(database);
      return mariadbPool(socketPath, database, options);
    },
    endConnections: async () => {
      const admin = mariadbPool(socketPath, '', { connectionLimit: 1 });
      const [rows] = await admin.query(
        'SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID()',
      );
      for (const { id } of rows as { readonly id: number }[]) {
        // It may have ended by itself.
        await admin.query(`KILL ${String(id)}`).catch(() => undefined);
      }
      await admin.end();
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end);
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A pool whose tables live in a database that is there. */
export function mariadbPool(socketPath: string, database: string, options?: PoolOptions): Pool {
  return createPool({ socketPath, database, user: 'root', connectionLimit: 8, ...options });
}
