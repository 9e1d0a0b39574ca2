import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation as capture, recordOf, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import type { StatusChange } from './change.ts';
import { deliveryLease, removeChange } from './delivery.ts';
import { addOperation } from './new-operation.ts';
import type { Operation } from './operation.ts';
import type { OrderRecord } from './record.ts';
import { makeDue, type Write, writeAttempt } from './write.ts';

const now = 1_000_000;
const other: Attempt = {
  ...sent,
  id: 'b',
  state: 'created',
  live: false,
  sessionId: 's-2',
  idempotencyKey: null,
  tokenHash: null,
  sentAt: null,
};
const operation: Operation = { ...capture, kind: 'refund', key: 'k-1', amount: 40, sentAt: 5 };
const write: Write = { cause: 'test', from: 'sending' };
const change = { id: 'c', order: 'o-1' } as unknown as StatusChange;

const next = (attempt: Attempt, fields: Partial<Attempt> = {}): Attempt => {
  return { ...attempt, ...fields, version: attempt.version + 1 };
};
const save = (record: OrderRecord, attempt: Attempt, its: Partial<Write> = {}) => {
  const result = writeAttempt(record, attempt, { ...write, ...its }, now);
  return typeof result === 'string' ? assert.fail(result) : result;
};

describe('an attempt that is written', () => {
  it('is refused where another version is stored, or none', () => {
    assert.equal(writeAttempt(recordOf([]), next(sent), write, now), 'stale');
    const laterVersion = { ...sent, version: sent.version + 2 };
    assert.equal(writeAttempt(recordOf([sent]), laterVersion, write, now), 'stale');
    assert.equal(writeAttempt(recordOf([sent]), sent, write, now), 'stale');
  });

  it('is sent only while it is live and no other attempt closes its order', () => {
    const draft: Attempt = { ...other, live: true };
    const intent = next(draft, { state: 'sending' });
    const mismatch: Attempt = { ...sent, state: 'failed', live: false, flag: 'mismatch' };
    const failedAttempt: Attempt = { ...mismatch, flag: null };
    assert.equal(
      writeAttempt(recordOf([failedAttempt, { ...draft, live: false }]), intent, write, now),
      'stale',
    );
    assert.equal(writeAttempt(recordOf([mismatch, draft]), intent, write, now), 'stale');
    const three = recordOf([mismatch, { ...failedAttempt, id: 'c' }, draft]);
    assert.equal(writeAttempt(three, intent, write, now), 'stale');
    const { result } = save(recordOf([failedAttempt, draft]), intent);
    assert.deepEqual([result.attempt.sentAt, result.attempt.live], [now, true]);
  });

  it('is written beside one that closes its order, if its token was sent before', () => {
    const paidAttempt: Attempt = { ...other, state: 'paid', live: true };
    const { result } = save(recordOf([paidAttempt, { ...sent, live: false }]), next(sent));
    assert.deepEqual([result.attempt.live, result.attempt.sentAt], [false, 1]);
    const unknown: Attempt = { ...sent, state: 'unknown', live: false };
    const failure = save(recordOf([paidAttempt, unknown]), next(unknown, { state: 'failed' }));
    assert.equal(failure.result.attempt.state, 'failed');
  });

  it('is refused with the token or the key of another', () => {
    const earlierAttempt: Attempt = { ...sent, id: 'e', state: 'failed', live: false };
    const record = recordOf([earlierAttempt, { ...other, live: true }]);
    const tryWith = (fields: Partial<Attempt>) =>
      writeAttempt(record, next({ ...other, live: true }, fields), write, now);
    assert.equal(tryWith({ tokenHash: 't' }), 'reused');
    assert.equal(tryWith({ idempotencyKey: 'k' }), 'reused');
    assert.equal(typeof tryWith({ tokenHash: 'u', idempotencyKey: 'l' }), 'object');
    assert.equal(typeof tryWith({}), 'object');
    const unsent = recordOf([
      { ...other, id: 'e' },
      { ...other, live: true },
    ]);
    assert.equal(typeof writeAttempt(unsent, next({ ...other, live: true }), write, now), 'object');
  });

  it('keeps the time of its sending, and forgets it where its token did not leave', () => {
    const repeat = save(recordOf([sent]), next(sent, { state: 'sending' }));
    assert.equal(repeat.result.attempt.sentAt, 1);
    const unknown = save(recordOf([sent]), next(sent, { state: 'unknown' }));
    assert.equal(unknown.result.attempt.sentAt, 1);
    const unknownAttempt: Attempt = { ...sent, state: 'unknown' };
    const pending = save(recordOf([unknownAttempt]), next(unknownAttempt, { state: 'pending' }));
    assert.equal(pending.result.attempt.sentAt, 1);
    const free = save(recordOf([sent]), next(sent, { state: 'created' }));
    assert.equal(free.result.attempt.sentAt, null);
  });

  it('has the time of its next question, or keeps it, or loses it', () => {
    const due: Attempt = { ...sent, nextCheckAt: 7 };
    const checkAt = (its: Partial<Write>) =>
      save(recordOf([due]), next(due), its).result.attempt.nextCheckAt;
    assert.deepEqual(
      [checkAt({}), checkAt({ checkIn: null }), checkAt({ checkIn: 5 })],
      [7, null, now + 5],
    );
  });

  it('counts its questions only while another one comes', () => {
    const checksAfter = (checkIn: number | null): number =>
      save(recordOf([sent]), next(sent, { checks: 7 }), { checkIn }).result.attempt.checks;
    assert.deepEqual([checksAfter(50), checksAfter(null)], [7, 0]);
  });

  it('takes its own place, with the time of the writing, in a record that has its details again', () => {
    const record = recordOf([other, sent], { isShrunk: true });
    const result = save(record, next(sent, { state: 'unknown' }));
    assert.deepEqual(result.record.attempts, [other, result.result.attempt]);
    assert.deepEqual([result.result.attempt.updatedAt, result.result.attempt.readAt], [now, now]);
    assert.equal(result.record.isShrunk, false);
  });
});

describe('the history', () => {
  const linesOf = (attempt: Attempt, its: Partial<Write>) =>
    save(recordOf([sent]), attempt, its).record.history;

  it('has a line for each state that an attempt comes to', () => {
    const paidAttempt = next(sent, { state: 'paid', status: 'paid' });
    const line = {
      attempt: 'a',
      from: 'sending',
      to: 'paid',
      cause: 'test',
      status: 'paid',
      at: now,
    };
    assert.deepEqual(linesOf(paidAttempt, {}), [line]);
  });

  it('has none for the same state, for an opened and for a sent attempt', () => {
    assert.deepEqual(linesOf(next(sent, { state: 'unknown' }), { from: 'unknown' }), []);
    assert.deepEqual(linesOf(next(sent, { state: 'created' }), { from: 'unknown' }), []);
    assert.deepEqual(linesOf(next(sent), { from: 'created' }), []);
  });

  it('has one for a change that the merchant gets, or where it is noted', () => {
    assert.equal(linesOf(next(sent), { from: 'sending', change }).length, 1);
    assert.equal(linesOf(next(sent), { from: 'sending', isNoted: true }).length, 1);
  });
});

describe('an operation', () => {
  const endsAs = (storedOperation: Operation, fields: Partial<Operation>) =>
    save(recordOf([sent], { operations: [storedOperation] }), next(sent), {
      operation: { id: 'op', state: 'refused', refusal: 'x', ...fields },
    }).record.operations[0];

  it('ends with the write of its attempt', () => {
    assert.deepEqual(endsAs(operation, {}), {
      ...operation,
      state: 'refused',
      refusal: 'x',
      refusedAt: now,
    });
    const unknown: Operation = { ...operation, state: 'unknown' };
    assert.equal(endsAs(unknown, { state: 'done' })?.state, 'done');
  });

  it('stays as it is once it has ended, or where another one ends', () => {
    const doneOperation: Operation = { ...operation, state: 'done' };
    const refusedOperation: Operation = { ...operation, state: 'refused' };
    assert.equal(endsAs(doneOperation, {}), doneOperation);
    assert.equal(endsAs(refusedOperation, { refusal: 'dropped' }), refusedOperation);
    assert.equal(endsAs({ ...operation, id: 'another' }, {})?.state, 'sent');
    assert.equal(endsAs({ ...operation, attempt: 'b' }, {})?.state, 'sent');
  });

  it('stays as it is where its attempt changes without it', () => {
    const record = recordOf([sent], { operations: [operation] });
    assert.deepEqual(save(record, next(sent)).record.operations, [operation]);
  });

  it('is taken back where the service has dropped it', () => {
    const doneOperation: Operation = { ...operation, state: 'done' };
    assert.equal(endsAs(doneOperation, { refusal: 'dropped' })?.refusal, 'dropped');
  });

  const { state: _, refusal: __, sentAt: ___, ...draft } = operation;
  const begin = (record: OrderRecord, fields: Partial<typeof draft & { version: number }> = {}) =>
    addOperation(record, { ...draft, version: sent.version, ...fields }, now);

  it('begins on the version that it was worked out on, and its attempt is asked about at once', () => {
    const record = recordOf([other, { ...sent, checks: 3 }]);
    const start = begin(record);
    assert.deepEqual(start.result, { ...operation, sentAt: now });
    assert.deepEqual(start.record.operations, [start.result]);
    const due = start.record.attempts[1];
    assert.deepEqual([due?.nextCheckAt, due?.checks, due?.version], [now, 0, sent.version + 1]);
    assert.equal(start.record.attempts[0], other);
  });

  it('does not begin on another version, or on an attempt that is gone', () => {
    const record = recordOf([{ ...other, version: 9 }, sent]);
    assert.deepEqual(begin(record, { version: 9 }), { record, result: null });
    assert.deepEqual(begin(record, { attempt: 'gone' }), { record, result: null });
  });

  it('begins beside those that ended, and beside those of another attempt', () => {
    const beginBeside = (fields: Partial<Operation>) =>
      begin(recordOf([sent], { operations: [{ ...operation, id: 'e', ...fields }] })).result?.id;
    assert.equal(beginBeside({}), undefined);
    assert.equal(beginBeside({ key: 'k-2', state: 'unknown' }), undefined);
    assert.equal(beginBeside({ state: 'done' }), undefined);
    assert.equal(beginBeside({ state: 'refused' }), 'op');
    assert.equal(beginBeside({ key: 'k-2', state: 'done' }), 'op');
    assert.equal(beginBeside({ attempt: 'b' }), 'op');
  });
});

describe('a change for the merchant', () => {
  const withChange = (record: OrderRecord, attempt: Attempt) => save(record, attempt, { change });

  it('is delivered by its writer, who has it for the time of the lease', () => {
    const { record, result } = withChange(recordOf([sent]), next(sent));
    const standing = { orderOutcome: 'unknown', orderAmount: '0.00' };
    const at = new Date(now).toISOString();
    assert.deepEqual(result.change, { ...change, ...standing, at });
    assert.deepEqual(record.changes, [result.change]);
    assert.deepEqual(record.delivery, { at: now + deliveryLease, tries: 1 });
  });

  it('waits behind an older one', () => {
    const waiting = { changes: [{ ...change, id: 'older' }], delivery: { at: 3, tries: 2 } };
    const { record, result } = withChange(recordOf([sent], waiting), next(sent));
    assert.equal(result.change, null);
    assert.deepEqual([record.changes.length, record.delivery], [2, { at: 3, tries: 2 }]);
  });

  it('is not made of an attempt without money beside money', () => {
    const paidAttempt: Attempt = { ...other, state: 'paid' };
    const failedAttempt = next({ ...sent, live: false }, { state: 'failed' });
    const record = recordOf([paidAttempt, { ...sent, live: false }]);
    assert.deepEqual(withChange(record, failedAttempt).record.changes, []);
    const latePayment = next({ ...sent, live: false }, { state: 'paid' });
    assert.equal(withChange(record, latePayment).record.changes.length, 1);
  });

  it('is removed once it is accepted, and the next one is due', () => {
    const [first, second] = [change, { ...change, id: 'd' }];
    const record = recordOf([sent], { changes: [first, second], delivery: { at: 3, tries: 2 } });
    const rest = removeChange(record, 'c', now);
    assert.deepEqual([rest.changes, rest.delivery], [[second], { at: now, tries: 0 }]);
    assert.deepEqual(removeChange(rest, 'd', now).delivery, null);
    assert.equal(removeChange(record, 'unknown', now), record);
  });
});

describe('an attempt that is made due', () => {
  it('is asked about as if for the first time', () => {
    const { record, result } = makeDue(recordOf([other, { ...sent, checks: 4 }]), 's-1', now);
    assert.deepEqual(result, { ...sent, nextCheckAt: now, checks: 0, version: sent.version + 1 });
    assert.deepEqual(record.attempts, [other, result]);
  });

  it('is one of this session', () => {
    const record = recordOf([other]);
    assert.deepEqual(makeDue(record, 's-1', now), { record, result: null });
  });
});
