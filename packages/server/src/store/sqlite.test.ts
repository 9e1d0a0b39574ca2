import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { newAttempt } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import { WalletServerError } from '../errors.ts';
import { migrate, migrations } from './schema.ts';
import { sqliteStore } from './sqlite.ts';

const inFolder = (): string => join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
const draftOf = (at: number): Attempt => newAttempt(`o-${String(at)}`, 100, 'UAH', 1);
const draft = draftOf(1);

describe('the SQLite file', () => {
  test('keeps what was written when it is opened again', async () => {
    const file = inFolder();
    const first = sqliteStore(file);
    await first.open(draft);
    await first.close();
    await first.close();
    const second = sqliteStore(file);
    assert.deepEqual(await second.find({ order: 'o-1' }), draft);
    await second.close();
  });

  test('is written ahead, and synced on every commit', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const db = new DatabaseSync(file);
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
    db.close();
    await store.close();
  });

  test('commits what comes at the same time together, each promise after the sync', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const before = commitsOf(file);
    await Promise.all(Array.from({ length: 50 }, async (_, at) => store.open(draftOf(at))));
    assert.equal(commitsOf(file), before + 1);
    await store.close();
  });

  test('fails one of them alone, and keeps the others', async () => {
    const store = sqliteStore(inFolder());
    const drafts = [draftOf(1), { ...draftOf(2), amountMinor: 1.5 }, draftOf(3)];
    const results = await Promise.allSettled(drafts.map(async (each) => store.open(each)));
    const statuses = results.map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
    assert.ok(await store.find({ order: 'o-1' }));
    assert.equal(await store.find({ order: 'o-2' }), null);
    assert.ok(await store.find({ order: 'o-3' }));
    await store.close();
  });

  test('is kept whole when it is closed in the middle', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const opened = store.open(draft);
    await store.close();
    assert.equal((await opened).id, draft.id);
    await assert.rejects(store.open(draft), { code: 'store_failed' });
    const again = sqliteStore(file);
    assert.deepEqual(await again.find({ order: 'o-1' }), draft);
    await again.close();
  });

  test('is brought up to date, version after version, with what it holds', () => {
    const db = new DatabaseSync(':memory:');
    const run = (list: readonly (readonly string[])[]): void => {
      const script = migrate(list);
      for (let step = script.next(); !step.done;) {
        const [sql, ...values] = step.value;
        step = script.next(
          db
            .prepare(sql)
            .all(...values)
            .map(Object.values),
        );
      }
    };
    const first = ['CREATE TABLE t (a TEXT) STRICT', "INSERT INTO t VALUES ('kept')"];
    run([first]);
    run([first, ["ALTER TABLE t ADD COLUMN b TEXT NOT NULL DEFAULT 'new'"]]);
    run([first, ["ALTER TABLE t ADD COLUMN b TEXT NOT NULL DEFAULT 'new'"]]);
    assert.deepEqual({ ...db.prepare('SELECT * FROM t').get() }, { a: 'kept', b: 'new' });
    db.close();
  });

  test('is left alone when a newer release wrote it', async () => {
    const file = inFolder();
    await sqliteStore(file).close();
    const db = new DatabaseSync(file);
    db.prepare('INSERT INTO wallet_schema (version) VALUES (?)').run(migrations.length + 1);
    db.close();
    assert.throws(() => sqliteStore(file), { code: 'config_invalid', message: /newer release/ });
  });

  test('says so when it cannot be opened, or is no database', () => {
    assert.throws(() => sqliteStore('/absent/folder/payments.db'), { code: 'config_invalid' });
    const file = inFolder();
    writeFileSync(file, 'This is a text file, and a rather long one, for a header.'.repeat(99));
    assert.throws(() => sqliteStore(file), { code: 'config_invalid' });
  });

  test('rejects, and recovers, when another process holds it too long', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    await assert.rejects(store.open(draft), (error) => {
      assert.ok(error instanceof WalletServerError && error.cause instanceof Error);
      assert.deepEqual([error.code, error.retryable], ['store_failed', true]);
      assert.equal(error.cause.message, 'database is locked');
      return true;
    });
    other.exec('ROLLBACK');
    assert.equal((await store.open(draft)).id, draft.id);
    other.close();
    await store.close();
  });
});

/** How many commits stand in the write-ahead log: a frame that ends one says how large the file is then. */
function commitsOf(file: string): number {
  const wal = readFileSync(`${file}-wal`);
  const frame = 24 + wal.readUInt32BE(8);
  const frames = Array.from({ length: Math.floor((wal.length - 32) / frame) }, (_, at) => at);
  return frames.filter((at) => wal.readUInt32BE(32 + at * frame + 4) > 0).length;
}
