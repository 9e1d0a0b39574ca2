import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { price } from '../settings.ts';

/** Where a shop keeps its orders. */
export interface Books {
  /** Adds orders to the shop in a folder. */
  readonly add: (folder: string, references: readonly string[]) => void;
  /** The last outcome that the shop stored for its own order; empty before the first. */
  readonly outcome: (folder: string) => string;
}

/** The table `orders` of a SQLite database. */
export const databaseBooks: Books = {
  add: (folder, references) => {
    using database = new DatabaseSync(join(folder, 'orders.db'), { timeout: 5000 });
    const insert = database.prepare(
      'INSERT INTO orders (reference, amount, currency) VALUES (?, ?, ?)',
    );
    database.exec('BEGIN');
    for (const reference of references) insert.run(reference, price.amount, price.currency);
    database.exec('COMMIT');
  },
  outcome: (folder) => {
    const options = { readOnly: true, timeout: 5000 };
    using database = new DatabaseSync(join(folder, 'orders.db'), options);
    const row = database.prepare("SELECT outcome FROM orders WHERE reference = 'A-1001'").get();
    return String(row?.['outcome'] ?? '');
  },
};

type Orders = Record<string, Readonly<Record<string, string>>>;

/** The file `orders.json`. */
export const fileBooks: Books = {
  add: (folder, references) => {
    const orders = ordersIn(folder);
    for (const reference of references) orders[reference] = { reference, ...price };
    writeFileSync(join(folder, 'orders.json'), JSON.stringify(orders));
  },
  outcome: (folder) => ordersIn(folder)['A-1001']?.['outcome'] ?? '',
};

function ordersIn(folder: string): Orders {
  return JSON.parse(readFileSync(join(folder, 'orders.json'), 'utf8')) as Orders;
}
