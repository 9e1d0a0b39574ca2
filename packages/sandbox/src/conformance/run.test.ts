import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mutants } from '../../test/backend/mutants/index.ts';
import { otherShapes } from '../../test/backend/other-shapes.ts';
import { drive } from '../../test/conformance-run.ts';
import { conformanceChecks } from './run.ts';

describe('the conformance run', () => {
  it('passes a backend without a mistake', async (t) => {
    const waits = { freed: 8000, asked: 8000 };
    // Longer than get-status lags behind in a check: a fifth of `freed`.
    const results = await drive(t, { waits, looksApart: 3000, timeout: 20_000 });
    assert.deepEqual(
      results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
      [],
    );
    assert.equal(results.length, conformanceChecks.length);
  });

  it('passes a backend whose first webhook takes longer than the others', async (t) => {
    const [result] = await drive(t, {
      firstWebhook: 300,
      timeout: 20_000,
      only: ['webhook.duplicate'],
    });
    assert.equal(result?.passed, true, result?.seen);
  });

  it('leaves out what needs a restart where it does not know how', async (t) => {
    const results = await drive(t, { only: ['durable', 'pay.none'], canRestart: false });
    assert.deepEqual(
      results.map(({ check }) => check.id),
      ['pay.none'],
    );
  });

  it('gives every check an id, a promise and a cost of its own', () => {
    const ids = conformanceChecks.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { promise, cost } of conformanceChecks) assert.ok(promise !== '' && cost !== '');
  });

  it('has a mutant for every check', () => {
    const coveredChecks = new Set(mutants.map(({ check }) => check));
    assert.deepEqual(
      conformanceChecks.map(({ id }) => id).filter((id) => !coveredChecks.has(id)),
      [],
    );
  });
});

describe('a right backend', { concurrency: 3 }, () => {
  for (const { shape, checks, Backend } of otherShapes) {
    it(`passes if it ${shape}`, async (t) => {
      const results = await drive(t, { Backend, only: checks, timeout: 20_000 });
      assert.deepEqual(
        results.filter(({ passed }) => !passed).map(({ check, seen }) => `${check.id}: ${seen}`),
        [],
      );
      assert.equal(results.length, checks.length);
    });
  }
});

// Some wait for seconds, and each has a backend and a sandbox of its own.
describe('a mutant of the backend', { concurrency: 6 }, () => {
  for (const { check, mistake, Backend } of mutants) {
    it(`fails ${check} if ${mistake}`, async (t) => {
      const [result] = await drive(t, { Backend, only: [check] });
      assert.equal(result?.passed, false, `${check} passed`);
      assert.notEqual(result.seen, '');
      assert.notDeepEqual(result.sent, []);
    });
  }
});
