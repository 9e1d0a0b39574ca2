import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { attemptStates, changed, isPaid, mayMove, newAttempt, outcomeOf } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { defaultProfile, defineProfile, WalletServerError } from './index.ts';
import type { ErrorCode } from './index.ts';
import {
  isSafeUrl,
  isUntouched,
  verdictOfAbsence,
  verdictOfAnswer,
  verdictOfFailure,
  verdictOfStatus,
} from './outcome.ts';
import type { Verdict } from './outcome.ts';

const sent: Attempt = { ...newAttempt('o', 100, 'UAH', 1), state: 'sending', sentAt: 1 };

function hear(attempt: Attempt, status: string): Attempt {
  const answer = { status, acsUrl: null, amount: null, currency: null };
  const { change } = verdictOfStatus(attempt, answer, defaultProfile);
  return (change && changed(attempt, change, 2)) ?? attempt;
}

describe('a token whose sending was not answered', () => {
  const cases: readonly (readonly [ErrorCode, string, string])[] = [
    ['service_unreachable', '', 'not_sent'],
    ['signer_failed', '', 'not_sent'],
    ['config_invalid', '', 'not_sent'],
    ['key_invalid', '', 'not_sent'],
    ['invalid_field', '', 'not_sent'],
    ['service_refused', 'validation', 'rejected'],
    ['service_refused', 'SessionNotFoundError', 'rejected'],
    ['service_refused', 'Other', 'unknown'],
    ['too_slow', '', 'not_sent'],
    ['service_refused', '', 'unknown'],
    ['service_no_answer', '', 'unknown'],
    ['service_failed', 'validation', 'unknown'],
    ['service_answer_invalid', '', 'unknown'],
    ['store_failed', '', 'unknown'],
    ['internal', '', 'unknown'],
  ];
  for (const [code, serviceCode, verdict] of cases) {
    test(`is ${verdict} on ${code} ${serviceCode} (I4)`, () => {
      const error = new WalletServerError(code, '', { serviceCode });
      assert.equal(verdictOfFailure(error, defaultProfile), verdict);
    });
  }

  test('is unknown after a refusal without a code (I4)', () => {
    const profile = { ...defaultProfile, notProcessed: ['validation', ''] };
    const error = new WalletServerError('service_refused', '');
    assert.equal(verdictOfFailure(error, defaultProfile), 'unknown');
    assert.equal(verdictOfFailure(error, profile), 'rejected');
  });

  test('is unknown on anything else that is thrown (I4)', () => {
    for (const thrown of [new TypeError('fetch failed'), 'text', null, { code: 'ECONNREFUSED' }]) {
      assert.equal(verdictOfFailure(thrown, defaultProfile), 'unknown');
    }
  });
});

describe('an answer to pay-token', () => {
  const acsUrl = 'https://bank.example/acs';
  const said = (state: Attempt['state'], url: string | null, status = 'processing'): Verdict =>
    verdictOfAnswer(
      { ...sent, state },
      { status, acsUrl: url, amount: null, currency: null },
      defaultProfile,
    );

  test('is the bank’s page, where it has one that is safe', () => {
    const change = { state: 'awaiting_bank', status: 'processing' };
    assert.deepEqual(said('sending', acsUrl), { change: { ...change, acsUrl } });
    assert.deepEqual(said('sending', 'javascript:0'), { change, alarm: 'acs_url_refused' });
    assert.deepEqual(said('pending', acsUrl), { change: { ...change, acsUrl } });
  });

  test('is nothing where more is known already', () => {
    assert.deepEqual(said('paid', acsUrl), { change: null });
    assert.deepEqual(said('awaiting_bank', acsUrl), { change: null });
  });

  test('is its word, where it has no page', () => {
    assert.deepEqual(said('sending', null, 'paid'), { change: { state: 'paid', status: 'paid' } });
    assert.deepEqual(said('sending', null, 'created').change?.state, 'pending');
  });
});

describe('a session in which no payment was tried', () => {
  const grace = 15 * 60_000;
  const absent = (attempt: Partial<Attempt>, after: number, timeout = 30_000): Verdict =>
    verdictOfAbsence({ ...sent, ...attempt }, 1 + after, timeout);

  test('frees its order after fifteen minutes, not before (I5)', () => {
    assert.deepEqual(absent({}, grace), { change: { state: 'released' } });
    assert.deepEqual(absent({ state: 'unknown' }, grace), { change: { state: 'released' } });
    assert.deepEqual(absent({}, grace - 1), { change: null });
  });

  test('frees it later still where the answer to the token may take longer (I5)', () => {
    assert.deepEqual(absent({}, 2 * grace - 1, grace), { change: null });
    assert.deepEqual(absent({}, 2 * grace, grace), { change: { state: 'released' } });
  });

  test('proves nothing where the service has said a word, or nothing was sent', () => {
    for (const state of attemptStates.filter((each) => !/^(?:sending|unknown)$/.test(each))) {
      assert.deepEqual(absent({ state }, 2 * grace), { change: null });
    }
    assert.deepEqual(absent({ sentAt: null }, 2 * grace), { change: null });
  });

  test('is what some words say', () => {
    const answer = { acsUrl: null, amount: null, currency: null };
    assert.equal(isUntouched({ ...answer, status: 'created' }, defaultProfile), true);
    assert.equal(isUntouched({ ...answer, status: 'processing' }, defaultProfile), false);
    assert.equal(isUntouched({ ...answer, status: '' }, defaultProfile), false);
    const { change } = verdictOfStatus(sent, { ...answer, status: 'created' }, defaultProfile);
    assert.equal(change, null);
  });
});

describe('evidence of money', () => {
  const heard = (attempt: Partial<Attempt>, status: string, amount: string | null): Verdict =>
    verdictOfStatus(
      { ...sent, ...attempt },
      { status, acsUrl: null, amount, currency: null },
      defaultProfile,
    );
  const stopped = { flag: 'mismatch', nextCheckAt: null };
  const mismatch = (status: string, amount: string): object => ({
    change: stopped,
    alarm: 'amount_mismatch',
    heard: { status, amount, currency: null },
  });

  test('counts in the amount of the order alone, however that is written (I7)', () => {
    for (const amount of ['1', '1.0', '1.00', null]) {
      const change = { state: 'paid', status: 'paid' };
      assert.deepEqual(heard({ state: 'pending' }, 'paid', amount), { change });
    }
    for (const amount of ['1.01', '0.99', '100', '1.001', 'x', '']) {
      assert.deepEqual(heard({ state: 'pending' }, 'paid', amount), mismatch('paid', amount));
    }
    assert.deepEqual(heard({ state: 'pending' }, 'holded', '2'), mismatch('holded', '2'));
  });

  test('counts in minor units alone where the service names amounts so (I7)', () => {
    const profile = defineProfile(defaultProfile, { forms: { answeredAmount: 'minor' } });
    const counts = (amount: string | null): boolean => {
      const answer = { status: 'paid', acsUrl: null, amount, currency: null };
      return verdictOfStatus(sent, answer, profile).change?.state === 'paid';
    };
    assert.deepEqual(['100', null].map(counts), [true, true]);
    assert.deepEqual(['1', '1.00', '100.00', '101', 'x', ''].filter(counts), []);
  });

  test('counts in the currency of the order alone, where one is named (I7)', () => {
    const counts = (currency: string | null, amount: string | null = '1'): boolean => {
      const answer = { status: 'paid', acsUrl: null, amount, currency };
      return verdictOfStatus(sent, answer, defaultProfile).change?.state === 'paid';
    };
    assert.deepEqual(
      ['UAH', 'uah', null].map((currency) => counts(currency)),
      [true, true, true],
    );
    assert.deepEqual(
      ['USD', '980', '', 'unreadable'].filter((currency) => counts(currency)),
      [],
    );
    assert.equal(counts('USD', null), false);
  });

  test('in another amount is not put right by one that names none (I7)', () => {
    const flagged = { state: 'pending', flag: 'mismatch' } as const;
    assert.deepEqual(heard(flagged, 'paid', null), { change: null });
    assert.equal(heard(flagged, 'paid', '1.00').change?.state, 'paid');
  });

  test('in another amount leaves nobody in charge of what was being sent', () => {
    const change = { ...stopped, state: 'unknown' };
    assert.deepEqual(heard({ state: 'sending' }, 'paid', '2').change, change);
  });

  test('in another amount is raised once, even after the right one, and never for a failure', () => {
    assert.deepEqual(heard({ state: 'paid' }, 'paid', '2'), mismatch('paid', '2'));
    assert.deepEqual(heard({ state: 'pending', flag: 'mismatch' }, 'paid', '2'), { change: null });
    assert.equal(heard({ state: 'pending' }, 'failed', '2').change?.state, 'failed');
    assert.deepEqual(heard({ state: 'refunded' }, 'paid', '2'), { change: null });
  });

  test('in another amount is nothing new where a person has taken it for paid', () => {
    assert.deepEqual(heard({ state: 'paid', flag: 'decided' }, 'paid', '2'), { change: null });
    const refunded = heard({ state: 'paid', flag: 'decided' }, 'refunded', '2');
    assert.deepEqual(refunded, { change: { state: 'refunded', status: 'refunded' } });
  });

  test('that comes late is kept, and raised', () => {
    const change = { state: 'paid', status: 'paid' };
    assert.deepEqual(heard({ state: 'released' }, 'paid', null), { change, alarm: 'late_truth' });
    for (const state of ['released', 'rejected'] as const) {
      const held = { state: 'authorized', status: 'holded' };
      const verdict = heard({ state }, 'holded', null);
      assert.deepEqual(verdict, { change: held, alarm: 'late_truth' });
    }
  });

  test('to come is kept and raised too where the order was given free (I5)', () => {
    for (const state of ['released', 'rejected'] as const) {
      const verdict = heard({ state }, 'processing', null);
      const change = { state: 'pending', status: 'processing' };
      assert.deepEqual(verdict, { change, alarm: 'late_truth' });
      const acsUrl = 'https://bank.example/acs';
      const answer = { status: '', acsUrl, amount: null, currency: null };
      const atBank = { state: 'awaiting_bank', status: '', acsUrl };
      assert.deepEqual(verdictOfAnswer({ ...sent, state }, answer, defaultProfile), {
        change: atBank,
        alarm: 'late_truth',
      });
    }
    assert.deepEqual(heard({ state: 'failed' }, 'processing', null), { change: null });
  });
});

describe('a word', () => {
  const heard = (attempt: Partial<Attempt>, status: string): Verdict =>
    verdictOfStatus(
      { ...sent, ...attempt },
      { status, acsUrl: null, amount: null, currency: null },
      defaultProfile,
    );

  const unnamed = { amount: null, currency: null };

  test('that nobody knows is pending, and raised', () => {
    const change = { state: 'pending', status: 'under_review' };
    const alarm = { alarm: 'unknown_status', heard: { ...unnamed, status: 'under_review' } };
    assert.deepEqual(heard({}, 'under_review'), { change, ...alarm });
    for (const state of ['created', 'authorized', 'paid', 'failed'] as const) {
      assert.deepEqual(heard({ state }, 'under_review'), { change: null, ...alarm });
    }
  });

  test('that something is under way says nothing before a token was sent', () => {
    assert.deepEqual(heard({ state: 'created' }, 'processing'), { change: null });
    assert.equal(heard({ state: 'created' }, 'paid').change?.state, 'paid');
  });

  test('for the same state is kept where it comes later in the profile, not an old one again (I10)', () => {
    const after = (status: string, word: string): Verdict =>
      heard({ state: 'pending', status }, word);
    assert.deepEqual(after('preprocessing', 'processing'), { change: { status: 'processing' } });
    assert.deepEqual(after('', 'preprocessing'), { change: { status: 'preprocessing' } });
    assert.deepEqual(after('processing', 'preprocessing'), { change: null });
    assert.deepEqual(after('processing', 'processing'), { change: null });
    assert.deepEqual(heard({ state: 'awaiting_bank', status: '' }, 'processing'), {
      change: { status: 'processing' },
    });
    assert.deepEqual(heard({ state: 'authorized', status: 'hold_confirmed' }, 'holded'), {
      change: null,
    });
  });

  test('that nobody knows is kept after one that is known, raised once, and never taken back', () => {
    const raised = { alarm: 'unknown_status', heard: { ...unnamed, status: 'odd' } };
    const after = (status: string, word: string): Verdict =>
      heard({ state: 'pending', status }, word);
    assert.deepEqual(after('processing', 'odd'), { change: { status: 'odd' }, ...raised });
    assert.deepEqual(after('even', 'odd'), { change: { status: 'odd' }, ...raised });
    assert.deepEqual(after('strange', 'odd'), { change: null });
    assert.deepEqual(after('odd', 'odd'), { change: null });
    assert.deepEqual(after('odd', 'processing'), { change: null });
  });

  test('that nobody knows takes back an order that was given up, but none that was refused for sure', () => {
    const raised = { alarm: 'unknown_status', heard: { ...unnamed, status: 'odd' } };
    const change = { state: 'pending', status: 'odd' };
    assert.deepEqual(heard({ state: 'released' }, 'odd'), { change, ...raised });
    assert.deepEqual(heard({ state: 'rejected' }, 'odd'), { change: null, ...raised });
    assert.equal(heard({ state: 'rejected' }, 'processing').change?.state, 'pending');
  });

  test('of an end is kept whatever the word was, and no second one', () => {
    assert.deepEqual(heard({ state: 'failed', status: 'failed' }, 'blocked'), { change: null });
    assert.equal(heard({ state: 'awaiting_bank', status: 'a' }, 'paid').change?.state, 'paid');
  });
});

describe('the page of a bank', () => {
  const safe = [
    'https://bank.example/acs?id=1#x',
    'HTTPS://bank.example',
    'http://localhost:5173/acs',
    'http://127.0.0.1/acs',
    'http://[::1]/acs',
    `https://bank.example/${'x'.repeat(8192 - 21)}`,
  ];
  const unsafe = [
    '',
    'acs',
    'http://bank.example/acs',
    'http://localhost.evil.example',
    'https:bank.example',
    'https:/bank.example',
    'https://user@bank.example',
    'https://:pass@bank.example',
    ' https://bank.example',
    'https://bank.example\n',
    'https://bank.example/є',
    'https://bänk.example/acs',
    'javascript:alert("https://bank.example")',
    'ftp://localhost/https://x',
    `https://bank.example/${'x'.repeat(8192 - 20)}`,
  ];
  for (const url of safe) {
    test(`may be ${url.slice(0, 40)}`, () => {
      assert.equal(isSafeUrl(url), true);
    });
  }
  for (const url of unsafe) {
    test(`may not be ${JSON.stringify(url.slice(0, 40))}`, () => {
      assert.equal(isSafeUrl(url), false);
    });
  }
});

describe('the words of the service', () => {
  const histories = [
    ['created', 'processing', 'paid', 'paid_off', 'refunded'],
    ['created', 'processing', 'holded', 'paid', 'paid_off'],
    ['created', 'processing', 'holded', 'voided'],
    ['created', 'processing', 'paid', 'voided'],
    ['created', 'preprocessing', 'failed'],
    ['created', 'expired'],
  ];

  test('end in the same state, in whatever order and however often they come (I11)', () => {
    const history = fc.constantFrom(...histories).chain((words) =>
      fc.tuple(
        fc.constant(words),
        fc
          .tuple(
            fc.shuffledSubarray(words, { minLength: words.length }),
            fc.array(fc.constantFrom(...words)),
          )
          .map(([all, more]) => [...all, ...more]),
      ),
    );
    fc.assert(
      fc.property(history, ([inOrder, shuffled]) => {
        const end = inOrder.reduce(hear, sent);
        const other = shuffled.reduce(hear, sent);
        assert.equal(other.state, end.state);
        assert.equal(other.status, end.status);
      }),
    );
  });

  test('never move a final attempt to a lower rank, whatever they are (I10)', () => {
    const known = Object.keys(defaultProfile.statuses);
    const anyWord = fc.oneof(fc.constantFrom(...known), fc.string());
    fc.assert(
      fc.property(fc.array(anyWord), (words) => {
        let attempt = sent;
        for (const word of words) {
          const next = hear(attempt, word);
          assert.ok(next.state === attempt.state || mayMove(attempt.state, next.state));
          if (isPaid(attempt.state)) assert.notEqual(outcomeOf(next.state), 'pending');
          attempt = next;
        }
      }),
    );
  });

  test('that are names of Object’s own members mean nothing', () => {
    for (const word of ['__proto__', 'constructor', 'toString']) {
      assert.equal(hear(sent, word).state, 'pending');
    }
  });
});
