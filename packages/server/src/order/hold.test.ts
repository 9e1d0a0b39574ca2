import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defineProfile } from '@wallet-buttons/service-client';
import { operation, sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { dueNotice, holdEndOf, untilNotice } from './hold.ts';

const minute = 60_000;
const hour = 60 * minute;
const profile = defineProfile({ lifetimes: { hold: { default: 60, visa: 120 } } });
const hold: Attempt = { ...sent, state: 'authorized', held: 100, sentAt: 1000 };

describe('the end of a hold', () => {
  it('counts from the sending of its token, by the network of the card', () => {
    assert.equal(holdEndOf(hold, [], profile), 61_000);
    assert.equal(holdEndOf({ ...hold, cardNetwork: 'visa' }, [], profile), 121_000);
    assert.equal(holdEndOf({ ...hold, cardNetwork: 'maestro' }, [], profile), 61_000);
  });

  it('takes no network for a member that each object has', () => {
    const cardNetwork = 'constructor' as NonNullable<Attempt['cardNetwork']>;
    assert.equal(holdEndOf({ ...hold, cardNetwork }, [], profile), 61_000);
  });

  it('is missing where no money is held, or no token was sent', () => {
    assert.equal(holdEndOf({ ...hold, state: 'paid' }, [], profile), null);
    assert.equal(holdEndOf({ ...hold, state: 'pending' }, [], profile), null);
    assert.equal(holdEndOf({ ...hold, sentAt: null }, [], profile), null);
  });

  it('is missing once a capture or a void was accepted, and not before', () => {
    const states = ['sent', 'unknown', 'refused', 'done'] as const;
    const ends = states.map((state) => holdEndOf(hold, [{ ...operation, state }], profile));
    assert.deepEqual(ends, [61_000, 61_000, 61_000, null]);
    const refusedOperation = { ...operation, state: 'refused' } as const;
    assert.equal(
      holdEndOf(hold, [refusedOperation, { ...operation, state: 'done' }], profile),
      null,
    );
    assert.equal(holdEndOf({ ...hold, charged: 1 }, [], profile), null);
  });
});

describe('the notice of a hold that ends', () => {
  const ending = { ...hold, holdEndsAt: 100 * hour };
  const due = (readAt: number, holdNotice: Attempt['holdNotice'] = null): number | null =>
    dueNotice({ ...ending, readAt, holdNotice });

  it('is due 48 and 24 hours before', () => {
    const times = [52 * hour - 1, 52 * hour, 76 * hour - 1, 76 * hour, 101 * hour];
    assert.deepEqual(
      times.map((readAt) => due(readAt)),
      [null, 48, 48, 24, 24],
    );
  });

  it('is due once', () => {
    assert.deepEqual([due(52 * hour, 48), due(76 * hour, 48)], [null, 24]);
    assert.deepEqual([due(76 * hour, 24), due(60 * hour, 24)], [null, null]);
  });

  it('is not due without a hold', () => {
    assert.equal(dueNotice({ ...hold, holdEndsAt: null, readAt: 101 * hour }), null);
  });
});

describe('the time until the next notice', () => {
  const ending = { ...hold, holdEndsAt: 100 * hour };
  const timeLeft = (readAt: number, holdNotice: Attempt['holdNotice'] = null): number | null =>
    untilNotice({ ...ending, readAt, holdNotice });

  it('is counted to 48 hours before the end, then to 24', () => {
    assert.equal(timeLeft(50 * hour), 2 * hour);
    assert.equal(timeLeft(52 * hour, 48), 24 * hour);
  });

  it('is a minute where the notice is overdue, or due sooner', () => {
    assert.equal(timeLeft(52 * hour - minute / 2), minute);
    assert.equal(timeLeft(60 * hour), minute);
    assert.equal(timeLeft(80 * hour, 48), minute);
  });

  it('is missing after the last notice, and without a hold', () => {
    assert.equal(timeLeft(80 * hour, 24), null);
    assert.equal(untilNotice({ ...hold, holdEndsAt: null }), null);
  });
});
