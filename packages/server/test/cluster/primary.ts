import { appendFileSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  freePorts,
  makeFolder,
  makeSubfolder,
  Program,
  removeFolder,
  run,
  until,
} from './program.ts';

/** A PostgreSQL whose commits a standby has too. */
export interface Primary extends AsyncDisposable {
  readonly port: number;
  readonly standbyPort: number;
  readonly kill: () => Promise<void>;
  readonly freeze: () => void;
  readonly wake: () => void;
  /** Makes the standby the primary. */
  readonly promote: () => Promise<void>;
}

export const login = { host: '127.0.0.1', user: 'postgres', database: 'postgres' } as const;

export async function startPrimary(): Promise<Primary> {
  const [programs = ''] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  const program = (name: string): string => join(programs, name);
  const folder = makeFolder('primary');
  const [port = 0, standbyPort = 0] = await freePorts(2);
  const data = makeSubfolder(folder, 'primary');
  run(program('initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust'], folder);
  const common = `listen_addresses='127.0.0.1'\nunix_socket_directories=''\nshared_buffers=16MB\n`;
  appendFileSync(
    join(data, 'postgresql.conf'),
    `${common}port=${String(port)}\nwal_level=replica\nsynchronous_standby_names=''\n`,
  );
  const options = { folder, log: 'log' };
  const primary = new Program(program('postgres'), ['-D', data], options);
  primary.start();
  await answers(port);
  const copy = join(folder, 'standby');
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres'];
  run(program('pg_basebackup'), ['-D', copy, ...from, '-R', '-X', 'stream', '-c', 'fast'], folder);
  // Without it every commit after the promotion would wait for a standby that is not there.
  appendFileSync(
    join(copy, 'postgresql.conf'),
    `port=${String(standbyPort)}\nsynchronous_standby_names=''\n`,
  );
  const standby = new Program(program('postgres'), ['-D', copy], options);
  standby.start();
  await answers(standbyPort);
  await query(port, `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await query(port, 'SELECT pg_reload_conf()');
  await until('a synchronous standby', 30, async () => {
    const [row] = await query(port, 'SELECT sync_state FROM pg_stat_replication');
    if (row?.['sync_state'] !== 'sync') throw new Error('It is not synchronous yet.');
  });
  writeFileSync(join(folder, 'ready'), '');
  return {
    port,
    standbyPort,
    kill: async () => primary.kill(),
    freeze: () => {
      primary.signal('SIGSTOP');
    },
    wake: () => {
      primary.signal('SIGCONT');
    },
    promote: async () => {
      run(program('pg_ctl'), ['promote', '-D', copy, '-w'], folder);
      await answers(standbyPort);
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all([primary.kill(), standby.kill()]);
      removeFolder(folder);
    },
  };
}

async function query(
  port: number,
  sql: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ ...login, port });
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows as readonly Readonly<Record<string, unknown>>[];
}

async function answers(port: number): Promise<void> {
  await until('PostgreSQL', 30, async () => query(port, 'SELECT 1'));
}
