import type { StatusChange } from '../order/change.ts';
import type { Attempt } from '../order/attempt.ts';
import type { AttemptState } from '../order/state.ts';
import type { DueQueue } from '../order/due.ts';
import type { Changed, OrderRecord, PageReport } from '../order/record.ts';

/** A change that is not delivered yet. */
export interface UndeliveredChange {
  readonly change: StatusChange;
  /** The number of earlier attempts to deliver it. */
  readonly tries: number;
  /** Its age, in milliseconds. */
  readonly age: number;
}

/** What waits. Each count ends at 500, ages are in milliseconds. */
export interface Backlog {
  /** The payments that are due for a question to the service. */
  readonly due: number;
  /** For how long the first of them has been due. */
  readonly dueFor: number;
  /** The orders with a change that the merchant has not accepted. */
  readonly undelivered: number;
  /** The age of the oldest such change. */
  readonly undeliveredFor: number;
}

/** An attempt that is due, and the queue that it stood in. */
export interface DueAttempt {
  readonly attempt: Attempt;
  readonly queue: DueQueue;
}

/** How an attempt is looked up. `order` finds the leading attempt: see `leading` in `attempt.ts`. */
export type AttemptQuery =
  | { readonly id: string }
  | { readonly order: string }
  | { readonly sessionId: string }
  | { readonly idempotencyKey: string };

/** The payments of a list, newest first. */
export interface ListQuery {
  readonly needsReview?: boolean;
  readonly state?: AttemptState;
  /** Only holds that end before this time, in milliseconds since 1970. */
  readonly holdEndsBefore?: number;
  /** Only attempts opened at or after this time, in milliseconds since 1970. */
  readonly since?: number;
  /** Only attempts opened before this time, in milliseconds since 1970. */
  readonly until?: number;
  /** 50 by default, 500 at most. */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

/**
 * The payments of one merchant. Every method is one transaction, durable when its promise resolves; otherwise it
 * rejects with `store_failed`. Leases and times are measured by the database's clock.
 */
export interface Payments {
  /** Finds one attempt. */
  readonly find: (lookup: AttemptQuery) => Promise<Attempt | null>;
  /** The attempts of an order with their history and operations, oldest first. */
  readonly history: (order: string) => Promise<OrderHistory>;
  /**
   * Reads the record of an order, decides what becomes of it, and writes that; again if another write came first.
   * `decide` is a function without effects. If it returns the record that it was given, nothing is written.
   * @param cause for the one who watches the store: `pay`, `webhook`, `get-status`, …
   * @returns the result of `decide`, or why nothing was written. `reused`: another order has a token or a key of the
   * record. `null`: no record has this session or this attempt.
   */
  readonly change: <Result>(
    lookup: OrderQuery,
    cause: string,
    decide: Decide<Result>,
  ) => Promise<Result | 'stale' | 'reused' | null>;
  /**
   * Adds what a page reported of an order. It is written once, and given up if another write came first: a report is no
   * reason to keep a payment waiting.
   */
  readonly report: (order: string, report: Omit<PageReport, 'at'>) => Promise<void>;
  /**
   * Claims up to `limit` due attempts, those of the first queue first, and postpones each by `lease` milliseconds.
   * Without `queues`, from all. In the queue `first` the newest comes first, because its payer waits, and in the others
   * the longest due.
   */
  readonly claimDue: (
    limit: number,
    lease: number,
    queues?: readonly DueQueue[],
  ) => Promise<readonly DueAttempt[]>;
  /**
   * Claims up to `limit` due undelivered changes, only the oldest of each order, and postpones each by
   * 30 seconds, and by more after each failure.
   */
  readonly claimUndelivered: (limit: number) => Promise<readonly UndeliveredChange[]>;
  /** Reads the orders with undelivered changes, the next to be delivered first, and claims none. */
  readonly undelivered: (limit: number) => Promise<readonly UndeliveredOrder[]>;
  readonly backlog: () => Promise<Backlog>;
  /** One page; `next` is missing on the last one. */
  readonly list: (
    query: ListQuery,
  ) => Promise<{ readonly attempts: readonly Attempt[]; readonly next?: string }>;
  /** One page of the orders in the list, each once with its history; those with the newest attempt come first. */
  readonly orders: (query: {
    readonly limit: number;
    readonly cursor?: string;
  }) => Promise<{ readonly orders: readonly OrderHistory[]; readonly next?: string }>;
  /**
   * Deletes attempts last changed before `before` (milliseconds since 1970) that are final, close no order, wait for
   * no review, have nothing undelivered and are not asked about any more, with their history and the reports of that
   * time, and the reports of orders without attempts. Their operations stay while the order has another attempt.
   * Returns the number of attempts.
   * @param options.paid shrinks the records of charged orders, too, once the service is not asked about them any more:
   * they stay closed, keep their amounts, operations and keys, and are in no list. Counted in the result.
   */
  readonly prune: (before: number, options?: { readonly paid?: boolean }) => Promise<number>;
}

/** Which record is changed: the one of an order, of an attempt, or of a session. */
export type OrderQuery =
  | { readonly order: string }
  | { readonly id: string }
  | { readonly sessionId: string };

/** The time by the database, and the time from which on one clock has measured: see `clockSince` of an attempt. */
export interface DatabaseTime {
  readonly at: number;
  readonly clockSince: number;
}

/** Decides what becomes of a record. `stale`: it is not as the caller believes. */
export type Decide<Result> = (
  record: OrderRecord,
  time: DatabaseTime,
) => Changed<Result> | 'stale' | 'reused';

/** What is known of an order. */
export type OrderHistory = Pick<OrderRecord, 'attempts' | 'operations' | 'reports'> & {
  readonly events: OrderRecord['history'];
  /** How many more attempts ended without money before the last three; only a line is kept of each. */
  readonly earlierAttempts?: number;
  /** Too many failed within a day: no payer can pay the order until it is opened again. */
  readonly tooManyAttempts?: boolean;
};

/** The undelivered changes of an order. */
export interface UndeliveredOrder {
  /** Oldest first. */
  readonly changes: readonly StatusChange[];
  /** How often the first one was tried. */
  readonly tries: number;
  /** When it is tried next. Milliseconds since 1970. */
  readonly at: number;
}
