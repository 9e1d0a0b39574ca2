import { randomInt } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** An order as this shop keeps it; any shop has something of the kind already. */
export interface Order {
  readonly id: string;
  /** Decimal string. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** `open`, then the outcome of its payment. */
  readonly status: string;
}

/** Only the server knows the prices. */
const prices: ReadonlyMap<string, string> = new Map([['meadow', '199.90']]);

/** No letter that could be read as a digit. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The shop's own table of orders. */
export class Orders {
  readonly #db: DatabaseSync;

  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec(`
      PRAGMA journal_mode = WAL;
      CREATE TABLE IF NOT EXISTS orders (
        id TEXT PRIMARY KEY, amount TEXT NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL
      ) STRICT;`);
  }

  /** A new order at the list price; undefined for a product that is not on the list. */
  open(product: string): Order | undefined {
    const amount = prices.get(product);
    if (amount === undefined) return undefined;
    const order = { id: `A-${randomLetters(6)}`, amount, currency: 'UAH', status: 'open' };
    this.#db
      .prepare('INSERT INTO orders (id, amount, currency, status) VALUES (?, ?, ?, ?)')
      .run(order.id, order.amount, order.currency, order.status);
    return order;
  }

  /** Null if there is no such order. */
  find(id: string): Order | null {
    const row = this.#db.prepare('SELECT * FROM orders WHERE id = ?').get(id);
    // Only `open` writes the columns.
    return (row as Order | undefined) ?? null;
  }

  setStatus(id: string, status: string): void {
    this.#db.prepare('UPDATE orders SET status = ? WHERE id = ?').run(status, id);
  }
}

function randomLetters(count: number): string {
  return Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
