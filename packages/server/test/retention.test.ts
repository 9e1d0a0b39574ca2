import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { sqliteStore } from '../src/store/sqlite.ts';
import { openShop } from './shop.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const [, statements = ''] = /```sql\n([\s\S]*?)```/.exec(readme) ?? [];

describe('what the README deletes', () => {
  test('leaves what is not heard yet, and payments that go on as before', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'retention-'));
    const file = join(folder, 'payments.db');
    const heard: string[] = [];
    let isDeaf = false;
    {
      await using shop = await openShop({
        store: sqliteStore(file),
        onStatusChange: ({ order, status }) => {
          if (isDeaf) throw new Error('Not now.');
          heard.push(`${order} ${status}`);
        },
      });
      shop.orders.set('o-2', { amount: '199.90', currency: 'UAH' });
      await shop.pay();
      await shop.wallet.drain();
      const id = shop.service.to('/v1/pay-token')[0]?.body['session_id'];
      await shop.webhook({ id, status: 'paid_off' });
      await shop.wallet.drain();
      isDeaf = true;
      await shop.pay({ order: 'o-2' });
      await shop.wallet.drain();
      assert.deepEqual(heard, ['o-1 paid', 'o-1 paid_off']);

      const before = Date.now() + 60_000;
      using database = new DatabaseSync(file);
      for (const statement of statements.split(/;.*\n/).filter((text) => text.trim() !== '')) {
        assert.ok(database.prepare(statement).run({ before }).changes > 0, statement);
      }

      isDeaf = false;
      shop.wait(60_000);
      await shop.wallet.reconcile();
      assert.equal((await shop.pay()).status, 409);
      await shop.webhook({ id, status: 'refunded' });
      await shop.wallet.drain();
      assert.deepEqual(heard.slice(2), ['o-2 paid', 'o-1 refunded']);
    }
    rmSync(folder, { recursive: true });
  });
});
