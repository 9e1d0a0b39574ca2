import type { StatusChange } from '../order/change.ts';
import type { Attempt } from '../order/attempt.ts';
import type { AttemptState } from '../order/state.ts';
import type { DueQueue } from '../order/due.ts';
import type { Changed, OrderRecord } from '../order/record.ts';

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

/** How an attempt is looked up. `order` alone finds the leading attempt: see `leading` in `attempt.ts`. */
export type AttemptQuery = OrderQuery | { readonly idempotencyKey: string };

/** The payments of a list, newest first. */
export interface ListQuery {
  readonly needsReview?: boolean;
  readonly state?: AttemptState;
  /** Payments of any of these states, in place of `state`. */
  readonly states?: readonly AttemptState[];
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

/** Which record is changed: the one of an order, of an attempt, or of a session. The attempt that is named is in it. */
export type OrderQuery =
  | { readonly order: string }
  | { readonly order: string; readonly id: string }
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
  readonly earlierAttempts: number;
  /** Too many failed within a day: no payer can pay the order until it is opened again. */
  readonly tooManyAttempts: boolean;
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
