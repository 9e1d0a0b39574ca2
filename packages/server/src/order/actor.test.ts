import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { operation } from '../../test/sent-attempt.ts';
import { actorOf } from './actor.ts';

describe('who asked for a change, and why', () => {
  it('is what was given, and nothing else of it', () => {
    const [by, reason] = ['anna', 'it came broken'];
    assert.deepEqual(actorOf({ ...operation, by, reason }), { by, reason });
    assert.deepEqual(actorOf({ ...operation, by }), { by });
    assert.deepEqual(actorOf({ ...operation, reason }), { reason });
    assert.deepEqual(actorOf(operation), {});
  });
});
