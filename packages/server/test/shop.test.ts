import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { now, openShop } from './shop.ts';

/** How far the clock of the stores moves by itself in some milliseconds. */
async function movement(): Promise<number> {
  const start = now();
  await sleep(20);
  return now() - start;
}

describe('the clocks of a test', () => {
  it('stand still once it has opened a shop', async () => {
    const shop = await openShop();
    assert.equal(await movement(), 0);
    // The shop itself stays open.
    await shop.service.close();
  });

  it('run again after a test that has left its shop open', async () => {
    assert.ok((await movement()) > 0);
  });
});
