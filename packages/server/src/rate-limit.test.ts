import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { rateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  test('lets so many through in any minute, and says how long to wait', () => {
    const limit = rateLimit(2);
    assert.equal(limit.take('a', 0), 0);
    assert.equal(limit.take('a', 10_000), 0);
    assert.equal(limit.take('a', 20_000), 40);
    assert.equal(limit.take('a', 59_999), 1);
    assert.equal(limit.take('a', 60_000), 0);
    assert.equal(limit.take('a', 60_001), 10);
  });

  test('locks nobody out when the clock is set back', () => {
    const limit = rateLimit(1);
    assert.equal(limit.take('a', 3_600_000), 0);
    assert.equal(limit.take('a', 0), 0);
    assert.equal(limit.take('a', 1000), 59);
  });

  test('counts each subject for itself', () => {
    const limit = rateLimit(1);
    assert.equal(limit.take('a', 0), 0);
    assert.equal(limit.take('b', 0), 0);
    assert.equal(limit.take('a', 0), 60);
  });

  test('forgets the oldest before its memory grows without end', () => {
    const limit = rateLimit(2);
    limit.take('first', 0);
    limit.take('second', 0);
    for (let at = 0; at < 9998; at += 1) limit.take(String(at), 0);
    // So far all are kept; and whoever comes again is not the oldest any more.
    assert.equal(limit.take('first', 0), 0);
    limit.take('one too many', 0);
    assert.equal(limit.take('first', 0), 60);
    limit.take('second', 0);
    assert.equal(limit.take('second', 0), 0);
  });
});
