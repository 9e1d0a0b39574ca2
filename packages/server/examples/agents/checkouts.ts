import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

export interface Item {
  readonly id: string;
  readonly quantity: number;
}

export interface Checkout {
  readonly id: string;
  readonly agent: string;
  readonly items: readonly Item[];
  /** In minor units. */
  readonly total: number;
  readonly state: 'open' | 'closed' | 'canceled';
  readonly bankPage: string | null;
}

/** In minor units; your own database. */
export const prices = new Map([
  ['honey', 19_990],
  ['seeds', 4_500],
]);

const db = new DatabaseSync('shop.db');
db.exec(`CREATE TABLE IF NOT EXISTS checkouts (
  id TEXT PRIMARY KEY, agent TEXT, items TEXT, total INTEGER, state TEXT, bankPage TEXT)`);

/** @throws {TypeError} if an item or its quantity is not for sale. */
export function createCheckout(agent: string, items: readonly Item[]): string {
  const id = randomUUID();
  const sql = `INSERT INTO checkouts VALUES (?, ?, ?, ?, 'open', NULL)`;
  db.prepare(sql).run(id, agent, JSON.stringify(items), totalOf(items));
  return id;
}

export function findCheckout(id: string): Checkout | null {
  const row = db.prepare('SELECT * FROM checkouts WHERE id = ?').get(id);
  return row ? ({ ...row, items: JSON.parse(String(row.items)) } as unknown as Checkout) : null;
}

/** Changes the items, unless a payment was tried. @throws {TypeError} like `createCheckout`. */
export function changeItems(id: string, items: readonly Item[]): boolean {
  const sql = `UPDATE checkouts SET items = ?, total = ? WHERE id = ? AND state = 'open'`;
  return db.prepare(sql).run(JSON.stringify(items), totalOf(items), id).changes === 1;
}

/** From now on the items stay as they are. */
export function closeCheckout(id: string): boolean {
  const sql = `UPDATE checkouts SET state = 'closed' WHERE id = ? AND state <> 'canceled'`;
  return db.prepare(sql).run(id).changes === 1;
}

/** Cancels, unless a payment was tried: its token may be under way. */
export function cancelCheckout(id: string): boolean {
  const sql = `UPDATE checkouts SET state = 'canceled' WHERE id = ? AND state = 'open'`;
  return db.prepare(sql).run(id).changes === 1;
}

export function keepBankPage(id: string, url: string | undefined): void {
  db.prepare('UPDATE checkouts SET bankPage = ? WHERE id = ?').run(url ?? null, id);
}

function totalOf(items: readonly Item[]): number {
  let total = 0;
  for (const { id, quantity } of items) {
    const price = prices.get(id);
    const isCount = Number.isInteger(quantity) && quantity > 0 && quantity < 100;
    if (price === undefined || !isCount) throw new TypeError('An item is not for sale.');
    total += price * quantity;
  }
  if (total === 0) throw new TypeError('There is no item.');
  return total;
}
