import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from './clockwork.ts';

describe('the machine’s own time', () => {
  it('waits until its own clock has reached the time, when a timer ends early', async (t) => {
    const start = Date.now();
    // A clock at half speed: each timer ends early as that clock measures it.
    const real = Date.now.bind(Date);
    t.mock.method(Date, 'now', () => start + (real() - start) / 2);
    const startTime = systemClock.now();
    await systemClock.wait(40, new AbortController().signal);
    assert.ok(systemClock.now() - startTime >= 40);
  });

  it('rejects when the signal aborts meanwhile', async () => {
    const closing = new AbortController();
    const waiting = systemClock.wait(60_000, closing.signal);
    closing.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });
});
