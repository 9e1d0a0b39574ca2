import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPayTokenAnswer, readProblem, readStatusAnswer } from './index.ts';

describe('the readers of a backend’s answers', () => {
  const answer = { outcome: 'pending', status: 'processing' };
  const problem = { status: 409, code: 'amount_mismatch', title: 'Another amount' };
  const wrong: readonly (readonly [(body: unknown) => unknown, unknown, string])[] = [
    [readPayTokenAnswer, null, 'outcome'],
    [readPayTokenAnswer, 'pending', 'outcome'],
    [readPayTokenAnswer, [answer], 'outcome'],
    [readPayTokenAnswer, { ...answer, outcome: 'paid' }, 'outcome'],
    [readPayTokenAnswer, { outcome: 'pending' }, 'status'],
    [readPayTokenAnswer, { ...answer, acs_url: null }, 'acs_url'],
    [readStatusAnswer, answer, 'final'],
    [readStatusAnswer, { ...answer, final: 'true' }, 'final'],
    [readProblem, { ...problem, status: '409' }, 'status'],
    [readProblem, { ...problem, outcome: 'paid' }, 'outcome'],
    [readProblem, { ...problem, errors: {} }, 'errors'],
    [readProblem, { ...problem, errors: null }, 'errors'],
    [readProblem, { ...problem, errors: [null] }, 'errors.code'],
    [readProblem, { ...problem, errors: [{ code: 'unserviceable' }] }, 'errors.message'],
  ];
  for (const [read, body, field] of wrong) {
    it(`name ${field} for ${JSON.stringify(body)}`, () => {
      assert.throws(() => read(body), {
        name: 'TypeError',
        message: `${field} is missing or wrong.`,
      });
    });
  }

  it('pass over what a newer backend adds to an answer', () => {
    assert.deepEqual(readPayTokenAnswer({ outcome: 'pending', status: 'processing', later: 1 }), {
      outcome: 'pending',
      status: 'processing',
      acs_url: undefined,
    });
  });

  it('take no missing field from what a page put on Object.prototype', () => {
    const pollution = { acs_url: 'https://evil.example/', outcome: 'succeeded', errors: [] };
    Object.assign(Object.prototype, pollution);
    try {
      const answer = readPayTokenAnswer({ outcome: 'pending', status: '' });
      const problem = readProblem({
        status: 409,
        code: 'amount_mismatch',
        title: 'Another amount',
      });
      assert.equal(answer.acs_url, undefined);
      assert.deepEqual(
        [problem.outcome, problem.acs_url, problem.errors],
        Array(3).fill(undefined),
      );
    } finally {
      for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
    }
  });
});
