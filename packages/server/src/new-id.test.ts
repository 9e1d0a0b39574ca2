import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from './new-id.ts';

describe('the id of a new attempt', () => {
  it('is a UUID that begins with its time, so that a database keeps new rows together', () => {
    const startTime = Date.now();
    const id = newId();
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    const time = Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    assert.ok(time >= startTime && time <= Date.now());
    assert.notEqual(newId(), id);
  });
});
