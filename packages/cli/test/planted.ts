import { DatabaseSync } from 'node:sqlite';
import type { Attempt } from '@wallet-buttons/server';
import writeWorkbook from 'write-excel-file/node';
import type { DifferenceKind } from '../src/reconcile/difference.ts';
import { payInto } from './paid.ts';
import { bodyOf, emptyRecord, firstAttempt } from './stored.ts';

/** The columns of an export, as the sandbox writes them, with a fee. */
export const head = [
  'created_at',
  'id',
  'reference',
  'amount',
  'refunded_amount',
  'currency',
  'status',
  'fee',
] as const;

/** A row of an export. */
export type ExportRow = Readonly<Record<(typeof head)[number], string>>;

/** The part of a stored attempt that a comparison reads. */
type Stored = Pick<Attempt, 'order' | 'state' | 'asked' | 'held' | 'charged' | 'refunded'>;

/** One order, here and there. */
interface Both {
  readonly here: Stored | null;
  readonly there: readonly ExportRow[];
}

/** The first time of an order. */
export const start = Date.UTC(2026, 10, 1, 12);
const second = 1000;

/** The fee that the rows have: 1.5 % and 0.10. */
export const fee = { percent: '1.5', fixed: '0.10' };

/** The kinds of a payment that has one row; months.ts plants those of operations. */
type PlantedKind = Exclude<
  DifferenceKind,
  'capture_missing_there' | 'capture_missing_here' | 'chargeback'
>;

/** A difference, as `kind order`. */
export type Planted = `${PlantedKind} ${string}`;

/** What a difference makes of two sides that agree. */
const plants: Readonly<Record<PlantedKind, (both: Both) => Both>> = {
  missing_there: ({ here }) => ({ here, there: [] }),
  missing_here: ({ there }) => ({ here: null, there }),
  second_charge: ({ here, there }) => ({
    here,
    there: [...there, ...there.map((row) => ({ ...row, id: `9${row.id}` }))],
  }),
  duplicate: ({ here, there }) => ({ here, there: [...there, ...there] }),
  amount: ({ here, there }) => changed(here, there, { amount: '7.77', fee: '0.22' }),
  currency: ({ here, there }) => changed(here, there, { currency: 'EUR' }),
  state: ({ here, there }) => changed(here, there, { status: 'failed' }),
  refund_missing_there: ({ here, there }) => ({ here: here && { ...here, refunded: 100 }, there }),
  refund_missing_here: ({ here, there }) => changed(here, there, { refunded_amount: '1.00' }),
  refund_amount: ({ here, there }) =>
    changed(here && { ...here, refunded: 100 }, there, { refunded_amount: '2.00' }),
  void_missing_there: ({ here, there }) => ({
    here: here && { ...here, state: 'cancelled', refunded: here.charged },
    there,
  }),
  void_missing_here: ({ here, there }) => changed(here, there, { status: 'voided' }),
  fee: ({ here, there }) => changed(here, there, { fee: '9.99' }),
  unreadable: ({ here, there }) => ({
    here: here && { ...here, state: 'failed', charged: 0 },
    there: there.map((row) => ({ ...row, status: 'refnded' })),
  }),
};
const kinds = Object.keys(plants) as PlantedKind[];

function changed(
  storedOrder: Stored | null,
  exportRows: readonly ExportRow[],
  change: Partial<ExportRow>,
) {
  return { here: storedOrder, there: exportRows.map((row) => ({ ...row, ...change })) };
}

/**
 * Orders, of which some differ here and there: each kind `each` times.
 * @param count at least 30 times as many as differ.
 */
export function plantedOrders(count: number, each: number) {
  const rows: ExportRow[] = [];
  const storedOrders: (Stored & { readonly index: number })[] = [];
  const differences: Planted[] = [];
  const distance = Math.floor(count / (kinds.length * each));
  for (let index = 0; index < count; index += 1) {
    const place = index / distance;
    const kind =
      Number.isInteger(place) && place < kinds.length * each
        ? kinds[place % kinds.length]
        : undefined;
    const agreement = kind === undefined ? bothOf(index) : paidOf(index);
    const { here, there } = kind === undefined ? agreement : plants[kind](agreement);
    if (kind !== undefined) differences.push(`${kind} ${orderOf(index)}`);
    if (here) storedOrders.push({ ...here, index });
    rows.push(...there);
  }
  return { rows, stored: storedOrders, planted: differences };
}

function orderOf(index: number): string {
  return `A-${String(index)}`;
}

function paidOf(index: number): Both {
  const amount = 1000 + (index % 977);
  const none = { held: 0, charged: amount, refunded: 0 };
  return {
    here: { order: orderOf(index), state: 'paid', asked: amount, ...none },
    there: [rowOf(index, amount, 'paid')],
  };
}

/** Both sides of an order that agree: paid, refunded in part, returned, held, released, or failed. */
function bothOf(index: number): Both {
  const { here, there } = paidOf(index);
  if (!here) return { here, there };
  const { asked } = here;
  const row = (status: string, change: Partial<ExportRow> = {}): readonly ExportRow[] => [
    { ...rowOf(index, asked, status), ...change },
  ];
  const nothing = { ...here, charged: 0 };
  switch (index % 10) {
    case 4:
      return { here: { ...here, refunded: 250 }, there: row('paid', { refunded_amount: '2.50' }) };
    case 5:
      return { here: { ...here, state: 'refunded', refunded: asked }, there: row('refunded') };
    case 6:
      return { here: { ...nothing, state: 'authorized', held: asked }, there: row('holded') };
    case 7:
      return { here: { ...nothing, state: 'cancelled' }, there: row('voided') };
    case 8:
      return { here: { ...nothing, state: 'failed' }, there: row('failed') };
    case 9:
      return { here: { ...nothing, state: 'rejected' }, there: [] };
    default:
      return { here, there };
  }
}

function rowOf(index: number, amount: number, status: string): ExportRow {
  const cost = Math.round(amount * 0.015 + 1e-6) + 10;
  return {
    created_at: new Date(start + index * second).toISOString(),
    id: paymentOf(index),
    reference: orderOf(index),
    amount: (amount / 100).toFixed(2),
    refunded_amount: '0.00',
    currency: 'UAH',
    status,
    fee: (cost / 100).toFixed(2),
  };
}

function paymentOf(index: number): string {
  return String(120_000_000_000 + index);
}

/** Writes the payments into a database that a real server has made. */
export async function storeOrders(
  db: string,
  orders: readonly (Stored & { readonly index: number })[],
): Promise<void> {
  await payInto(db, 'model');
  const file = new DatabaseSync(db);
  const model = file.prepare('SELECT merchant, body FROM wallet_order').get() ?? {};
  const attempt = firstAttempt(String(model['body']));
  const merchant = String(model['merchant']);
  file.exec('BEGIN; DELETE FROM wallet_order; DELETE FROM wallet_attempt; DELETE FROM wallet_due');
  const record = file.prepare(
    'INSERT INTO wallet_order (merchant, order_ref, version, body) VALUES (?, ?, 1, ?)',
  );
  const row = file.prepare(
    'INSERT INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review) VALUES (?, ?, ?, ?, ?, 0)',
  );
  for (const { index, order, ...money } of orders) {
    const openedAt = start + index * second;
    const times = { openedAt, sentAt: openedAt, updatedAt: openedAt, amountsAt: openedAt };
    const ids = { id: `a-${String(index)}`, sessionId: `s-${String(index)}` };
    const ownAttempt = { ...attempt, ...money, ...times, ...ids, paymentId: paymentOf(index) };
    record.run(merchant, order, bodyOf({ ...emptyRecord(order), attempts: [ownAttempt] }));
    row.run(merchant, ids.id, order, openedAt, money.state);
  }
  file.exec('COMMIT');
  file.close();
}

/** An export as CSV. */
export function csvOf(rows: readonly ExportRow[]): string {
  return [head, ...rows.map((row) => head.map((column) => row[column]))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

/** An export as a workbook. */
export async function workbookOf(rows: readonly ExportRow[]): Promise<Buffer> {
  const cells = rows.map((row) =>
    head.map((column) =>
      column === 'amount' || column === 'refunded_amount' || column === 'fee'
        ? { value: Number(row[column]), type: Number }
        : { value: row[column], type: String },
    ),
  );
  const titles = head.map((value) => ({ value }));
  return writeWorkbook([titles, ...cells], { sheet: 'Operations' }).toBuffer();
}
