import { freshFor, type StoredRecord } from './records.ts';

/** A record as it was read, or as this process has written it since. */
export interface RecentRecord {
  readonly stored: StoredRecord;
  /** When the database gave its time, `stored.at`, by the monotonic clock. */
  readonly readAt: number;
}

const mostRecords = 1000;

/**
 * The records that this process has just read or written: the next step of a payment need not read its record again. A
 * store refuses a write if another process wrote first, or if the time is not the database's.
 */
export class RecentRecords {
  readonly #byOrder = new Map<string, RecentRecord>();

  /** Keeps a record until it is taken, or until many others came. */
  put(record: RecentRecord): void {
    const { order } = record.stored;
    this.#byOrder.delete(order);
    this.#byOrder.set(order, record);
    const [oldest] = this.#byOrder.keys();
    if (oldest !== undefined && this.#byOrder.size > mostRecords) this.#byOrder.delete(oldest);
  }

  /** Gives the record of an order to one caller; `null` if it is not known, or if its reading is no longer fresh. */
  take(order: string): RecentRecord | null {
    const record = this.#byOrder.get(order);
    this.#byOrder.delete(order);
    return record && performance.now() - record.readAt < freshFor ? record : null;
  }
}

/** A record as of now: its time is the database's of the reading, and what has passed since, never more. */
export function asOfNow({ stored, readAt }: RecentRecord): StoredRecord {
  // The database rounds its time to milliseconds.
  const passed = Math.floor(performance.now() - readAt) - 1;
  return { ...stored, at: stored.at + Math.max(passed, 0) };
}
