import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import { compareMonths, complaintsOf, drawShop } from './months/shop.ts';

/** `MONTHS=10000` takes more; `SEED` repeats one shop of three months. */
const months = Number(process.env['MONTHS'] ?? 300);
const seed = process.env['SEED'];

describe('reconcile, of random months,', () => {
  it('finds every fault in the month in which it shows, and invents none', async (test) => {
    const seeds =
      seed === undefined
        ? Array.from({ length: Math.ceil(months / 3) }, (_, index) => index + 1)
        : [Number(seed)];
    let planted = 0;
    const complaints: string[] = [];
    for (const each of seeds) {
      const shop = drawShop(each);
      planted += shop.planted.length;
      const found = await compareMonths(shop, each);
      const { name, hasOwnIds } = shop.dialect;
      for (const complaint of complaintsOf(shop, found)) {
        complaints.push(
          `SEED=${String(each)} (${name}, own ids: ${String(hasOwnIds)}) ${complaint}`,
        );
      }
    }
    test.diagnostic(`${String(seeds.length * 3)} months, ${String(planted)} faults`);
    assert.deepEqual(complaints.slice(0, 20), []);
  });
});
