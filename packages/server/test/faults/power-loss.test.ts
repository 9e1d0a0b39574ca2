import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { newAttempt } from '../../src/attempt.ts';
import type { Attempt } from '../../src/attempt.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';
import type { Store } from '../../src/index.ts';
import { disk } from './disk-fault.ts';
import { place } from './trial.ts';

/** In bytes: an eighth of one page in the log, its head included. */
const part = 515;

/** Every part of one commit has to be there, or none. */
interface Found {
  readonly version: number;
  readonly events: number;
  readonly news: number;
}

describe('when the power fails', () => {
  const folder = mkdtempSync(join(place, 'wallet-power-'));
  const file = join(folder, 'payments.db');
  const copy = join(folder, 'copy.db');
  /** How long the log was when each version was committed, from version 1 on. */
  const ends: number[] = [];
  const first = newAttempt('o-1', 19990, 'UAH', 1);
  let store: Store;
  let log: Buffer;

  before(async () => {
    store = sqliteStore(file);
    await store.open(first);
    for (let version = 1; version <= 6; version += 1) {
      await store.save(...step(first, version));
      ends.push(statSync(`${file}-wal`).size);
    }
    log = readFileSync(`${file}-wal`);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** What a server finds that starts on the file with this log beside it. */
  const reopened = async (left: Uint8Array): Promise<Found> => {
    rmSync(`${copy}-shm`, { force: true });
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, left);
    const again = sqliteStore(copy);
    const version = (await again.find({ id: first.id }))?.version ?? 0;
    await again.close();
    const db = new DatabaseSync(copy);
    const count = (table: string): number =>
      Number(db.prepare(`SELECT COUNT(*) AS rows FROM ${table}`).get()?.['rows']);
    const found = { version, events: count('wallet_event'), news: count('wallet_outbox') };
    db.close();
    return found;
  };

  test('what was committed is on the disk: written ahead, and synced each time', () => {
    const { db } = disk();
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
    // 2 is FULL: the log is synced before a commit is told.
    assert.equal(db.prepare('PRAGMA synchronous').get()?.['synchronous'], 2);
  });

  test('a log that is cut off anywhere leaves the last whole commit, and nothing half', async () => {
    const found = new Set<number>();
    for (let length = ends[0] ?? 0; length < log.length; length += part) {
      const { version, ...beside } = await reopened(log.subarray(0, length));
      assert.equal(version, ends.filter((end) => end <= length).length);
      assert.deepEqual(beside, { events: version, news: version });
      found.add(version);
    }
    assert.deepEqual([...found], [1, 2, 3, 4, 5]);
  });

  test('so does one whose last commit was written in part', async () => {
    for (let at = ends[4] ?? 0; at < log.length; at += part) {
      const torn = Uint8Array.from(log).fill(255, at, at + part);
      assert.deepEqual(await reopened(torn), { version: 5, events: 5, news: 5 });
    }
    assert.deepEqual(await reopened(log), { version: 6, events: 6, news: 6 });
  });

  test('the payment goes on from there', async () => {
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, log.subarray(0, (ends[0] ?? 0) + part));
    const again = sqliteStore(copy);
    // Behind the news of the first change, which are still to be told.
    assert.equal(await again.save(...step(first, 2)), 'untold');
    await again.close();
  });
});

/** A change with its line in the trail and its news. */
function step(attempt: Attempt, version: number): Parameters<Store['save']> {
  const { id, order } = attempt;
  const next: Attempt = { ...attempt, version, state: 'pending', status: `s-${String(version)}` };
  const change = {
    id: `${id}.${String(version)}`,
    order,
    wallet: 'wallet-b',
    outcome: 'pending',
    status: next.status,
    amount: '199.90',
    currency: 'UAH',
    previous: 'unknown',
    at: '2026-01-01T00:00:00.000Z',
  } as const;
  const from = version % 2 === 0 ? 'sending' : 'unknown';
  return [next, { cause: 'test', from, news: { change, dueAt: 1 } }];
}
