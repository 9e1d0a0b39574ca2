import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation } from '../../test/sent-attempt.ts';
import { actorOf } from './actor.ts';

describe('who asked for a change, and why', () => {
  it('is what was given, and nothing else of it', () => {
    const name = { by: 'anna' };
    const text = { reason: 'it came broken' };
    assert.deepEqual(actorOf({ ...operation, ...name, ...text }), { ...name, ...text });
    assert.deepEqual(actorOf({ ...operation, ...name }), name);
    assert.deepEqual(actorOf({ ...operation, ...text }), text);
    assert.deepEqual(actorOf(operation), {});
  });
});
