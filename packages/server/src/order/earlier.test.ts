import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation, recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { earlierLines, readLine, recalled, shorten, timeOfLine } from './earlier.ts';
import type { OrderRecord } from './record.ts';

const failedAttempt: Attempt = {
  ...sent,
  id: '01900000-0000-7000-8000-000000000001',
  sessionId: 's-0',
  paymentId: '5',
  state: 'failed',
  status: 'failed',
  live: false,
  openedAt: 1000,
  sentAt: 1200,
  updatedAt: 1500,
  readAt: 9000,
  version: 3,
};
const newer = ['b', 'c', 'd'].map((id): Attempt => ({
  ...failedAttempt,
  id,
  sessionId: `s-${id}`,
}));
const lineOf = (attempt: string) => ({ attempt }) as unknown as OrderRecord['history'][number];
const isShortened = (attempt: Attempt, more: Partial<OrderRecord> = {}): boolean =>
  shorten(recordOf([attempt, ...newer], more)).attempts.length === 3;

describe('an attempt without money becomes a line', () => {
  it('once three newer ones followed, and its history goes', () => {
    assert.equal(shorten(recordOf([failedAttempt, ...newer.slice(1)])).attempts.length, 3);
    const history = [lineOf(failedAttempt.id), lineOf('b')];
    const { attempts, earlier, ...rest } = shorten(
      recordOf([failedAttempt, ...newer], { history }),
    );
    assert.deepEqual(attempts, newer);
    assert.deepEqual(rest.history, [lineOf('b')]);
    assert.equal(earlier.split('\n').length, 1);
  });

  it('behind the lines that are there, and only where there is one', () => {
    const first = shorten(recordOf([failedAttempt, ...newer]));
    const last: Attempt = { ...failedAttempt, id: 'e', sessionId: 's-e' };
    const second = shorten({ ...first, attempts: [...newer, last] });
    assert.deepEqual(
      earlierLines(second).map((line) => readLine(line).id),
      [failedAttempt.id, 'b'],
    );
    assert.deepEqual(earlierLines(recordOf([])), []);
    const record = recordOf(newer);
    assert.equal(shorten(record), record);
  });

  it('unless it may have money, is in doubt or in review, or has an operation', () => {
    assert.equal(isShortened(failedAttempt), true);
    for (const change of [
      { state: 'paid', live: true, charged: 100 },
      { state: 'refunded', charged: 100, refunded: 100 },
      { state: 'unknown', live: true },
      { doubtedAt: 1 },
      { flag: 'mismatch' },
      { flag: 'resolved' },
    ] as const) {
      assert.equal(isShortened({ ...failedAttempt, ...change }), false, JSON.stringify(change));
    }
    assert.equal(isShortened(failedAttempt, { operations: [operation] }), true);
    const operations = [{ ...operation, attempt: failedAttempt.id }];
    assert.equal(isShortened(failedAttempt, { operations }), false);
  });

  it('unless it is due, or only questions can tell whether it was charged', () => {
    assert.equal(isShortened({ ...failedAttempt, nextCheckAt: 9000 }), false);
    assert.equal(isShortened({ ...failedAttempt, nextCheckAt: 9001 }), true);
    for (const state of ['abandoned', 'cancelled'] as const) {
      assert.equal(isShortened({ ...failedAttempt, state, nextCheckAt: 9001 }), false);
      assert.equal(isShortened({ ...failedAttempt, state }), true);
    }
  });
});

describe('the line of an attempt', () => {
  const lineFor = (attempt: Attempt): string => shorten(recordOf([attempt, ...newer])).earlier;

  it('has what is kept, and the time at which its token was sent', () => {
    const line = lineFor(failedAttempt);
    assert.equal(timeOfLine(line), 1200);
    assert.deepEqual(readLine(line), {
      id: failedAttempt.id,
      sessionId: 's-0',
      paymentId: '5',
      tokenHash: 't',
      state: 'failed',
      status: 'failed',
      currency: 'UAH',
      asked: 100,
      wallet: 'wallet-b',
      cardNetwork: null,
      version: 3,
      openedAt: 1000,
      sentAt: 1200,
      updatedAt: 1500,
    });
  });

  it('has the time at which its session was opened, if no token was sent', () => {
    const line = lineFor({ ...failedAttempt, sentAt: null, tokenHash: null });
    assert.equal(timeOfLine(line), 1000);
    const { openedAt, sentAt, tokenHash, updatedAt } = readLine(line);
    assert.deepEqual([openedAt, sentAt, tokenHash, updatedAt], [1000, null, null, 1500]);
  });
});

describe('an attempt that something late names', () => {
  const second: Attempt = { ...failedAttempt, id: 'second', sessionId: 's-second' };
  const record = shorten(recordOf([failedAttempt, second, ...newer]));
  const time = { at: 20_000, clockSince: 5 };

  it('is whole again, and its line is gone', () => {
    for (const name of [{ id: failedAttempt.id }, { sessionId: 's-0' }]) {
      const nextRecord = recalled(record, name, time);
      const [first = sent, ...newerAttempts] = nextRecord?.attempts ?? [];
      assert.deepEqual(newerAttempts, newer);
      assert.deepEqual(
        earlierLines(nextRecord ?? record).map((line) => readLine(line).id),
        ['second'],
      );
      const { id, order, state, readAt, clockSince, flag, charged } = first;
      assert.deepEqual([id, order, state], [failedAttempt.id, 'o-1', 'failed']);
      assert.deepEqual([readAt, clockSince, flag, charged], [20_000, 5, null, 0]);
    }
  });

  it('is in the record as it is where it is whole', () => {
    assert.equal(recalled(record, { id: 'b' }, time), record);
    assert.equal(recalled(record, { sessionId: 's-c' }, time), record);
  });

  it('is not found if no line has it', () => {
    assert.equal(recalled(record, { id: 'x' }, time), null);
    // A line has this text, but as a session.
    assert.equal(recalled(record, { id: 's-0' }, time), null);
    assert.equal(recalled(record, { sessionId: failedAttempt.id }, time), null);
  });
});
