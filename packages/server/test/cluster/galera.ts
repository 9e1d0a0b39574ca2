import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPool, type Pool } from 'mysql2/promise';
import {
  freePorts,
  makeFolder,
  makeSubfolder,
  Program,
  removeFolder,
  run,
  until,
} from './program.ts';

/** A node of Galera, in a process of its own. */
export interface Node {
  readonly port: number;
  readonly pool: () => Pool;
  readonly kill: () => Promise<void>;
  /** Starts a killed one again, which fills itself from the others. */
  readonly rejoin: () => Promise<void>;
  readonly freeze: () => void;
  readonly wake: () => void;
}

/** Three nodes of MariaDB, with an empty database `shop`. */
export interface Galera extends AsyncDisposable {
  readonly nodes: readonly [Node, Node, Node];
}

const library = '/usr/lib/galera/libgalera_smm.so';
const faketime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';

/** @param ahead by how many seconds the clock of the third node is ahead. */
export async function startGalera(ahead = 0): Promise<Galera> {
  const folder = makeFolder('galera');
  const ports = await freePorts(12);
  const at = (node: number, kind: number): string => String(ports[node * 4 + kind]);
  const address = [0, 1, 2].map((node) => `127.0.0.1:${at(node, 1)}`).join();
  const programs: Program[] = [];
  const makeNode = (index: number): Node & { readonly begin: () => void } => {
    const home = makeSubfolder(folder, `n${String(index)}`);
    const file = join(home, 'my.cnf');
    const data = join(home, 'data');
    const settings = [
      '[mysqld]',
      `datadir=${data}`,
      `socket=${join(home, 'socket')}`,
      `pid-file=${join(home, 'pid')}`,
      `port=${at(index, 0)}`,
      'bind-address=127.0.0.1',
      'skip-name-resolve',
      'innodb_buffer_pool_size=32M',
      'innodb_log_file_size=16M',
      'innodb_use_native_aio=0',
      'binlog_format=ROW',
      'innodb_autoinc_lock_mode=2',
      'innodb_flush_log_at_trx_commit=1',
      'wsrep_on=ON',
      'wsrep_sync_wait=15',
      `wsrep_provider=${library}`,
      `wsrep_cluster_address=gcomm://${address}`,
      `wsrep_node_address=127.0.0.1:${at(index, 1)}`,
      `wsrep_node_name=n${String(index)}`,
      'wsrep_sst_method=rsync',
      `wsrep_sst_receive_address=127.0.0.1:${at(index, 3)}`,
      `wsrep_provider_options="gmcast.listen_addr=tcp://127.0.0.1:${at(index, 1)};ist.recv_addr=127.0.0.1:${at(index, 2)};gcache.size=16M"`,
    ];
    writeFileSync(file, `${settings.join('\n')}\n`);
    makeSubfolder(home, 'data');
    const clock = {
      LD_PRELOAD: faketime,
      FAKETIME: `+${String(ahead)}s`,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    };
    const env = index === 2 && ahead !== 0 ? clock : {};
    const options = { folder: home, log: 'log', env };
    const first = new Program(
      'mariadbd',
      [`--defaults-file=${file}`, '--wsrep-new-cluster'],
      options,
    );
    const program = new Program('mariadbd', [`--defaults-file=${file}`], options);
    programs.push(first, program);
    if (index === 0) {
      const plain = ['--auth-root-authentication-method=normal', '--wsrep-on=OFF'];
      run('mariadb-install-db', [`--defaults-file=${file}`, ...plain], home);
    }
    const port = Number(at(index, 0));
    const pool = (): Pool =>
      createPool({ host: '127.0.0.1', port, user: 'root', database: 'shop', connectTimeout: 2000 });
    const isReady = async (): Promise<void> => {
      const connection = createPool({
        host: '127.0.0.1',
        port,
        user: 'root',
        connectTimeout: 1000,
      });
      try {
        const [rows] = await connection.query(`SHOW STATUS LIKE 'wsrep_ready'`);
        if (!JSON.stringify(rows).includes('"ON"')) throw new Error('It is not ready.');
      } finally {
        await connection.end();
      }
    };
    return {
      port,
      pool,
      begin: () => {
        first.start();
      },
      kill: async () => {
        await Promise.all([first.kill(), program.kill()]);
      },
      rejoin: async () =>
        until(`node ${String(index)}`, 90, async () => {
          // While its state is being copied, a start may fail.
          if (!first.isRunning && !program.isRunning) program.start();
          await isReady();
        }),
      freeze: () => {
        for (const each of [first, program]) each.signal('SIGSTOP');
      },
      wake: () => {
        for (const each of [first, program]) each.signal('SIGCONT');
      },
    };
  };
  const nodes = [makeNode(0), makeNode(1), makeNode(2)] as const;
  nodes[0].begin();
  for (const node of nodes) await node.rejoin();
  const admin = createPool({ host: '127.0.0.1', port: nodes[0].port, user: 'root' });
  await admin.query('CREATE DATABASE shop');
  await admin.end();
  return {
    nodes,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(programs.map(async (program) => program.kill()));
      removeFolder(folder);
    },
  };
}
