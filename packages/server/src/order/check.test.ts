import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultProfile, defineProfile } from '@wallet-buttons/service-client';
import { sent } from '../../test/sent-attempt.ts';
import type { Attempt } from './attempt.ts';
import { type CheckRules, nextCheck } from './check.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const daily: CheckRules = {
  profile: defaultProfile,
  recheckPaid: 'daily',
  random: () => Math.random(),
};

describe('the next question to the service', () => {
  const check = (attempt: Partial<Attempt>): number | null =>
    nextCheck({ ...sent, ...attempt }, daily);
  const about = (pause: number | null, expectedPause: number): boolean =>
    pause !== null && pause >= expectedPause * 0.75 && pause <= expectedPause * 1.25;

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

  for (const state of ['failed', 'refunded'] as const) {
    it(`comes after pauses that grow, which take about three days, once an order is ${state}`, (test) => {
      test.mock.method(Math, 'random', () => 0.5);
      const all = Array.from({ length: 20 }, (_, checks) => check({ state, checks }));
      const pauses = all.filter((pause) => pause !== null);
      const sum = pauses.reduce((total, pause) => total + pause, 0);
      assert.ok(sum >= 3 * day && sum < 3.5 * day, String(sum / day));
      const sortedPauses = pauses.toSorted((a, b) => a - b);
      assert.deepEqual(pauses, sortedPauses);
    });
  }

  it('comes ten seconds after the first one that found no payment for a refused token', (test) => {
    const { mock } = test.mock.method(Math, 'random', () => 0);
    const absent = { state: 'unknown', refusal: 'BadToken', absentAt: 1000 } as const;
    assert.equal(check({ ...absent, readAt: 1000 }), 10_000);
    assert.equal(check({ ...absent, readAt: 10_999 }), 1);
    mock.mockImplementation(() => 1);
    assert.equal(check({ ...absent, readAt: 1000 }), 12_000);
  });

  it('comes after growing pauses again once two of them are ten seconds apart', () => {
    const absent = { state: 'unknown', refusal: 'BadToken', absentAt: 1000 } as const;
    assert.ok(about(check({ ...absent, readAt: 11_000 }), 1000));
    assert.ok(about(check({ ...absent, absentAt: null, readAt: 2000 }), 1000));
    assert.ok(about(check({ ...absent, refusal: null, readAt: 2000 }), 1000));
  });

  it('comes until the session’s end while money is held or charged', () => {
    assert.ok(about(check({ state: 'paid' }), 60 * minute));
    assert.ok(about(check({ state: 'authorized', checks: 99 }), 24 * 60 * minute));
    const openedAt = Date.UTC(2026, 0);
    const end = openedAt + defaultProfile.lifetimes.session * 1000;
    assert.ok(about(check({ state: 'paid', openedAt, readAt: end }), 60 * minute));
    assert.equal(check({ state: 'paid', openedAt, readAt: end + 1 }), null);
  });

  it('comes soon while a payment is in doubt, unless that is in review', () => {
    const charge = { state: 'paid', charged: 100, status: 'paid', checks: 4, readAt: 1 } as const;
    assert.ok(about(check({ ...charge, doubtedAt: 1 }), 15_000));
    assert.ok((check({ ...charge, doubtedAt: 1, flag: 'contradicted' }) ?? 0) > hour);
    assert.ok(about(check({ ...charge, state: 'failed', doubtedAt: 1 }), 15_000));
  });

  it('comes after the end of the session for a dispute, eighty times', (test) => {
    test.mock.method(Math, 'random', () => 0.5);
    const dispute = { state: 'disputed', charged: 100, readAt: 400 * day } as const;
    assert.equal(check({ ...dispute, checks: 80 }), day);
    assert.equal(check({ ...dispute, checks: 81 }), null);
    assert.equal(check({ ...dispute, state: 'paid', checks: 80 }), null);
  });

  it('comes after ten seconds where money is said to be gone, and by its pauses where none was there', (test) => {
    test.mock.method(Math, 'random', () => 0);
    const charge = { state: 'paid', charged: 100, absentAt: 1000, readAt: 1000 } as const;
    assert.equal(check(charge), 10_000);
    assert.equal(check({ ...charge, readAt: 10_999 }), 1);
    assert.ok((check({ ...charge, readAt: 11_000 }) ?? 0) > minute);
    assert.equal(check({ state: 'unknown', absentAt: 1000, readAt: 1000 }), 750);
  });

  it('comes soon after one that was not answered, and while an operation waits for its outcome', () => {
    const charge = { ...sent, state: 'paid' } as const;
    assert.ok(about(nextCheck(charge, daily, { hasFailed: true }), 1000));
    assert.ok(about(nextCheck(charge, daily, { isAwaited: true }), 1000));
  });

  it('comes for an operation that waits for its outcome until a review of it is asked for', () => {
    const readAt = sent.openedAt + 2 * defaultProfile.lifetimes.session * 1000;
    const oldCharge = { ...sent, state: 'paid', readAt } as const;
    assert.ok(about(nextCheck(oldCharge, daily, { isAwaited: true }), 1000));
    assert.ok(
      about(nextCheck({ ...oldCharge, flag: 'resolved' }, daily, { isAwaited: true }), 1000),
    );
    assert.equal(
      nextCheck({ ...oldCharge, flag: 'needs_review' }, daily, { isAwaited: true }),
      null,
    );
  });

  it('comes no later than the notice that a hold ends, and for that even during a review', () => {
    const readAt = Date.UTC(2026, 6);
    const holdEndsAt = readAt + 2 * day + 5 * minute;
    const hold = { state: 'authorized', openedAt: readAt, readAt, holdEndsAt } as const;
    assert.equal(check(hold), 5 * minute);
    assert.ok(about(check({ ...hold, holdEndsAt: readAt + 20 * day }), hour));
    assert.equal(check({ ...hold, openedAt: 0, flag: 'needs_review' }), 5 * minute);
    assert.ok(about(nextCheck({ ...sent, ...hold }, daily, { isAwaited: true }), 1000));
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

  it('about a charge counts from its last change, or from its opening where that is not known', (test) => {
    test.mock.method(Math, 'random', () => 0);
    const openedAt = Date.UTC(2026, 0);
    const amountsAt = openedAt + 5 * hour;
    const readAt = amountsAt + 10 * minute;
    const charge = { ...sent, state: 'paid', openedAt, amountsAt, readAt } as const;
    const few = { ...daily, recheckPaid: 'few' } as const;
    assert.equal(nextCheck(charge, few), 50 * minute);
    assert.equal(nextCheck({ ...charge, amountsAt: null }, few), day - 5 * hour - 10 * minute);
  });

  it('about a hold comes each day, however seldom it is to come about a charge', () => {
    const hold = { ...sent, state: 'authorized', checks: 9 } as const;
    assert.ok(about(nextCheck(hold, { ...daily, recheckPaid: 'few' }), day));
  });

  it('comes each day while the service has not said that all of a charge went back', () => {
    const few = { ...daily, recheckPaid: 'few' } as const;
    const readAt = sent.openedAt + 30 * hour;
    const returnedCharge = {
      ...sent,
      state: 'paid',
      readAt,
      checks: 9,
      charged: 5,
      refunded: 5,
    } as const;
    assert.ok(about(nextCheck(returnedCharge, few), day));
    assert.ok(!about(nextCheck({ ...returnedCharge, refunded: 4 }, few), day));
  });

  it('about a charge comes no more once the last one is over', () => {
    const openedAt = Date.UTC(2026, 0);
    const readAt = openedAt + 26.25 * day;
    const charge = { ...sent, openedAt, readAt, amountsAt: openedAt, state: 'paid' } as const;
    assert.equal(nextCheck(charge, { ...daily, recheckPaid: 'few' }), null);
  });

  for (const days of [1.2, 8, 8.5]) {
    it(`about a charge comes before its session of ${String(days)} days ends`, (test) => {
      test.mock.method(Math, 'random', () => 1);
      const profile = defineProfile({ lifetimes: { session: (days * day) / 1000 } });
      const charge = { ...sent, openedAt: 0, amountsAt: 0, state: 'paid' } as const;
      let readAt = 0;
      for (let checks = 0; checks < 5; checks += 1) {
        readAt += nextCheck({ ...charge, readAt }, { ...daily, profile, recheckPaid: 'few' }) ?? 0;
      }
      assert.ok(readAt > days * day * 0.8 && readAt < days * day, String(readAt / day));
    });
  }

  it('about a charge comes once where its session ends within the hour', () => {
    const profile = defineProfile({ lifetimes: { session: 1600 } });
    const charge = { ...sent, openedAt: 0, readAt: 0, amountsAt: 0, state: 'paid' } as const;
    const first = nextCheck(charge, { ...daily, profile, recheckPaid: 'few' }) ?? assert.fail();
    assert.ok(first >= 1_400_000 && first <= 1_500_000, String(first));
    assert.equal(
      nextCheck({ ...charge, readAt: first }, { ...daily, profile, recheckPaid: 'few' }),
      null,
    );
  });
});
