import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { drawTypes } from './profile-types.mjs';

it('the types of the wire profile are those of its schema; `node .ci/profile-types.mjs` writes them', async () => {
  const file = `${import.meta.dirname}/../packages/protocol/src/wire-profile.ts`;
  assert.equal(readFileSync(file, 'utf8'), await drawTypes());
});
