import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { Attempt, HistoryEvent, Operation } from '@wallet-buttons/server';
// eslint-disable-next-line no-restricted-imports -- records are written as the server writes them
import { emptyRecord } from '../../server/src/order/record.ts';
// eslint-disable-next-line no-restricted-imports -- the same
import { bodyOf, readRecord } from '../../server/src/records/record-body.ts';
import { payInto } from './paid.ts';

export { bodyOf, emptyRecord };

/** One order of a store: what differs from a payment of 199.90 UAH that {@link payInto} makes. */
export interface StoredOrder {
  readonly order: string;
  readonly attempts: readonly (Partial<Attempt> & Pick<Attempt, 'id' | 'openedAt'>)[];
  readonly operations?: readonly Operation[];
  readonly events?: readonly HistoryEvent[];
}

/** Writes orders into a database that a real server has made. What it has of them before is replaced. */
export async function storeInto(db: string, orders: readonly StoredOrder[]): Promise<void> {
  const model = randomUUID();
  await payInto(db, model);
  const file = new DatabaseSync(db);
  const find = file.prepare('SELECT merchant, body FROM wallet_order WHERE order_ref = ?');
  const { merchant, body } = find.get(model) ?? {};
  const template = firstAttempt(String(body));
  file.exec('BEGIN; DELETE FROM wallet_order; DELETE FROM wallet_attempt; DELETE FROM wallet_due');
  const record = file.prepare(
    'INSERT INTO wallet_order (merchant, order_ref, version, body) VALUES (?, ?, 1, ?)',
  );
  const row = file.prepare(
    'INSERT INTO wallet_attempt (merchant, id, order_ref, opened_at, state, review) VALUES (?, ?, ?, ?, ?, 0)',
  );
  for (const { order, attempts, operations = [], events = [] } of orders) {
    const ownAttempts = attempts.map((change): Attempt => {
      const { openedAt, id } = change;
      const times = { sentAt: openedAt, updatedAt: openedAt, amountsAt: openedAt };
      return { ...template, sessionId: `s-${id}`, paymentId: `p-${id}`, ...times, ...change };
    });
    const parts = { attempts: ownAttempts, operations, history: events };
    record.run(String(merchant), order, bodyOf({ ...emptyRecord(order), ...parts }));
    for (const { id, openedAt, state = 'paid' } of attempts) {
      row.run(String(merchant), id, order, openedAt, state);
    }
  }
  file.exec('COMMIT');
  file.close();
}

/** The attempt of a record with one. */
export function firstAttempt(body: string): Attempt {
  const stored = { order: '', version: 1, body, due: [], at: 0, clockSince: 0 };
  const [attempt] = readRecord(stored).attempts;
  if (!attempt) throw new Error('The record has no attempt.');
  return attempt;
}

/** A refund, capture or void of an attempt that was accepted. */
export function doneOperation(
  kind: Operation['kind'],
  attempt: string,
  amount: number,
  time: string,
): Operation {
  const sentAt = Date.parse(time);
  const id = `${kind}-${attempt}-${time}`;
  return { id, attempt, kind, key: id, amount, before: 0, state: 'done', refusal: '', sentAt };
}
