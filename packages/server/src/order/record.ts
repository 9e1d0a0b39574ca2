import type { ReportRequest } from '@wallet-buttons/protocol';
import type { Actor } from './actor.ts';
import type { Attempt } from './attempt.ts';
import type { AttemptState } from './state.ts';
import type { StatusChange } from './change.ts';
import type { Operation } from './operation.ts';

/** One line of an attempt's history. */
export interface HistoryEvent extends Actor {
  readonly attempt: string;
  readonly from: AttemptState;
  readonly to: AttemptState;
  /**
   * `pay`, `webhook`, `get-status`, `review`, …; with the amount that the service named, if it is a wrong one.
   * `hold ends: 48 h`: the shop was notified of that.
   */
  readonly cause: string;
  /** The provider status that came with it. */
  readonly status: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** What a page reported of the order: what ended in the payer's browser, in codes alone. */
export interface PageReport extends Omit<ReportRequest, 'order'> {
  /** When the report came. Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** All that is known of one order of one merchant. Nothing but the functions of `order/` changes it. */
export interface OrderRecord {
  readonly order: string;
  /** Oldest first, as operations and history are. */
  readonly attempts: readonly Attempt[];
  readonly operations: readonly Operation[];
  readonly history: readonly HistoryEvent[];
  /** The changes that the merchant has not accepted yet, oldest first. */
  readonly changes: readonly StatusChange[];
  /** When the oldest change is due, and how often its delivery was tried; `null` without a change. */
  readonly delivery: { readonly at: number; readonly tries: number } | null;
  /** The last ten, oldest first. No rule looks at them, since anyone who may ask about the order can send one. */
  readonly reports: readonly PageReport[];
  /**
   * The attempts that ended without money before the last three, a line each, oldest first: see `earlier.ts`. No rule parses
   * them all.
   */
  readonly earlier: string;
  /** When the shop opened it again for payers; 0: never. Milliseconds since 1970, by the database's clock. */
  readonly reopenedAt: number;
  /** Its details were pruned, but not its keys. It is in no list until a payment of it changes. */
  readonly isShrunk: boolean;
}

/** A record, and what a function of `order/` gives back beside it. */
export interface Changed<Result> {
  readonly record: OrderRecord;
  readonly result: Result;
}

export function emptyRecord(order: string): OrderRecord {
  const nothing = { attempts: [], operations: [], history: [], changes: [], reports: [] };
  return { order, ...nothing, delivery: null, earlier: '', reopenedAt: 0, isShrunk: false };
}
