import type { OrderRecord } from '../order/record.ts';
import type { Records } from './store.ts';
import type { DatabaseTime } from './types.ts';

/** A record as it was read, or as it was written. */
export interface Reading extends DatabaseTime {
  readonly record: OrderRecord;
  /** 0: the order has no record yet. */
  readonly version: number;
  /** How far the database's time is ahead of the clock, in milliseconds. */
  readonly lead: number;
  /** It was not read for this change: another process may have changed it. */
  readonly isCarried?: true;
}

/** So many orders are carried … */
const mostOrders = 1000;
/** … for so long, in milliseconds. */
export const carriedFor = 10_000;

/**
 * The records that this process has just read or written: a change of one saves its reading. Each is used once. Whether it
 * is still what the database has shows when it is saved.
 */
export class CarriedRecords {
  readonly #readings = new Map<string, Reading>();
  readonly #clock: () => number;

  /** @param records its clock, where it is one of this process. Another one has measured what passed since a reading. */
  constructor({ now = () => performance.now() }: Pick<Records, 'now'>) {
    this.#clock = now;
  }

  /** How far a time that the store has just given is ahead of the clock. Later it seems earlier than it is, never later. */
  leadOf(at: number): number {
    return at - this.#clock();
  }

  keep(reading: Reading): void {
    const { order } = reading.record;
    this.#readings.delete(order);
    this.#readings.set(order, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > mostOrders && oldest !== undefined) this.#readings.delete(oldest);
  }

  /** The record of an order at the present time of the database, if it is carried. */
  take(order: string): Reading | null {
    const reading = this.#readings.get(order);
    if (!reading) return null;
    this.#readings.delete(order);
    const at = Math.floor(this.#clock() + reading.lead);
    if (at > reading.at + carriedFor) return null;
    const attempts = reading.record.attempts.map((attempt) => ({ ...attempt, readAt: at }));
    return { ...reading, at, record: { ...reading.record, attempts }, isCarried: true };
  }

  forget(order: string): void {
    this.#readings.delete(order);
  }
}
