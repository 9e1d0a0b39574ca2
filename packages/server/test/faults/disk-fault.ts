import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

const sqlite = process.getBuiltinModule('node:sqlite');

/** A store's own connection and its file: what befalls a disk befalls one connection here. */
interface Disk {
  readonly db: InstanceType<typeof sqlite.DatabaseSync>;
  readonly file: string;
}

let newest: Disk | undefined;

Object.assign(sqlite, {
  DatabaseSync: class extends sqlite.DatabaseSync {
    constructor(file: string) {
      super(file);
      newest = { db: this, file };
    }
  },
});

/** What the store that was opened last in this process stands on. */
export function disk(): Disk {
  if (newest) return newest;
  throw new Error('No store was opened.');
}

/** Something that happens to a disk while the server runs; the engine's own error, not one that is made up. */
export interface DiskFault {
  readonly says: string;
  /** What SQLite calls it. */
  readonly error: string;
  /** Begins it for the newest store; what it answers ends it. */
  readonly begin: () => () => void;
}

/** Whether a process can be kept from writing beyond some size, which takes Linux. */
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

export const diskFaults: readonly DiskFault[] = [
  {
    says: 'is full',
    error: 'database or disk is full',
    begin: () => {
      const { db } = disk();
      // No page more than there are, and every write needs some.
      db.exec('CREATE TABLE IF NOT EXISTS ballast (bytes BLOB); PRAGMA max_page_count = 1');
      for (const write of writes) {
        db.exec(`CREATE TEMP TRIGGER "${write}" AFTER ${write} BEGIN
          INSERT INTO ballast VALUES (zeroblob(100000));
        END`);
      }
      return () => {
        for (const write of writes) db.exec(`DROP TRIGGER "${write}"`);
        db.exec('PRAGMA max_page_count = 4294967294');
      };
    },
  },
  {
    says: 'can only be read',
    error: 'attempt to write a readonly database',
    begin: () => {
      const { db } = disk();
      db.exec('PRAGMA query_only = ON');
      return () => {
        db.exec('PRAGMA query_only = OFF');
      };
    },
  },
  ...(canLimit
    ? [
        {
          says: 'fails to write',
          error: 'disk I/O error',
          begin: () => {
            limitFiles(String(statSync(`${disk().file}-wal`).size));
            return () => {
              limitFiles('unlimited');
            };
          },
        },
      ]
    : []),
];

const writes = [
  'INSERT ON main.wallet_order',
  'UPDATE ON main.wallet_order',
  'INSERT ON main.wallet_due',
  'UPDATE ON main.wallet_due',
];

/** The log cannot grow, so the commit itself fails, as it does where the last block of a disk is taken. */
function limitFiles(bytes: string): void {
  const { status, stderr } = spawnSync(
    'prlimit',
    ['--pid', String(process.pid), `--fsize=${bytes}:`],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}
