import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inFlight, rateLimit } from './limits.ts';

describe('a rate limit', () => {
  it('allows so many in any minute, and answers how long to wait', () => {
    const limit = rateLimit(2);
    assert.equal(limit('a', 0), 0);
    assert.equal(limit('a', 10_000), 0);
    assert.equal(limit('a', 20_000), 40);
    assert.equal(limit('a', 59_999), 1);
    assert.equal(limit('a', 60_000), 0);
    assert.equal(limit('a', 60_001), 10);
  });

  it('counts each subject alone', () => {
    const limit = rateLimit(1);
    assert.equal(limit('a', 0), 0);
    assert.equal(limit('b', 0), 0);
    assert.equal(limit('a', 0), 60);
  });

  it('forgets the oldest subjects before its memory grows without end', () => {
    const limit = rateLimit(2);
    limit('first', 0);
    limit('second', 0);
    for (let at = 0; at < 9998; at += 1) limit(String(at), 0);
    // So far all are kept, and a subject that comes again is no longer the oldest.
    assert.equal(limit('first', 0), 0);
    limit('one too many', 0);
    assert.equal(limit('first', 0), 60);
    limit('second', 0);
    assert.equal(limit('second', 0), 0);
  });
});

describe('the work in flight', () => {
  it('is limited for each share alone, until some of it ends', async () => {
    const run = inFlight<'payments' | 'webhooks'>(2);
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = [run('payments', async () => promise), run('payments', async () => promise)];
    assert.equal(await run('payments', async () => promise), null);
    assert.equal(await run('payments', async () => promise), null);
    assert.equal(await run('webhooks', async () => Promise.resolve('taken')), 'taken');
    resolve('paid');
    assert.deepEqual(await Promise.all(work), ['paid', 'paid']);
    assert.equal(await run('payments', async () => promise), 'paid');
  });

  it('leaves room after work that failed', async () => {
    const run = inFlight(1);
    const fail = async (): Promise<never> => Promise.reject(new Error('no'));
    await assert.rejects(run('payments', fail));
    assert.equal(await run('payments', async () => Promise.resolve(1)), 1);
  });
});
