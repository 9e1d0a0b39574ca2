import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { codeOf, now, openShop } from '../shop.ts';
import { contentOf } from './content.ts';

const folder = import.meta.dirname;
const releases = readdirSync(folder).flatMap((name) => /^(.*)\.sql$/.exec(name)?.[1] ?? []);

/** The file of a store as that release left it. */
function storeOf(release: string): string {
  const file = join(temporaryFolder(), 'payments.db');
  const db = new DatabaseSync(file);
  db.exec(readFileSync(join(folder, `${release}.sql`), 'utf8'));
  db.close();
  return file;
}

for (const release of releases) {
  describe(`a store of the ${release} release`, () => {
    it('shows all that it showed then', async () => {
      const lines = readFileSync(join(folder, `${release}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      const content = await contentOf(sqliteStore(storeOf(release), { now }));
      assert.deepEqual(
        content.map((payment) => JSON.stringify(payment)),
        lines,
      );
    });

    it('goes on where it stopped', async () => {
      await using shop = await openShop({ store: sqliteStore(storeOf(release), { now }) });
      const { wallet, service } = shop;
      shop.orders.set('paid', { amount: '199.90', currency: 'UAH' });
      const again = await shop.pay({ order: 'paid', token: 'another' }, 'another-key');
      assert.equal(await codeOf(again), 'already_paid');
      const repeated = await shop.pay({ order: 'paid', token: 'token of paid' }, 'key-of-failed');
      assert.equal(await codeOf(repeated), 'idempotency_key_reused');
      service.on('/v1/get-status', () => ({ status: 'paid', amount: '199.90' }));
      shop.wait(1000);
      await wallet.reconcile();
      shop.wait(60_000);
      await wallet.reconcile();
      const changes = shop.changes.map(({ order, outcome }) => `${order} ${outcome}`);
      assert.ok(changes.includes('unknown succeeded'), changes.join());
      assert.ok(changes.includes('undelivered succeeded'), changes.join());
      const sent = service.calls.length;
      await wallet.refund('refunded', { amount: '50.00', key: 'return' });
      assert.equal(
        service.calls.slice(sent).some(({ path }) => path === '/v1/void'),
        false,
      );
    });
  });
}
