import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, defineProfile } from '@wallet-buttons/service-client';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { type CheckRules, nextCheck } from './check.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const daily: CheckRules = { profile: defaultProfile, recheckPaid: 'daily' };

describe('the next question to the service', () => {
  const check = (attempt: Partial<Attempt>): number | null =>
    nextCheck({ ...sent, ...attempt }, daily);
  const about = (pause: number | null, expected: number): boolean =>
    pause !== null && pause >= expected * 0.75 && pause <= expected * 1.25;

  it('comes after growing pauses while the outcome is open', () => {
    assert.ok(about(check({ state: 'unknown' }), 1000));
    assert.ok(about(check({ state: 'pending', checks: 4 }), 15_000));
    assert.ok(about(check({ state: 'pending', checks: 80 }), 60 * minute));
  });

  it('is spread by a quarter, so that not all attempts are asked about at once', (test) => {
    const { mock } = test.mock.method(Math, 'random', () => 0);
    assert.equal(check({ state: 'pending', checks: 4 }), 0.75 * 15_000);
    mock.mockImplementation(() => 1);
    assert.equal(check({ state: 'pending', checks: 4 }), 1.25 * 15_000);
  });

  it('comes until the session’s end while money is held or charged', () => {
    assert.ok(about(check({ state: 'paid' }), 60 * minute));
    assert.ok(about(check({ state: 'authorized', checks: 99 }), 24 * 60 * minute));
    const openedAt = Date.UTC(2026, 0);
    const end = openedAt + defaultProfile.lifetimes.session * 1000;
    assert.ok(about(check({ state: 'paid', openedAt, readAt: end }), 60 * minute));
    assert.equal(check({ state: 'paid', openedAt, readAt: end + 1 }), null);
  });

  it('comes soon after one that was not answered, and while an operation waits for its outcome', () => {
    const paid = { ...sent, state: 'paid' } as const;
    assert.ok(about(nextCheck(paid, daily, true, false), 1000));
    assert.ok(about(nextCheck(paid, daily, false, true), 1000));
  });

  it('comes until a review is asked for, however often it was asked and whenever the order was opened', () => {
    assert.notEqual(check({ state: 'pending', checks: 81 }), null);
    assert.notEqual(check({ state: 'pending', flag: 'needs_review', checks: 80 }), null);
    const readAt = Date.UTC(2026, 6);
    assert.notEqual(check({ state: 'authorized', openedAt: 0, readAt }), null);
    assert.equal(check({ state: 'authorized', openedAt: 0, readAt, flag: 'needs_review' }), null);
  });

  it('does not come where nothing is left to ask', () => {
    assert.equal(check({ state: 'created', sentAt: null }), null);
    assert.equal(check({ state: 'pending', flag: 'mismatch' }), null);
    assert.equal(check({ state: 'pending', flag: 'resolved' }), null);
    assert.notEqual(check({ state: 'pending', flag: 'needs_review' }), null);
    assert.equal(check({ state: 'pending', flag: 'needs_review', checks: 81 }), null);
  });

  it('comes for three days after the order was freed', () => {
    for (const state of ['rejected', 'abandoned', 'failed', 'expired'] as const) {
      assert.ok(about(check({ state }), minute));
      assert.ok(about(check({ state, checks: 11 }), 12 * 60 * minute));
      assert.equal(check({ state, checks: 12 }), null);
    }
    for (const state of ['refunded', 'cancelled'] as const) {
      assert.ok(about(check({ state }), 60 * minute));
      assert.equal(check({ state, checks: 3 }), null);
    }
  });

  for (const [since, next, spread] of [
    [0, hour, hour / 4],
    [hour, 23 * hour, 6 * hour],
    [30 * hour, 138 * hour, 42 * hour],
    [8 * day, 18.25 * day, (30 * day) / 16],
  ] as const) {
    it(`about a charge comes ${String(next / hour)} h later where it is ${String(since / hour)} h old`, (test) => {
      const openedAt = Date.UTC(2026, 0);
      const charge = { ...sent, openedAt, amountsAt: openedAt, state: 'paid' } as const;
      const { mock } = test.mock.method(Math, 'random', () => 0);
      const few = { ...daily, recheckPaid: 'few' } as const;
      const check = (): number | null => nextCheck({ ...charge, readAt: openedAt + since }, few);
      assert.equal(check(), next);
      mock.mockImplementation(() => 1);
      assert.equal(check(), next + spread);
    });
  }

  it('comes each day while the service has not said that all of a charge went back', () => {
    const few = { ...daily, recheckPaid: 'few' } as const;
    const readAt = sent.openedAt + 30 * hour;
    const returned = {
      ...sent,
      state: 'paid',
      readAt,
      checks: 9,
      charged: 5,
      refunded: 5,
    } as const;
    assert.ok(about(nextCheck(returned, few), day));
    assert.ok(!about(nextCheck({ ...returned, refunded: 4 }, few), day));
  });

  it('about a charge comes no more once the last one is over', () => {
    const openedAt = Date.UTC(2026, 0);
    const readAt = openedAt + 27 * day;
    const charge = { ...sent, openedAt, readAt, amountsAt: openedAt, state: 'paid' } as const;
    assert.equal(nextCheck(charge, { ...daily, recheckPaid: 'few' }), null);
  });

  it('about a charge comes once where its session ends within the hour', () => {
    const profile = defineProfile({ lifetimes: { session: 1600 } });
    const charge = { ...sent, openedAt: 0, readAt: 0, amountsAt: 0, state: 'paid' } as const;
    const first = nextCheck(charge, { profile, recheckPaid: 'few' }) ?? assert.fail();
    assert.ok(first >= 1_400_000 && first <= 1_500_000, String(first));
    assert.equal(nextCheck({ ...charge, readAt: first }, { profile, recheckPaid: 'few' }), null);
  });
});
