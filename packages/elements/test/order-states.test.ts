import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { svg } from './diagram.ts';
import { transitions } from '../src/order-states.ts';

describe('the transitions of an order', () => {
  it('are what the picture of the guide shows', () => {
    assert.equal(readFileSync(new URL('../order-states.svg', import.meta.url), 'utf8'), svg);
  });

  it('open a sheet from one state alone: the one in which nothing is known of a payment', () => {
    const pressable = Object.entries(transitions).filter(([, { press }]) => press);
    assert.deepEqual(
      pressable.map(([state]) => state),
      ['free'],
    );
  });

  it('lead out of a sent token only by an answer about it', () => {
    assert.deepEqual(Object.keys(transitions.sent).toSorted(), [
      'close',
      'doubt',
      'leave',
      'refuse',
      'settle',
    ]);
  });
});
