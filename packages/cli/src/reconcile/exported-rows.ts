import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { Attempt } from '@wallet-buttons/server';
import type { Exported } from './exported.ts';

/** The names of one payment. A row without ids is found by its order. */
export type PaymentNames = Pick<Attempt, 'order' | 'sessionId' | 'paymentId'>;

const columns =
  'line, id, payment_id, session_id, order_ref, kind, status, amount, refunded, currency, fee, at';
const find = `SELECT ${columns} FROM row`;
const ofOrder = `(order_ref = :order OR order_ref = '')`;

/**
 * The rows of one export, in a temporary file: an export may be larger than the memory. Each row is matched with a
 * payment of the store once.
 */
export class ExportedRows {
  // SQLite deletes a file without a name when it is closed.
  readonly #db = new DatabaseSync('');
  readonly #add;
  readonly #find;
  readonly #match;

  constructor() {
    this.#db
      .exec(`CREATE TABLE row (line INTEGER PRIMARY KEY, id TEXT, payment_id TEXT, session_id TEXT,
      order_ref TEXT, kind TEXT, status TEXT, amount INTEGER, refunded INTEGER, currency TEXT, fee INTEGER,
      at INTEGER, name TEXT UNIQUE, is_matched INTEGER DEFAULT 0);
      CREATE INDEX row_payment ON row (payment_id) WHERE payment_id <> '';
      CREATE INDEX row_session ON row (session_id) WHERE session_id <> '';
      CREATE INDEX row_order ON row (order_ref) WHERE order_ref <> '';
      BEGIN;`);
    const values = columns.replaceAll(/(\w+)/g, ':$1');
    this.#add = this.#db.prepare(
      `INSERT INTO row (${columns}, name) VALUES (${values}, :name) ON CONFLICT (name) DO NOTHING`,
    );
    this.#find = this.#db.prepare(
      `${find} WHERE payment_id = :payment AND payment_id <> '' AND ${ofOrder}
      UNION ${find} WHERE session_id = :session AND session_id <> '' AND ${ofOrder}
      UNION ${find} WHERE order_ref = :order AND order_ref <> '' AND payment_id = '' AND session_id = ''
      ORDER BY line`,
    );
    this.#match = this.#db.prepare('UPDATE row SET is_matched = 1 WHERE line = :line');
  }

  /** @returns whether it is new: `false` for a row that the export has already. */
  add(row: Exported): boolean {
    const { paymentId, sessionId, order, ...rest } = row;
    const columns = { payment_id: paymentId, session_id: sessionId, order_ref: order };
    return this.#add.run({ ...rest, ...columns, name: nameOf(row) }).changes === 1;
  }

  /** The rows of a payment, which are matched with it from then on. */
  matchedWith({ order, sessionId, paymentId }: PaymentNames): readonly Exported[] {
    const matches = this.#find.all({ order, session: sessionId, payment: paymentId ?? '' });
    const rows = matches.map(rowOf);
    for (const { line } of rows) this.#match.run({ line });
    return rows;
  }

  /** The rows that no payment was matched with, in the order of the file. */
  *rest(): Generator<Exported> {
    const next = this.#db.prepare(
      `${find} WHERE is_matched = 0 AND line > :after ORDER BY line LIMIT 1000`,
    );
    for (let lastLine = 0; ;) {
      const rows = next.all({ after: lastLine }).map(rowOf);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      lastLine = last.line;
    }
  }

  /** Whether a row of {@link rest} was matched since it was read. */
  isMatched({ line }: Exported): boolean {
    const row = this.#db.prepare('SELECT is_matched FROM row WHERE line = :line').get({ line });
    return row?.['is_matched'] === 1;
  }

  /** The times of the first and the last row. */
  times(): { readonly first: number; readonly last: number } | null {
    const row = this.#db.prepare('SELECT MIN(at) AS first, MAX(at) AS last FROM row').get();
    const { first = null, last = null } = row ?? {};
    return first === null || last === null ? null : { first: Number(first), last: Number(last) };
  }

  close(): void {
    this.#db.close();
  }
}

/** What a second row of the same thing has in common with it: a payment has one row, and may go back in parts. */
function nameOf({ id, paymentId, sessionId, order, kind, amount, at }: Exported): string {
  const parts = [kind, id === '' ? [paymentId, sessionId, order] : id];
  return JSON.stringify(kind === 'payment' ? parts : [...parts, amount, at]);
}

function rowOf(row: Readonly<Record<string, SQLOutputValue>>): Exported {
  const text = (name: string): string => String(row[name]);
  const number = (name: string): number | null => (row[name] === null ? null : Number(row[name]));
  return {
    line: Number(row['line']),
    id: text('id'),
    paymentId: text('payment_id'),
    sessionId: text('session_id'),
    order: text('order_ref'),
    kind: text('kind') as Exported['kind'],
    status: text('status'),
    amount: Number(row['amount']),
    refunded: number('refunded'),
    currency: text('currency'),
    fee: number('fee'),
    at: number('at'),
  };
}
