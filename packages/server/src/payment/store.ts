import type { OrderRef, Outcome, Wallet } from '@wallet-buttons/protocol';
import type { Attempt, AttemptState, NewAttempt } from '../order/attempt.ts';

/** The fields that every view of an attempt has. */
export interface PaymentSummary {
  readonly order: OrderRef;
  readonly attempt: string;
  readonly sessionId: string;
  /** `''` if the service gives a payment no id. */
  readonly paymentId: string;
  readonly wallet: Wallet | null;
  readonly outcome: Outcome;
  /** The provider status. */
  readonly status: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly card?: { readonly network?: string; readonly last4?: string };
  /** The bank's reference (RRN). */
  readonly bankReference?: string;
}

/** A change of a payment, delivered to the merchant at least once. */
export interface StatusChange extends PaymentSummary {
  /** The same for every delivery of this change. */
  readonly id: string;
  readonly previous: Outcome;
  /** The amount charged or held, else the amount asked for: an exact decimal string in major units. */
  readonly amount: string;
  /** The refunded part of it, in major units; `0` once a refund turns out to have had no effect. */
  readonly refunded?: string;
  /** ISO 8601, by the database's clock. */
  readonly at: string;
}

/** A change that is not delivered yet. */
export interface UndeliveredChange {
  readonly change: StatusChange;
  /** The number of earlier attempts to deliver it. */
  readonly tries: number;
  /** Its age, in milliseconds. */
  readonly age: number;
}

/** One line of an attempt's history. */
export interface HistoryEvent {
  readonly attempt: string;
  readonly from: AttemptState;
  readonly to: AttemptState;
  /** `pay`, `webhook`, `get-status`, `review`, …; with the amount that the service named, if it is a wrong one. */
  readonly cause: string;
  /** The provider status that came with it. */
  readonly status: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** The operations after a payment. */
export type OperationKind = 'capture' | 'void' | 'refund';

/**
 * `sent`: stored before the first byte left. `unknown`: no answer came; get-status or a webhook will settle it.
 * `done`, `refused`: the outcome is known.
 */
export type OperationState = 'sent' | 'unknown' | 'done' | 'refused';

/** One capture, void or refund; it is sent once. */
export interface Operation {
  readonly id: string;
  readonly attempt: string;
  readonly kind: OperationKind;
  /** Calls with the same key are the same operation. */
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
  /** The amount charged (capture) or refunded (void, refund) before it, in minor units. Evidence is compared with it. */
  readonly before: number;
  readonly state: OperationState;
  /** The service's error code, if it refused; `not_processed` or `dropped` if a later status shows no effect. */
  readonly refusal: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly sentAt: number;
}

/** An operation to begin, worked out on a version of its attempt. */
export type OperationDraft = Omit<Operation, 'state' | 'refusal' | 'sentAt'> &
  Pick<Attempt, 'version'>;

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
  /** Only attempts opened at or after this time, in milliseconds since 1970. */
  readonly since?: number;
  /** 50 by default, 500 at most. */
  readonly limit?: number;
  /** `next` of the previous page. */
  readonly cursor?: string;
}

/** The data that is written with the attempt, in the same transaction. */
export interface Write {
  /** Why it changed, for the history. */
  readonly cause: string;
  /**
   * The previous state, for the history. A line is written if `change` is given, or if the state changes to any
   * other than `created` and `sending` (`sentAt` shows those).
   */
  readonly from: AttemptState;
  /** Writes a line for the history in any case. */
  readonly isNoted?: boolean;
  /** The time until the next check, in milliseconds; `null`: never. When left out, the stored time stays. */
  readonly checkIn?: number | null;
  /** The change to deliver; its `at` is the database's present time. */
  readonly change?: Omit<StatusChange, 'at'> | null;
  /**
   * The operation that changes with this write. One that has ended stays as it is, but for a `done` one, which becomes
   * `refused` with the refusal `dropped`.
   */
  readonly operation?: Pick<Operation, 'id' | 'state' | 'refusal'>;
}

/**
 * `attempt`: the stored attempt. `delivery`: the change, leased to the writer, unless an older change of the order
 * is undelivered; then it is `null`, and the outbox delivers the change in its turn.
 * `stale`: another write came first, or another attempt closes the order; read again.
 * `reused`: another attempt has that token or idempotency key.
 */
export type Committed =
  | { readonly attempt: Attempt; readonly delivery: UndeliveredChange | null }
  | 'stale'
  | 'reused';

/**
 * The payments of one merchant. Every method is one transaction, durable when its promise resolves; otherwise it
 * rejects with `store_failed`. Leases and times are measured by the database's clock.
 */
export interface Payments {
  /** Inserts the draft unless its order has a live or closing attempt. Returns the leading attempt. */
  readonly insert: (draft: NewAttempt) => Promise<Attempt>;
  readonly find: (by: AttemptQuery) => Promise<Attempt | null>;
  /**
   * Writes `next` if the stored version is `next.version - 1`. An attempt becomes `sending`, and gets its `sentAt`, only
   * if no other attempt closes the order (`closesOrder`). It is stored as live only if no other attempt of the order is.
   * A write after the token was sent need not store session, key, token hash and `openedAt` again: they stay.
   */
  readonly commit: (next: Attempt, write: Write) => Promise<Committed>;
  /** Makes the attempt of a session due now and resets its checks; `null` if there is no such attempt. */
  readonly makeDue: (sessionId: string) => Promise<Attempt | null>;
  /** Claims up to `limit` due attempts, the longest due first, and postpones each by `lease` milliseconds. */
  readonly claimDue: (limit: number, lease: number) => Promise<readonly Attempt[]>;
  /**
   * Claims up to `limit` due undelivered changes, only the oldest of each order, and postpones each by
   * 30 seconds, and by more after each failure.
   */
  readonly claimUndelivered: (limit: number) => Promise<readonly UndeliveredChange[]>;
  /** Removes changes that the merchant has accepted. */
  readonly delivered: (changes: readonly StatusChange[]) => Promise<void>;
  /**
   * Stores an operation before it is sent. `null`, and it must not be sent, if the attempt is not at `version` any more,
   * on which the amounts were worked out, while another operation of it is `sent` or `unknown`, or if one with the same
   * key was not refused.
   */
  readonly begin: (operation: OperationDraft) => Promise<Operation | null>;
  /** The attempts of an order with their history and operations, oldest first. */
  readonly history: (order: string) => Promise<{
    readonly attempts: readonly Attempt[];
    readonly events: readonly HistoryEvent[];
    readonly operations: readonly Operation[];
  }>;
  /** One page; `next` is missing on the last one. */
  readonly list: (
    query: ListQuery,
  ) => Promise<{ readonly attempts: readonly Attempt[]; readonly next?: string }>;
  /**
   * Deletes attempts last changed before `before` (milliseconds since 1970) that are final, close no order, wait for
   * no review and have nothing undelivered, with their history. Returns their number.
   */
  readonly prune: (before: number) => Promise<number>;
}

/** Durable payments; one store may serve several merchants. */
export interface Store {
  /** @param merchant names the merchant at one service. No other merchant sees its payments. */
  readonly forMerchant: (merchant: string) => Payments;
  /** Opens the database and updates its tables, so that an error shows at the start. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}
