import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { csvOf, fee, plantedOrders, storeOrders, workbookOf } from './planted.ts';
import { jsonFrom, run } from './run.ts';

interface Found {
  readonly differences: readonly { readonly kind: string; readonly order: string }[];
}

describe('reconcile, of 100,000 orders,', () => {
  it('finds every planted difference of every kind, and no other', async (test) => {
    const place = temporaryFolder();
    const [db, profile] = [join(place, 'payments.db'), join(place, 'profile.json')];
    const { rows, stored, planted } = plantedOrders(100_000, 40);
    await storeOrders(db, stored);
    await writeFile(profile, JSON.stringify({ export: { fee } }));
    const files = { 'month.csv': csvOf(rows), 'month.xlsx': await workbookOf(rows) };
    for (const [name, content] of Object.entries(files)) {
      const path = join(place, name);
      await writeFile(path, content);
      const startTime = performance.now();
      const startUsage = process.cpuUsage();
      const ran = await run(
        'reconcile',
        '--db',
        db,
        '--export',
        path,
        '--profile',
        profile,
        '--json',
      );
      const { user, system } = process.cpuUsage(startUsage);
      const seconds = [performance.now() - startTime, (user + system) / 1000].map((time) =>
        (time / 1000).toFixed(1),
      );
      test.diagnostic(`${name}: ${seconds[0] ?? ''} s, ${seconds[1] ?? ''} s of CPU`);
      const { differences } = jsonFrom(ran) as unknown as Found;
      const kindsAndOrders = differences.map(({ kind, order }) => `${kind} ${order}`);
      assert.deepEqual(kindsAndOrders.toSorted(), planted.toSorted());
      assert.equal(ran.code, 1);
    }
  });
});
