import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { merchantsQuery } from './database.ts';

/** So many orders of each merchant. */
function databaseOf(
  test: { readonly after: (end: () => void) => void },
  counts: Readonly<Record<string, number>>,
) {
  const db = new DatabaseSync(':memory:');
  test.after(() => {
    db.close();
  });
  db.exec(
    'CREATE TABLE wallet_order (merchant TEXT, order_ref TEXT, PRIMARY KEY (merchant, order_ref))',
  );
  const insert = db.prepare(`WITH RECURSIVE number (n) AS (
      SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)
    INSERT INTO wallet_order SELECT :merchant, n FROM number`);
  for (const [merchant, count] of Object.entries(counts)) insert.run({ merchant, count });
  return db;
}

describe('the merchants of a database', () => {
  it('are each named once, however many orders they have', (test) => {
    const db = databaseOf(test, { 17: 300, 18: 1, '': 2, 'shop@test': 40 });
    const merchants = db
      .prepare(merchantsQuery)
      .all()
      .map(({ merchant }) => merchant);
    assert.deepEqual(merchants, ['', '17', '18', 'shop@test']);
  });

  it('are an empty list in a database without payments', (test) => {
    assert.deepEqual(databaseOf(test, {}).prepare(merchantsQuery).all(), []);
  });

  it('are found by the key of the table, without reading each order', (test) => {
    const db = databaseOf(test, { 17: 3 });
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${merchantsQuery}`).all();
    const tableSteps = steps
      .map(({ detail }) => String(detail))
      .filter((step) => step.includes('wallet_order'));
    assert.equal(tableSteps.length, 2);
    for (const step of tableSteps) assert.match(step, /^SEARCH wallet_order USING COVERING INDEX/);
  });
});
