import assert from 'node:assert/strict';
import fs, {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { now, openShop, type Shop } from '../../test/shop.ts';
import { paymentsOver } from '../records/payments.ts';
import { sqliteStore } from './sqlite.ts';

interface OpenFile extends AsyncDisposable {
  readonly file: string;
  readonly shop: Shop;
}

/** A shop with one payment in a file. The service has no more to say about it. */
async function openFile(nameOf = (file: string): string => file): Promise<OpenFile> {
  const folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
  const file = join(folder, 'payments.db');
  const shop = await openShop({ store: sqliteStore(nameOf(file), { now }) });
  for (const order of ['o-2', 'o-3']) shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
  assert.equal((await shop.pay()).status, 200);
  return { file, shop, [Symbol.asyncDispose]: async () => shop[Symbol.asyncDispose]() };
}

/** Nothing is read, taken or acknowledged, nothing is sent, and each pass raises an alarm. */
async function assertRefused(shop: Shop, message: RegExp): Promise<void> {
  // What happens within a turn of the event loop is noticed at its end, or by a commit.
  await nextTurn();
  const callCount = shop.service.calls.length;
  const answer = await shop.pay({ order: 'o-2' });
  const problem = (await answer.json()) as Record<string, string>;
  assert.deepEqual([answer.status, problem['code']], [503, 'store_failed']);
  assert.match(problem['title'] ?? '', message);
  assert.doesNotMatch(JSON.stringify(problem), /payments\.db|tmp/);
  assert.equal((await shop.webhook({ id: 's-1', status: 'paid' })).status, 503);
  assert.equal((await shop.post('/wallet/status', { order: 'o-1' })).status, 503);
  const failure = { code: 'store_failed', retryable: true, message };
  await assert.rejects(shop.wallet.find('o-1'), failure);
  await assert.rejects(shop.wallet.list(), failure);
  shop.logs.length = 0;
  await assert.rejects(shop.wallet.reconcile(), failure);
  const [alarm = ''] = shop.logs;
  assert.match(alarm, /^a reconcile pass failed .*"code":"store_failed".*"suggestion":"/);
  assert.match(alarm, message);
  assert.equal(shop.service.calls.length, callCount);
}

async function assertPays(shop: Shop, order: string): Promise<void> {
  assert.equal((await shop.pay({ order })).status, 200);
  assert.equal((await shop.stored('o-1'))?.state, 'paid');
  await shop.wallet.reconcile();
}

const movedMessage = /was moved or deleted/;
const replacedMessage = /replaced by another file/;
const logMessage = /-wal or -shm file/;

describe('a database file whose process still runs', () => {
  const cases: readonly (readonly [string, RegExp, (file: string) => void])[] = [
    [
      'moved',
      movedMessage,
      (file) => {
        renameSync(file, `${file}.old`);
      },
    ],
    ['deleted', movedMessage, unlinkSync],
    [
      'deleted with its log',
      movedMessage,
      (file) => {
        for (const end of ['', '-wal', '-shm']) unlinkSync(`${file}${end}`);
      },
    ],
    [
      'replaced by an empty file',
      replacedMessage,
      (file) => {
        unlinkSync(file);
        writeFileSync(file, '');
      },
    ],
    [
      'replaced by a copy',
      replacedMessage,
      (file) => {
        copyFileSync(file, `${file}.copy`);
        renameSync(`${file}.copy`, file);
      },
    ],
    [
      'replaced by a folder',
      replacedMessage,
      (file) => {
        unlinkSync(file);
        mkdirSync(file);
      },
    ],
    [
      'in a folder that was renamed',
      movedMessage,
      (file) => {
        renameSync(dirname(file), `${dirname(file)}.old`);
      },
    ],
    [
      'in a folder that was replaced',
      replacedMessage,
      (file) => {
        const folder = dirname(file);
        renameSync(folder, `${folder}.old`);
        mkdirSync(folder);
        new DatabaseSync(file).exec('CREATE TABLE other (id)');
      },
    ],
    [
      'without its -wal file',
      logMessage,
      (file) => {
        unlinkSync(`${file}-wal`);
      },
    ],
    [
      'without its -shm file',
      logMessage,
      (file) => {
        unlinkSync(`${file}-shm`);
      },
    ],
    [
      'beside another -wal file',
      logMessage,
      (file) => {
        renameSync(`${file}-wal`, `${file}-old`);
        writeFileSync(`${file}-wal`, '');
      },
    ],
  ];
  for (const [name, message, change] of cases) {
    it(`takes no payment once it is ${name}`, async () => {
      await using database = await openFile();
      change(database.file);
      await assertRefused(database.shop, message);
    });
  }

  it('takes no payment once a link leads to another file', async () => {
    const links: string[] = [];
    await using database = await openFile((file) => {
      const link = join(dirname(file), 'link.db');
      links.push(link);
      writeFileSync(file, '');
      symlinkSync(file, link);
      return link;
    });
    const [link = ''] = links;
    await assertPays(database.shop, 'o-2');
    unlinkSync(link);
    writeFileSync(`${database.file}.new`, '');
    symlinkSync(`${database.file}.new`, link);
    await assertRefused(database.shop, replacedMessage);
    unlinkSync(link);
    symlinkSync(database.file, link);
    await assertPays(database.shop, 'o-3');
  });

  it('is the same by a URL, and from another working directory', async () => {
    const folder = process.cwd();
    await using database = await openFile((file) => {
      process.chdir(dirname(file));
      return 'payments.db';
    });
    process.chdir(folder);
    await assertPays(database.shop, 'o-2');
    await using second = await openFile((file) => `file:${file}?mode=rwc`);
    await assertPays(second.shop, 'o-2');
    renameSync(second.file, `${second.file}.old`);
    await assertRefused(second.shop, movedMessage);
  });

  it('is used again by itself once the same file is back, with all that it had', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    renameSync(file, `${file}.old`);
    await assertRefused(shop, movedMessage);
    renameSync(`${file}.old`, file);
    await assertPays(shop, 'o-2');
    renameSync(dirname(file), `${dirname(file)}.old`);
    await assertRefused(shop, movedMessage);
    renameSync(`${dirname(file)}.old`, dirname(file));
    await assertPays(shop, 'o-3');
    await shop.wallet.close();
    const db = new DatabaseSync(file);
    assert.equal(db.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    assert.equal(db.prepare('SELECT count(*) AS count FROM wallet_attempt').get()?.['count'], 3);
    db.close();
  });

  it('does not go on with a copy that is put in its place', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    renameSync(file, `${file}.old`);
    copyFileSync(`${file}.old`, file);
    await assertRefused(shop, replacedMessage);
    renameSync(`${file}.old`, file);
    await assertPays(shop, 'o-2');
  });

  it('loses no payment when it moves while a token is under way', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    shop.service.on('/v1/pay-token', ({ body }) => {
      renameSync(file, `${file}.old`);
      shop.service.statuses.set(String(body['session_id']), { status: 'paid' });
      return { status: 'paid' };
    });
    const answer = await shop.pay({ order: 'o-2' });
    assert.deepEqual(await answer.json(), { outcome: 'unknown', status: '' });
    renameSync(`${file}.old`, file);
    shop.wait(60_000);
    await shop.wallet.reconcile();
    assert.equal((await shop.stored('o-2'))?.state, 'paid');
    assert.equal(shop.service.to('/v1/pay-token').length, 2);
  });

  it('is checked once for all reads of a turn, and for each commit', async (test) => {
    const { mock } = test.mock.method(fs, 'statSync');
    const store = sqliteStore(join(temporaryFolder(), 'payments.db'), { now });
    await store.open();
    const records = store.forMerchant('m');
    const checks = async (work: () => Promise<unknown>): Promise<number> => {
      await nextTurn();
      mock.resetCalls();
      await work();
      return mock.callCount() / 3;
    };
    const load = async (): Promise<unknown> => records.load({ order: 'o-1' });
    const none = { put: [], remove: [] };
    const parts = { body: 'text', settledAt: null, keys: none, due: none, rows: none };
    const save = async (): Promise<unknown> =>
      records.save({ order: 'o-1', version: 0, next: now(), at: now(), ...parts });
    assert.equal(await checks(async () => Promise.all([load(), load(), load()])), 1);
    assert.equal(await checks(load), 1);
    assert.equal(await checks(async () => Promise.all([load(), save()])), 2);
    await store.close();
  });

  it('takes no token in the turn in which it is moved', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    await shop.wallet.find('o-1');
    renameSync(file, `${file}.old`);
    assert.equal((await shop.pay({ order: 'o-2' })).status, 503);
    assert.equal(shop.service.to('/v1/pay-token').length, 1);
    renameSync(`${file}.old`, file);
  });

  it('gets what its deleted log held when the store is closed', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    for (const end of ['-wal', '-shm']) unlinkSync(`${file}${end}`);
    await assertRefused(shop, logMessage);
    await shop.wallet.close();
    const store = sqliteStore(file, { now });
    assert.equal(
      (await paymentsOver(store.forMerchant('1')).find({ order: 'o-1' }))?.state,
      'paid',
    );
    await store.close();
  });

  it('may be looked at and copied by other programs meanwhile', async () => {
    await using database = await openFile();
    const { file, shop } = database;
    const other = new DatabaseSync(file);
    other.exec(`VACUUM INTO '${file}.backup'; PRAGMA wal_checkpoint(TRUNCATE)`);
    other.close();
    await assertPays(shop, 'o-2');
    new DatabaseSync(file, { readOnly: true }).close();
    await assertPays(shop, 'o-3');
  });
});

describe('a copy of the database of a running server', () => {
  const states = (file: string): unknown[] => {
    const db = new DatabaseSync(file);
    try {
      return db.prepare('SELECT state FROM wallet_attempt').all();
    } finally {
      db.close();
    }
  };

  it('has no table where only the file is copied, and all where SQLite copies it', async () => {
    await using database = await openFile();
    const { file } = database;
    const copies = ['copied', 'vacuumed', 'backed-up'].map((name) => `${file}.${name}`);
    const [copied = '', vacuumed = '', backedUp = ''] = copies;
    copyFileSync(file, copied);
    assert.throws(() => states(copied), /no such table/);
    const db = new DatabaseSync(file, { readOnly: true });
    db.exec(`VACUUM INTO '${vacuumed}'`);
    await backup(db, backedUp);
    db.close();
    for (const copy of [vacuumed, backedUp]) assert.equal(states(copy).length, 1);
  });

  it(
    'can be rescued after the file was deleted',
    { skip: process.platform !== 'linux' },
    async () => {
      await using database = await openFile();
      const { file } = database;
      const links = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
      const linkTo = (name: string): string =>
        links.find((link) => existsSync(link) && readlinkSync(link) === name) ?? assert.fail(name);
      const copies = ['', '-wal'].map((end) => [linkTo(`${file}${end}`), `${file}.rescued${end}`]);
      for (const end of ['', '-wal', '-shm']) unlinkSync(`${file}${end}`);
      for (const [link = '', rescued = ''] of copies) copyFileSync(link, rescued);
      assert.equal(states(`${file}.rescued`).length, 1);
    },
  );
});

describe('a database file that is missing at a start', () => {
  for (const [name, change] of [
    [
      'was moved',
      (file: string) => {
        renameSync(file, `${file}.old`);
      },
    ],
    ['was deleted', unlinkSync],
    [
      'was emptied',
      (file: string) => {
        writeFileSync(file, '');
      },
    ],
  ] as const) {
    it(`is not created where it ${name}, since its log is still there`, async () => {
      await using database = await openFile();
      const { file, shop } = database;
      change(file);
      // What a process leaves that is killed, or stopped after this.
      const folder = join(dirname(dirname(file)), 'killed');
      mkdirSync(folder);
      copyFileSync(`${file}-wal`, join(folder, 'payments.db-wal'));
      if (existsSync(file)) copyFileSync(file, join(folder, 'payments.db'));
      const store = sqliteStore(join(folder, 'payments.db'));
      const failure = { code: 'config_invalid', message: /missing.*-wal/, suggestion: /back/ };
      await assert.rejects(store.open(), failure);
      assert.ok(existsSync(join(folder, 'payments.db-wal')));
      rmSync(join(folder, 'payments.db-wal'));
      await store.open();
      await store.close();
      await shop.wallet.close();
    });
  }
});
