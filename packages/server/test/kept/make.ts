/**
 * Writes what this release stores, and what it reads there, for the releases after it: run once before a release whose
 * stored form is new, `node --conditions=@wallet-buttons/source packages/server/test/kept/make.ts NAME`. What a release
 * wrote is never written again.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { now, startShop } from '../shop.ts';
import { lost, refusing } from '../paid-shop.ts';
import { contentOf } from './content.ts';

const [, , name] = process.argv;
if (name === undefined) throw new RangeError('Name the release: make.ts NAME.');
const base = new URL(name, import.meta.url);
if (existsSync(`${base.pathname}.sql`)) throw new RangeError(`${name} is kept already.`);

const file = join(temporaryFolder(), 'payments.db');
await using shop = await startShop({
  store: sqliteStore(file, { now }),
  paymentsPerMinute: 1000,
  onStatusChange: ({ order }) => {
    if (order === 'undelivered') throw new Error('The shop is down.');
  },
});
const { wallet, service } = shop;

/** Pays an order; the service answers the token with this status, and every question after it. */
async function pay(order: string, status: string): Promise<void> {
  shop.orders.set(order, { amount: '199.90', currency: 'UAH' });
  service.on('/v1/pay-token', ({ body }) => {
    const answer = { status, amount: '199.90' };
    service.statuses.set(String(body['session_id']), answer);
    return answer;
  });
  const answer = await shop.pay({ order, token: `token of ${order}` }, `key-of-${order}`);
  if (!answer.ok) throw new Error(await answer.text());
  await wallet.drain();
}

/** Takes an operation, after which the session has that status. */
function takes(path: string, status: object): void {
  service.on(path, ({ body }, response) => {
    service.statuses.set(String(body['session_id']), status);
    response.end('null');
    return null;
  });
}

await pay('paid', 'paid');
await pay('failed', 'failed');
await pay('unknown', 'processing');
await pay('held', 'holded');
await pay('undelivered', 'paid');
await pay('captured', 'holded');
takes('/v1/complete-hold', { status: 'paid', amount: '150.00' });
await wallet.capture('captured', { amount: '150.00', key: 'capture', by: 'anna' });
await pay('refunded', 'paid');
takes('/v1/void', { status: 'partially_refunded', amount: '199.90', refund_amount: '50.00' });
await wallet.refund('refunded', { amount: '50.00', key: 'return', reason: 'a torn sleeve' });
await pay('refused', 'paid');
service.on('/v1/void', refusing('insufficient_funds'));
await wallet.refund('refused', { key: 'return' }).catch(() => null);
await pay('open', 'paid');
service.on('/v1/void', lost);
await wallet.refund('open', { amount: '10.00', key: 'return' });
for (let attempt = 1; attempt <= 5; attempt += 1) {
  shop.orders.set('tried', { amount: '199.90', currency: 'UAH' });
  service.on('/v1/pay-token', () => ({ status: 'failed', reason: 'insufficient_funds' }));
  await shop.pay({ order: 'tried' });
  await wallet.drain();
  shop.wait(61_000);
}
await wallet.close();

const db = new DatabaseSync(file, { readOnly: true });
const text = (value: SQLOutputValue): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
const tables = db
  .prepare('SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name')
  .all();
const lines = tables.flatMap(({ name: table, sql }) => {
  const isTable = String(sql).startsWith('CREATE TABLE');
  const rows = isTable ? db.prepare(`SELECT * FROM ${String(table)}`).all() : [];
  const inserts = rows.map(
    (row) => `INSERT INTO ${String(table)} VALUES (${Object.values(row).map(text).join(', ')});`,
  );
  return [`${String(sql)};`, ...inserts];
});
writeFileSync(`${base.pathname}.sql`, `${lines.join('\n')}\n`);
const content = await contentOf(sqliteStore(file, { now }));
const orders = content.map((payment) => JSON.stringify(payment));
writeFileSync(`${base.pathname}.jsonl`, `${orders.join('\n')}\n`);
