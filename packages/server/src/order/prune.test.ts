import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { StatusChange } from './change.ts';
import type { Operation } from './operation.ts';
import { earlierLines, readLine, shorten } from './earlier.ts';
import { prune, settledAt, shrink } from './prune.ts';
import type { OrderRecord, PageReport } from './record.ts';

const cutoff = 100;
const failedAttempt: Attempt = { ...sent, state: 'failed', live: false, updatedAt: 50 };
const paidAttempt: Attempt = { ...sent, id: 'p', state: 'paid', nextCheckAt: null, updatedAt: 50 };
const report = (time: number) => ({ code: 'closed', at: time }) as unknown as PageReport;
const operationOf = (attempt: string, state: Operation['state']) =>
  ({ id: `of ${attempt}`, attempt, state }) as unknown as Operation;
const changeOf = (attempt: string) => ({ id: 'c', attempt }) as unknown as StatusChange;
const lineOf = (attempt: string) => ({ attempt }) as unknown as OrderRecord['history'][number];
const remainingIds = (record: OrderRecord): readonly string[] =>
  prune(record, cutoff).record.attempts.map(({ id }) => id);

describe('pruning', () => {
  it('removes what ended without money before the time, with all but the operations of it', () => {
    const record = recordOf([failedAttempt, paidAttempt], {
      operations: [operationOf('a', 'done'), operationOf('p', 'done')],
      history: [lineOf('a'), lineOf('p')],
      reports: [report(99), report(100)],
    });
    const { record: rest, result } = prune(record, cutoff);
    assert.equal(result, 1);
    assert.deepEqual(rest.attempts, [paidAttempt]);
    assert.deepEqual(rest.operations, record.operations);
    assert.deepEqual(rest.history, [lineOf('p')]);
    assert.deepEqual(rest.reports, [report(100)]);
  });

  it('keeps what changed since, is not over, has money, or is live', () => {
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, updatedAt: 100 }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, state: 'pending' }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, state: 'paid' }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, live: true }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, updatedAt: 99 }])), []);
  });

  it('keeps what waits for a review, for a delivery or for the outcome of an operation', () => {
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, flag: 'mismatch' }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, flag: 'resolved' }])), []);
    assert.deepEqual(remainingIds(recordOf([{ ...failedAttempt, doubtedAt: 1 }])), ['a']);
    assert.deepEqual(remainingIds(recordOf([failedAttempt], { changes: [changeOf('a')] })), ['a']);
    assert.deepEqual(remainingIds(recordOf([failedAttempt], { changes: [changeOf('p')] })), []);
    assert.deepEqual(
      remainingIds(recordOf([failedAttempt], { operations: [operationOf('a', 'unknown')] })),
      ['a'],
    );
    assert.deepEqual(
      remainingIds(recordOf([failedAttempt], { operations: [operationOf('a', 'done')] })),
      [],
    );
    assert.deepEqual(
      remainingIds(recordOf([failedAttempt], { operations: [operationOf('p', 'sent')] })),
      [],
    );
  });

  it('removes the lines of earlier attempts that ended before the time', () => {
    const earlierAttempts = ['b', 'c', 'd'].map((id, index): Attempt => ({
      ...failedAttempt,
      id,
      sessionId: `s-${id}`,
      openedAt: 1,
      updatedAt: 99 + index,
    }));
    const newer = ['x', 'y', 'z'].map((id): Attempt => ({ ...failedAttempt, id, updatedAt: 500 }));
    const record = shorten(recordOf([...earlierAttempts, ...newer]));
    const { record: rest, result } = prune(record, cutoff);
    assert.equal(result, 1);
    assert.deepEqual(
      earlierLines(rest).map((line) => readLine(line).id),
      ['c', 'd'],
    );
    assert.equal(settledAt(record), 99);
  });

  it('keeps what the service is still asked about', () => {
    for (const state of ['abandoned', 'rejected', 'failed', 'refunded', 'cancelled'] as const) {
      const watched: Attempt = { ...failedAttempt, state, nextCheckAt: 1000 };
      assert.deepEqual(remainingIds(recordOf([watched])), ['a']);
      assert.deepEqual(remainingIds(recordOf([{ ...watched, nextCheckAt: null }])), []);
    }
  });

  it('copies a record of which nothing is deleted', () => {
    for (const record of [
      recordOf([paidAttempt]),
      recordOf([paidAttempt], { reports: [report(100)] }),
      recordOf([], { reports: [report(100)] }),
    ]) {
      assert.deepEqual(prune(record, cutoff), { record, result: 0 });
      assert.notEqual(prune(record, cutoff).record, record);
    }
  });

  it('removes the reports of an order without attempts once they are that old', () => {
    const { record, result } = prune(recordOf([], { reports: [report(1), report(99)] }), cutoff);
    assert.deepEqual([record.reports, result], [[], 0]);
  });
});

describe('what may go', () => {
  it('may since its first attempt without money ended', () => {
    const laterAttempt = { ...failedAttempt, id: 'b', updatedAt: 70 };
    assert.equal(
      settledAt(recordOf([laterAttempt, failedAttempt, { ...paidAttempt, updatedAt: 1 }])),
      50,
    );
    assert.equal(settledAt(recordOf([paidAttempt])), null);
    assert.equal(settledAt(recordOf([paidAttempt], { reports: [report(1)] })), null);
  });

  it('may since the last report of an order without attempts', () => {
    assert.equal(settledAt(recordOf([], { reports: [report(1), report(5), report(9)] })), 9);
    assert.equal(settledAt(recordOf([])), null);
  });
});

describe('shrinking', () => {
  const isShrunk = (record: OrderRecord): boolean => shrink(record, cutoff).record.isShrunk;

  it('takes the details of paid attempts, and keeps what closes their order', () => {
    const full: Attempt = {
      ...paidAttempt,
      receiptHash: 'r',
      refusal: 'x',
      acsUrl: 'https://bank.example',
      cardNetwork: 'visa',
      cardLast4: '1234',
      bankReference: 'rrn',
      absentAt: 1,
      amountsAt: 1,
      holdNotice: 48,
      checks: 2,
    };
    const record = recordOf([full], { history: [lineOf('p')], reports: [report(1)] });
    const { record: shrunk, result } = shrink(record, cutoff);
    assert.equal(result, 1);
    assert.deepEqual([shrunk.history, shrunk.reports, shrunk.isShrunk], [[], [], true]);
    const none = { wallet: null, idempotencyKey: null, requestHash: null, tokenHash: null };
    const shrunkAttempt = { ...paidAttempt, ...none, checks: 0 };
    assert.deepEqual(shrunk.attempts, [shrunkAttempt]);
  });

  it('leaves what changed since, is still asked about, has no money, or is awaited', () => {
    assert.equal(isShrunk(recordOf([paidAttempt])), true);
    assert.equal(isShrunk(recordOf([{ ...paidAttempt, updatedAt: 100 }])), false);
    assert.equal(isShrunk(recordOf([{ ...paidAttempt, nextCheckAt: 1 }])), false);
    assert.equal(isShrunk(recordOf([{ ...paidAttempt, state: 'authorized' }])), false);
    assert.equal(isShrunk(recordOf([{ ...paidAttempt, state: 'refunded' }])), false);
    assert.equal(isShrunk(recordOf([paidAttempt], { changes: [changeOf('p')] })), false);
    assert.equal(isShrunk(recordOf([paidAttempt, failedAttempt])), false);
    assert.equal(isShrunk(recordOf([paidAttempt], { earlier: 'a line' })), false);
    assert.equal(isShrunk(recordOf([])), false);
    assert.equal(shrink(recordOf([paidAttempt], { isShrunk: true }), cutoff).result, 0);
  });
});
