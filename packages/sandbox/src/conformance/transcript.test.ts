import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shownBody, Transcript } from './transcript.ts';

describe('the transcript of a check', () => {
  it('counts equal steps in a row', () => {
    const transcript = new Transcript();
    for (const step of ['press', 'ask', 'ask', 'ask', 'press']) transcript.add(step);
    assert.deepEqual(transcript.lines(), ['press', 'ask (3 times)', 'press']);
  });

  it('keeps the last steps, and says how many there were before', () => {
    const transcript = new Transcript();
    for (let step = 1; step <= 16; step += 1) transcript.add(String(step));
    assert.deepEqual(transcript.lines().slice(0, 2), ['… 2 steps before', '3']);
  });

  it('has no token', () => {
    const token = JSON.stringify({ signedMessage: 'secret "quoted"' });
    const text = shownBody(JSON.stringify({ order: 'A-1', token, wallet: 'wallet-b' }));
    assert.match(text, /^\{"order":"A-1","token":"\(hidden\)","wallet":"wallet-b"\}$/);
  });
});
