import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import type { OrderHistory } from '@wallet-buttons/server';
import type { Exported } from './exported.ts';

const columns =
  'line, id, payment_id, session_id, order_ref, kind, status, amount, is_negative, refunded, currency, fee, at';
const find = `SELECT ${columns} FROM row`;

/**
 * The rows of one export, and those of earlier ones that are carried over, in a temporary file: an export may be larger
 * than the memory. Each row is taken once, with its order.
 */
export class ExportedRows {
  // SQLite deletes a file without a name when it is closed.
  readonly #db = new DatabaseSync('');
  readonly #add;
  readonly #findOfOrder;
  readonly #findOfPayment;
  readonly #take;
  readonly #remove;
  #hasRowsWithoutOrder = false;

  constructor() {
    this.#db
      .exec(`CREATE TABLE row (line INTEGER PRIMARY KEY, id TEXT, payment_id TEXT, session_id TEXT,
      order_ref TEXT, kind TEXT, status TEXT, amount INTEGER, is_negative INTEGER, refunded INTEGER, currency TEXT,
      fee INTEGER, at INTEGER, name TEXT UNIQUE, is_taken INTEGER DEFAULT 0);
      CREATE INDEX row_payment ON row (payment_id) WHERE payment_id <> '' AND order_ref = '';
      CREATE INDEX row_session ON row (session_id) WHERE session_id <> '' AND order_ref = '';
      CREATE INDEX row_order ON row (order_ref) WHERE order_ref <> '';
      BEGIN;`);
    const values = columns.replaceAll(/(\w+)/g, ':$1');
    this.#add = this.#db.prepare(
      `INSERT INTO row (${columns}, name) VALUES (${values}, :name) ON CONFLICT (name) DO NOTHING`,
    );
    this.#findOfOrder = this.#db.prepare(
      `${find} WHERE order_ref = :order AND order_ref <> '' ORDER BY line`,
    );
    this.#findOfPayment = this.#db.prepare(
      `${find} WHERE payment_id = :payment AND payment_id <> '' AND order_ref = ''
      UNION ${find} WHERE session_id = :session AND session_id <> '' AND order_ref = '' ORDER BY line`,
    );
    this.#remove = this.#db.prepare('DELETE FROM row WHERE line = :line');
    this.#take = this.#db.prepare('UPDATE row SET is_taken = 1 WHERE line = :line');
  }

  /** @returns whether it is new: `false` for a row that the export has already. */
  add(row: Exported): boolean {
    const { paymentId, sessionId, order, isNegative, ...rest } = row;
    this.#hasRowsWithoutOrder ||= order === '';
    const ids = { payment_id: paymentId, session_id: sessionId, order_ref: order };
    const values = { ...rest, ...ids, is_negative: Number(isNegative), name: nameOf(row) };
    return this.#add.run(values).changes === 1;
  }

  /**
   * Removes the refunds without a sign if others have one: money that came again after a refund has no kind of its own.
   */
  removeContradictory(): readonly Exported[] {
    const kinds = `kind IN ('refund', 'void', 'chargeback') AND line > 0`;
    const negative = this.#db.prepare(`${find} WHERE ${kinds} AND is_negative = 1 LIMIT 1`).get();
    if (!negative) return [];
    const rows = this.#db
      .prepare(`${find} WHERE ${kinds} AND is_negative = 0 AND amount > 0`)
      .all();
    for (const { line = 0 } of rows) this.#remove.run({ line });
    return rows.map(rowOf);
  }

  /** Takes the rows of an order and its payments. Rows without an order are found by the ids of a payment. */
  take({ attempts }: Pick<OrderHistory, 'attempts'>): readonly Exported[] {
    const [first] = attempts;
    if (!first) return [];
    const nameless = this.#hasRowsWithoutOrder ? attempts : [];
    const found = [
      ...this.#findOfOrder.all({ order: first.order }),
      ...nameless.flatMap(({ paymentId, sessionId: session }) =>
        this.#findOfPayment.all({ payment: paymentId ?? '', session }),
      ),
    ].map(rowOf);
    const rows = new Map(found.map((row) => [row.line, row]));
    for (const line of rows.keys()) this.#take.run({ line });
    return [...rows.values()];
  }

  /** The rows that were not taken, in the order of the file. */
  *rest(): Generator<Exported> {
    const next = this.#db.prepare(
      `${find} WHERE is_taken = 0 AND line > :after ORDER BY line LIMIT 1000`,
    );
    for (let lastLine = -Number.MAX_SAFE_INTEGER; ;) {
      const rows = next.all({ after: lastLine }).map(rowOf);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      lastLine = last.line;
    }
  }

  /** Whether a row of {@link rest} was taken since it was read. */
  isTaken({ line }: Exported): boolean {
    const row = this.#db.prepare('SELECT is_taken FROM row WHERE line = :line').get({ line });
    return row?.['is_taken'] === 1;
  }

  /** The times of the first and the last row of the export. */
  times(): { readonly first: number; readonly last: number } | null {
    const row = this.#db
      .prepare('SELECT MIN(at) AS first, MAX(at) AS last FROM row WHERE line > 0')
      .get();
    const { first = null, last = null } = row ?? {};
    return first === null || last === null ? null : { first: Number(first), last: Number(last) };
  }

  /** How many rows of the export are not of a period. */
  countOutside({ start, end }: { readonly start: number; readonly end: number }): number {
    const row = this.#db
      .prepare('SELECT COUNT(*) AS count FROM row WHERE line > 0 AND (at < :start OR at >= :end)')
      .get({ start, end });
    return Number(row?.['count']);
  }

  close(): void {
    this.#db.close();
  }
}

/**
 * What a second row of the same thing has in common with it. A payment with an id has one row; without one, an order may be
 * paid for twice. Money may go back in parts.
 */
function nameOf({ line, id, paymentId, sessionId, order, kind, ...row }: Exported): string {
  const { amount, isNegative, status, at } = row;
  if (line < 0) return String(line);
  const names = [kind, id === '' ? [paymentId, sessionId, order] : id];
  if (kind === 'payment' && `${id}${paymentId}${sessionId}` !== '') return JSON.stringify(names);
  // A fee need not name anything.
  const isNamed = kind !== 'fee' && kind !== 'other';
  const otherwise = isNamed || id !== '' ? [] : [line];
  return JSON.stringify([...names, amount, isNegative, status, at, ...otherwise]);
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
    isNegative: row['is_negative'] === 1,
    refunded: number('refunded'),
    currency: text('currency'),
    fee: number('fee'),
    at: number('at'),
  };
}
