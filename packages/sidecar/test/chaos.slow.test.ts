import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chaos } from './chaos/chaos.ts';

describe('the sidecar, the shop, the database and the payment service', () => {
  it('agree after each was killed while orders were paid', { timeout: 500_000 }, async () => {
    const options = { engine: 'PostgreSQL', episodes: 8, seed: 5, limit: 120_000 } as const;
    const { problems, charges, episodes } = await chaos(options);
    assert.deepEqual(problems, []);
    assert.ok(episodes > 0 && charges > 0);
  });
});
