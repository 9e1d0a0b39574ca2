import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it, mock } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Moves, withMoves } from '../../test/payments/moves.ts';
import { operationOf } from '../../test/payments/operations.ts';
import { WalletServerError } from '../errors.ts';
import type { NewAttempt } from '../order/attempt.ts';
import type { Payments } from '../records/payments.ts';
import { sqliteStore } from './sqlite.ts';

const inFolder = (): string => join(temporaryFolder(), 'payments.db');
const draftOf = (number: number): NewAttempt => {
  const id = String(number);
  const amount = { currency: 'UAH', asked: 100 };
  return { id, order: `o-${id}`, ...amount, sessionId: id, paymentId: null };
};
const draft = draftOf(1);

describe('the SQLite file', () => {
  it('is opened at the first use, so that a build needs no database', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    assert.equal(existsSync(file), false);
    await payments.insert(draft);
    assert.equal(existsSync(file), true);
    await store.close();
    await sqliteStore(inFolder()).close();
  });

  it('keeps what was written when it is opened again', async () => {
    const file = inFolder();
    const first = sqliteStore(file, { now: () => 5 });
    const attempt = await withMoves(first.forMerchant('m')).insert(draft);
    await first.close();
    await first.close();
    const second = sqliteStore(file, { now: () => 5 });
    assert.deepEqual(await withMoves(second.forMerchant('m')).find({ order: 'o-1' }), attempt);
    await second.close();
  });

  it('is written ahead, and synced on every commit', async () => {
    const file = inFolder();
    const exec = mock.method(DatabaseSync.prototype, 'exec');
    const store = sqliteStore(file);
    await store.open();
    const pragmas = exec.mock.calls.map(({ arguments: [sql] }) => sql).join();
    exec.mock.restore();
    assert.match(pragmas, /synchronous = FULL/);
    const db = new DatabaseSync(file);
    assert.equal(db.prepare('PRAGMA journal_mode').get()?.['journal_mode'], 'wal');
    db.close();
    await store.close();
  });

  it('commits what comes at the same time together, each promise after the sync', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    await store.open();
    const commitCount = commitsOf(file);
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => payments.insert(draftOf(index))),
    );
    assert.equal(commitsOf(file), commitCount + 1);
    await store.close();
  });

  it('writes in a test that holds the time', async (test) => {
    const store = sqliteStore(inFolder());
    test.mock.timers.enable({ apis: ['Date', 'setImmediate', 'setInterval', 'setTimeout'] });
    const payments = withMoves(store.forMerchant('m'));
    assert.ok(await payments.insert(draftOf(1)));
    await store.close();
  });

  it('fails one of them alone, and keeps the others', async () => {
    const store = sqliteStore(inFolder());
    const payments = withMoves(store.forMerchant('m'));
    const drafts = [draftOf(1), { ...draftOf(2), sessionId: '1' }, draftOf(3)];
    const results = await Promise.allSettled(drafts.map(async (each) => payments.insert(each)));
    const statuses = results.map(({ status }) => status);
    assert.deepEqual(statuses, ['fulfilled', 'rejected', 'fulfilled']);
    assert.ok(await payments.find({ order: 'o-1' }));
    assert.equal(await payments.find({ order: 'o-2' }), null);
    assert.ok(await payments.find({ order: 'o-3' }));
    await store.close();
  });

  it('is kept whole when it is closed in the middle', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    const insertion = payments.insert(draft);
    await payments.find({ order: 'o-1' });
    await store.close();
    assert.equal((await insertion).id, draft.id);
    await assert.rejects(payments.insert(draft), { code: 'store_failed' });
    await assert.rejects(payments.find({ order: 'o-1' }), { code: 'store_failed' });
    const second = sqliteStore(file);
    assert.equal((await withMoves(second.forMerchant('m')).find({ order: 'o-1' }))?.id, draft.id);
    await second.close();
  });

  it('is read with readOnly beside a process that writes, and not written', async () => {
    const file = inFolder();
    const first = sqliteStore(file, { now: () => 5 });
    const attempt = await withMoves(first.forMerchant('m')).insert(draft);
    const writing = new DatabaseSync(file);
    writing.exec('BEGIN IMMEDIATE');
    const reader = sqliteStore(file, { readOnly: true, now: () => 5 });
    const payments = withMoves(reader.forMerchant('m'));
    assert.deepEqual(await payments.find({ order: 'o-1' }), attempt);
    writing.exec('ROLLBACK');
    writing.close();
    await assert.rejects(payments.insert(draftOf(2)), { code: 'store_failed' });
    await reader.close();
    await first.close();
  });

  it('is not updated by a store that only reads, and not made', async () => {
    const file = inFolder();
    const first = sqliteStore(file);
    await first.open();
    await first.close();
    const db = new DatabaseSync(file);
    db.exec('DELETE FROM wallet_schema');
    db.close();
    const reader = sqliteStore(file, { readOnly: true });
    await assert.rejects(reader.open(), { code: 'config_invalid', message: /older release/ });
    const absent = inFolder();
    await assert.rejects(sqliteStore(absent, { readOnly: true }).open(), {
      code: 'config_invalid',
    });
    assert.equal(existsSync(absent), false);
  });

  it('is left alone when a newer release wrote it', async () => {
    const file = inFolder();
    const first = sqliteStore(file);
    await first.open();
    await first.close();
    const db = new DatabaseSync(file);
    db.prepare('INSERT INTO wallet_schema (version) VALUES (99)').run();
    db.close();
    const failure = { code: 'config_invalid', message: /newer release/ };
    await assert.rejects(sqliteStore(file).open(), failure);
    await assert.rejects(withMoves(sqliteStore(file).forMerchant('m')).insert(draft), failure);
  });

  it('names the newer release that moved an attempt meanwhile, and leaves the attempt to it', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    await payments.insert(draft);
    await payments.insert(draftOf(2));
    const db = new DatabaseSync(file);
    db.exec(`ALTER TABLE wallet_order ADD COLUMN later TEXT;
      INSERT INTO wallet_due SELECT merchant, order_ref, id, 'open', 1, 0 FROM wallet_attempt;
      UPDATE wallet_order SET body = replace(body, '".created"', '".later"') WHERE order_ref = 'o-1'`);
    const failure = { code: 'config_invalid', message: /newer release/ };
    await assert.rejects(payments.find({ order: 'o-1' }), failure);
    await assert.rejects(payments.list({}), failure);
    const claims = await payments.claimDue(8, 1000);
    assert.deepEqual(
      claims.map(({ attempt }) => attempt.id),
      ['2'],
    );
    db.close();
    await store.close();
  });

  it('fails with config_invalid when the file cannot be opened, or is no database', async () => {
    const absent = sqliteStore('/absent/folder/payments.db');
    await assert.rejects(absent.open(), { code: 'config_invalid', suggestion: /local disk/ });
    await assert.rejects(withMoves(absent.forMerchant('m')).find({ id: 'x' }), {
      code: 'config_invalid',
    });
    const file = inFolder();
    writeFileSync(file, 'This is a text file, and a rather long one, for a header.'.repeat(99));
    await assert.rejects(sqliteStore(file).open(), { code: 'config_invalid' });
  });

  it('needs a name, without which SQLite would delete the payments when it is closed', async () => {
    const failure = { code: 'config_invalid', message: /no name/ };
    await assert.rejects(sqliteStore('').open(), failure);
    await assert.rejects(withMoves(sqliteStore('').forMerchant('m')).insert(draft), failure);
  });

  it('says what to do where the runtime has no usable SQLite', async () => {
    const builtin = mock.method(process, 'getBuiltinModule', () => undefined);
    const failure = { code: 'config_invalid', suggestion: /Node 22\.16.*postgresStore/ };
    await assert.rejects(sqliteStore(':memory:').open(), failure);
    builtin.mock.restore();
  });

  it('rejects, and recovers, when another process holds it too long', async () => {
    const file = inFolder();
    const store = sqliteStore(file);
    const payments = withMoves(store.forMerchant('m'));
    await store.open();
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    await assert.rejects(payments.insert(draft), (error) => {
      assert.ok(error instanceof WalletServerError && error.cause instanceof Error);
      assert.deepEqual([error.code, error.retryable], ['store_failed', true]);
      assert.equal(error.cause.message, 'database is locked');
      return true;
    });
    other.exec('ROLLBACK');
    assert.equal((await payments.insert(draft)).id, draft.id);
    other.close();
    await store.close();
  });

  it('uses an index for every query', async () => {
    const plans = await plansOf(everyMethod);
    assert.ok(plans.length > 15);
    for (const [sql, ...steps] of plans) {
      for (const step of steps)
        assert.doesNotMatch(step, /^SCAN (wallet|record|row|due)|\(merchant=\?\)/, sql);
    }
  });

  for (const [name, query, index] of [
    ['all payments', {}, 'wallet_attempt_opened (merchant=? AND opened_at>?'],
    ['a state', { state: 'paid' }, 'wallet_attempt_state (merchant=? AND state=? AND opened_at>?'],
    ['reviews', { needsReview: true }, 'wallet_attempt_review (merchant=? AND opened_at>?'],
    [
      'reviews of a state',
      { needsReview: true, state: 'paid' },
      'wallet_attempt_review (merchant=? AND opened_at>?',
    ],
    ['holds that end', { holdEndsBefore: 1 }, 'wallet_attempt_hold (merchant=? AND hold_ends_at<?'],
  ] as const) {
    it(`lists ${name} by the index of these rows alone`, async () => {
      const [[, step] = []] = await plansOf(async (payments) => payments.list(query));
      assert.ok(step?.startsWith(`SEARCH row USING INDEX ${index}`), step);
    });
  }
});

/** The statements of some work on an empty file, each with the steps of its plan. */
async function plansOf(
  work: (payments: Payments & Moves) => Promise<unknown>,
): Promise<readonly (readonly [string, ...string[]])[]> {
  const file = inFolder();
  const store = sqliteStore(file);
  await store.open();
  const prepare = mock.method(DatabaseSync.prototype, 'prepare');
  await work(withMoves(store.forMerchant('m')));
  const statements = prepare.mock.calls.map(({ arguments: [sql] }) => sql);
  prepare.mock.restore();
  await store.close();
  using db = new DatabaseSync(file);
  return statements.map((sql) => {
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    return [sql, ...steps.map(({ detail }) => String(detail))];
  });
}

async function everyMethod(payments: Payments & Moves): Promise<void> {
  const attempt = await payments.insert(draft);
  const next = { ...attempt, version: 1 };
  const operation = operationOf(attempt, 'refund');
  const doneOperation = { id: operation.id, state: 'done', refusal: '' } as const;
  await payments.commit(next, { cause: 'test', from: 'created', operation: doneOperation });
  for (const lookup of [
    { id: '1' },
    { order: 'o-1' },
    { sessionId: '1' },
    { idempotencyKey: 'k' },
  ]) {
    await payments.find(lookup);
  }
  await payments.makeDue('1');
  await payments.claimDue(8, 1000);
  await payments.claimUndelivered(8);
  await payments.delivered((await payments.claimUndelivered(8)).map(({ change }) => change));
  await payments.begin(operation);
  await payments.history('o-1');
  await payments.list({});
  await payments.list({ needsReview: true });
  await payments.prune(1);
}

/** How many commits stand in the write-ahead log: a frame that ends one says how large the file is then. */
function commitsOf(file: string): number {
  const wal = readFileSync(`${file}-wal`);
  const frame = 24 + wal.readUInt32BE(8);
  const frames = Array.from({ length: Math.floor((wal.length - 32) / frame) }, (_, index) => index);
  return frames.filter((index) => wal.readUInt32BE(32 + index * frame + 4) > 0).length;
}
