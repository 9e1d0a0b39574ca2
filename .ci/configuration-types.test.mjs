import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { drawConfiguration, path } from './configuration-types.mjs';

it('the type of the configuration is that of its schema; `node .ci/configuration-types.mjs` writes it', async () => {
  assert.equal(readFileSync(path, 'utf8'), await drawConfiguration());
});
