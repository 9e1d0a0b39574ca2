import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { newAttempt } from '../attempt.ts';
import { sqliteStore } from './sqlite.ts';

const inFolder = (): string => join(mkdtempSync(join(tmpdir(), 'wallet-')), 'payments.db');
const draft = newAttempt('o-1', 100, 'UAH', 1);

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
    await assert.rejects(store.open(draft), { code: 'store_failed', retryable: true });
    other.exec('ROLLBACK');
    assert.equal((await store.open(draft)).id, draft.id);
    other.close();
    await store.close();
  });
});
