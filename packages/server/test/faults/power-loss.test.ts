import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import type { Attempt, NewAttempt, Store } from '../../src/index.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { type RecordRow, recordsQuery, storedChanges, storedEvents } from '../stored-records.ts';
import { type Moves, withMoves } from '../payments/moves.ts';
import { disk } from './disk-fault.ts';
import { place } from './trial.ts';

/** In bytes: an eighth of one page in the log, its head included. */
const part = 515;

/** Every part of one commit has to be there, or none. */
interface Found {
  readonly version: number;
  readonly events: number;
  readonly changes: number;
}

describe('when the power fails', () => {
  const folder = mkdtempSync(join(place, 'wallet-power-'));
  const file = join(folder, 'payments.db');
  const copy = join(folder, 'copy.db');
  /** How long the log was when each version was committed, from version 1 on. */
  const ends: number[] = [];
  const draft: NewAttempt = {
    id: 'a-1',
    order: 'o-1',
    currency: 'UAH',
    asked: 19990,
    sessionId: 's-1',
    paymentId: null,
  };
  let first: Attempt;
  let store: Store;
  let log: Buffer;

  before(async () => {
    store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    first = await payments.insert(draft);
    for (let version = 1; version <= 6; version += 1) {
      await payments.commit(...step(first, version));
      ends.push(statSync(`${file}-wal`).size);
    }
    log = readFileSync(`${file}-wal`);
  });
  after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  /** What a server finds that starts on the file with this log beside it. */
  const reopen = async (logBytes: Uint8Array): Promise<Found> => {
    rmSync(`${copy}-shm`, { force: true });
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, logBytes);
    const copyStore = sqliteStore(copy);
    const version =
      (await withMoves(copyStore.forMerchant('m')).find({ id: first.id }))?.version ?? 0;
    await copyStore.close();
    const db = new DatabaseSync(copy);
    const rows = db.prepare(recordsQuery).all() as unknown as readonly RecordRow[];
    const contents = { version, events: storedEvents(rows).length, changes: storedChanges(rows) };
    db.close();
    return contents;
  };

  it('what was committed is on the disk: written ahead, and synced each time', () => {
    const { db } = disk();
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
    // 2 is FULL: the log is synced before a commit is acknowledged.
    assert.equal(db.prepare('PRAGMA synchronous').get()?.['synchronous'], 2);
  });

  it('a log that is cut off anywhere leaves the last whole commit, and nothing half', async () => {
    const versions = new Set<number>();
    for (let length = ends[0] ?? 0; length < log.length; length += part) {
      const { version, ...beside } = await reopen(log.subarray(0, length));
      assert.equal(version, ends.filter((end) => end <= length).length);
      assert.deepEqual(beside, { events: version, changes: version });
      versions.add(version);
    }
    assert.deepEqual([...versions], [1, 2, 3, 4, 5]);
  });

  it('a database whose last commit was written in part loses that commit alone', async () => {
    for (let offset = ends[4] ?? 0; offset < log.length; offset += part) {
      const torn = Uint8Array.from(log).fill(255, offset, offset + part);
      assert.deepEqual(await reopen(torn), { version: 5, events: 5, changes: 5 });
    }
    assert.deepEqual(await reopen(log), { version: 6, events: 6, changes: 6 });
  });

  it('the payment continues from there', async () => {
    copyFileSync(file, copy);
    writeFileSync(`${copy}-wal`, log.subarray(0, (ends[0] ?? 0) + part));
    const copyStore = sqliteStore(copy);
    const result = await withMoves(copyStore.forMerchant('m')).commit(...step(first, 2));
    // Behind the first change, which is still to be delivered.
    assert.ok(typeof result === 'object' && result.delivery === null);
    await copyStore.close();
  });
});

/** A write with its line of the history and its change. */
function step(attempt: Attempt, version: number): Parameters<Moves['commit']> {
  const { id, order, sessionId } = attempt;
  const next: Attempt = { ...attempt, version, state: 'pending', status: `s-${String(version)}` };
  const change = {
    id: `${id}.${String(version)}`,
    order,
    attempt: id,
    sessionId,
    paymentId: '',
    wallet: 'wallet-b',
    outcome: 'pending',
    previous: 'unknown',
    status: next.status,
    amount: '199.90',
    currency: 'UAH',
  } as const;
  return [next, { cause: 'test', from: version % 2 === 0 ? 'sending' : 'unknown', change }];
}
