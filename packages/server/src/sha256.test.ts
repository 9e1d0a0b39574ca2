import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { it } from 'node:test';
import { sha256 } from './sha256.ts';

it('hashes text and bytes with half of SHA-256', () => {
  const hash = createHash('sha256').update('замовлення').digest('hex').slice(0, 32);
  assert.equal(sha256('замовлення'), hash);
  assert.equal(sha256(new TextEncoder().encode('замовлення')), hash);
});
