import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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

/** A file of orders, and one of the changes in the order in which they came. */
export const fileBooks: Books = {
  add: (folder, references) => {
    const file = join(folder, 'orders.json');
    const orders = JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>;
    for (const reference of references) orders[reference] = { reference, ...price };
    writeFileSync(file, JSON.stringify(orders));
  },
  outcome: (folder) => {
    const file = join(folder, 'changes.jsonl');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    // The last line may not be written whole yet.
    const changes = lines
      .slice(0, -1)
      .map(
        (line) => JSON.parse(line) as { readonly order: string; readonly order_outcome: string },
      );
    return changes.findLast(({ order }) => order === 'A-1001')?.order_outcome ?? '';
  },
};
