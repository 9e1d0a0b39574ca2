import { invalidConfig, WalletServerError } from '../errors.ts';
import type { DueRow, Queue } from '../order/due.ts';

export type { DueRow, Queue };

/** One attempt as a list filters it. */
export interface ListRow {
  readonly attempt: string;
  readonly openedAt: number;
  readonly state: string;
  readonly needsReview: boolean;
  /** When its hold ends, in milliseconds since 1970; `null` without one. */
  readonly holdEndsAt: number | null;
}

/** A record as it was read. */
export interface StoredRecord {
  readonly order: string;
  /** 0: the order has no record yet. */
  readonly version: number;
  /** The text that was saved. */
  readonly body: string | null;
  readonly due: readonly DueRow[];
  /** The database's time of the reading, in milliseconds since 1970. */
  readonly at: number;
  /** The time from which on one clock has measured: see `clockSince` of an attempt. */
  readonly clockSince: number;
}

/** Everything that one change of a record writes. */
export interface RecordWrite {
  readonly order: string;
  /** As it was read. */
  readonly version: number;
  /** The version that it gets. The first one of a record is its time: a removed record never had it. */
  readonly next: number;
  /** The time that the rules took: the database's of the reading. */
  readonly at: number;
  /** `null` removes the record. */
  readonly body: string | null;
  /** For {@link Records.settle}; `null`: nothing may go. */
  readonly settledAt: number | null;
  readonly keys: Changes<string>;
  readonly due: Changes<DueRow>;
  readonly rows: Changes<ListRow>;
}

/** What is written anew or again, and what is removed, by attempt or subject or, of keys, by themselves. */
export interface Changes<Row> {
  readonly put: readonly Row[];
  readonly remove: readonly string[];
}

/** How a record is looked up: by its order, by one of its keys, or by the id of one of its attempts. */
export type RecordQuery =
  | { readonly order: string }
  | { readonly key: string }
  | { readonly attempt: string };

/** What is claimed, and for how long: in the queue `first` what became due last, in the others the longest due. */
export interface Claim {
  /** The first of them comes first. */
  readonly queues: readonly Queue[];
  readonly limit: number;
  /** In milliseconds. It doubles with each try, up to `longest`. */
  readonly lease: number;
  readonly longest: number;
  /** No time is set further ahead, in milliseconds: one that is has come from a clock that was set back, and is due. */
  readonly furthest: number;
}

/** A record, and what of it was claimed; `tries` without this time. */
export interface ClaimedRecord extends StoredRecord {
  readonly subject: string;
  readonly tries: number;
}

/** A page of the listing, newest first. */
export interface ListFilter {
  readonly state: string | null;
  readonly needsReview: boolean;
  readonly since: number;
  /** Only rows whose hold ends before this time. */
  readonly holdEndsBefore: number | null;
  /** The last row of the page before. */
  readonly after: { readonly openedAt: number; readonly attempt: string } | null;
  readonly limit: number;
}

export interface ListedRecord extends StoredRecord {
  readonly attempt: string;
}

/**
 * A change whose time is longer ago, or ahead, is decided anew on another reading: no clock but the database's counts.
 */
export const freshFor = 10_000;

/**
 * The records of one merchant in a database. It knows no rule: what a record means is decided in `order/`. Every
 * method is one transaction, durable when its promise resolves; otherwise it rejects with `store_failed`.
 */
export interface Records {
  /** The store's clock, where it is one of this process: milliseconds since 1970. */
  readonly now?: () => number;
  /** Reads a record. An order without one gives version 0; a key or an attempt that is not known gives `null`. */
  readonly load: (lookup: RecordQuery) => Promise<StoredRecord | null>;
  /**
   * Writes a record with its keys, due times, rows and next version.
   * @returns `stale`: nothing was written, because another write came first, or its time is longer ago than
   * {@link freshFor} or ahead of the database's. `reused`: nothing was written, because a new key belongs to an order already.
   */
  readonly save: (write: RecordWrite) => Promise<'saved' | 'stale' | 'reused'>;
  /** Reads the time, and whether anything is due. Its cost does not grow with what is due later. */
  readonly look: () => Promise<{ readonly at: number; readonly isDue: boolean }>;
  /**
   * Reads records that are due, those of the first queue first, and postpones each for the time of the lease.
   * No other process has claimed them. Its cost does not grow with what is due later.
   */
  readonly claim: (claim: Claim) => Promise<readonly ClaimedRecord[]>;
  /**
   * Reads the records of the first `limit` times in a queue that are due within `horizon` milliseconds, each record once,
   * the longest due first. It claims nothing. Its cost does not grow with what stands behind them.
   */
  readonly queued: (
    queue: Queue,
    horizon: number,
    limit: number,
  ) => Promise<readonly StoredRecord[]>;
  /** Reads the records of a page, one for each row, in the order of the rows. */
  readonly list: (filter: ListFilter) => Promise<readonly ListedRecord[]>;
  /** Reads up to `limit` records of which a part may go since a time before `cutoff`, the oldest first. */
  readonly settle: (cutoff: number, limit: number) => Promise<readonly StoredRecord[]>;
}

/** A database of payments; it may serve several merchants. */
export interface Store {
  /** @param merchant names the merchant at one service. No other merchant sees its records. */
  readonly forMerchant: (merchant: string) => Records;
  /** Opens the database and updates its tables, so that an error shows at the start. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The error of a method whose transaction failed. */
export function failed(cause: unknown): Error {
  if (cause instanceof WalletServerError) return cause;
  return new WalletServerError('store_failed', 'The payment database failed.', { cause });
}

export function newerRelease(): WalletServerError {
  return invalidConfig('A newer release wrote the payment database.', {
    suggestion: 'Run that release, or a later one.',
  });
}

/**
 * Checks a database that is only read, and so not updated.
 * @param version the version of its tables. @param expectedVersion that of this release.
 * @throws {WalletServerError} `config_invalid` for another release.
 */
export function checkRelease(version: number, expectedVersion: number): void {
  if (version > expectedVersion) throw newerRelease();
  if (version === expectedVersion) return;
  throw invalidConfig('An older release wrote the payment database.', {
    suggestion:
      'Start the server of this release once, which updates it, or read it by that release.',
  });
}
