import type { OrderRef, Outcome, Wallet } from '@wallet-buttons/protocol';
import type { Attempt, AttemptState, NewAttempt } from './attempt.ts';

/** How long a change is left to the process that wrote it, in milliseconds. */
export const deliveryLease = 30_000;

/** What every view of an attempt shows. */
export interface PaymentFacts {
  readonly order: OrderRef;
  readonly attempt: string;
  readonly sessionId: string;
  /** `''` where the service gives a payment no id. */
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

/** What the merchant is told of a payment, at least once, under an id that stays. */
export interface StatusChange extends PaymentFacts {
  /** The same for every delivery of this change. */
  readonly id: string;
  readonly previous: Outcome;
  /** What was charged or is held, else what was asked for: an exact decimal string in major units. */
  readonly amount: string;
  /** What went back of it, in major units. */
  readonly refunded?: string;
  /** ISO 8601, by the database's clock. */
  readonly at: string;
}

/** A change on its way to the merchant. */
export interface UndeliveredChange {
  /** The row's own number, for {@link Payments.delivered}. */
  readonly seq: number;
  readonly change: StatusChange;
  /** How often it was handed out before. */
  readonly tries: number;
  /** How long it has waited, in milliseconds. */
  readonly age: number;
}

/** One line of an attempt's history. */
export interface HistoryEvent {
  readonly attempt: string;
  readonly from: AttemptState;
  readonly to: AttemptState;
  /** `pay`, `webhook`, `get-status`, `review`, … */
  readonly cause: string;
  /** The provider status that came with it. */
  readonly status: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
}

/** What the shop asks for after the payment. */
export type OperationKind = 'capture' | 'void' | 'refund';

/**
 * `sent`: durable before the first byte. `unknown`: no answer; get-status or a webhook has to tell.
 * `done`, `refused`: known.
 */
export type OperationState = 'sent' | 'unknown' | 'done' | 'refused';

/** One capture, void or refund: sent once. */
export interface Operation {
  readonly id: string;
  readonly attempt: string;
  readonly kind: OperationKind;
  /** Calls with the same key are the same operation. */
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
  /** What was charged (capture) or refunded (void, refund) before it, in minor units: what evidence is compared with. */
  readonly before: number;
  readonly state: OperationState;
  /** The service's error code, where it refused. */
  readonly refusal: string;
  /** Milliseconds since 1970, by the database's clock. */
  readonly sentAt: number;
}

/** How an attempt is looked up. `order` finds the one that counts, as `leading` of `attempt.ts` says. */
export type AttemptQuery =
  | { readonly id: string }
  | { readonly order: string }
  | { readonly sessionId: string }
  | { readonly idempotencyKey: string };

/** Which payments a list shows, newest first. */
export interface ListQuery {
  readonly needsReview?: boolean;
  readonly state?: AttemptState;
  /** Only attempts opened at or after this time, in milliseconds since 1970. */
  readonly since?: number;
  /** 50 by default, 500 at most. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly cursor?: string;
}

/** What is written beside the attempt, in the same transaction. */
export interface Write {
  /** Why it changed, for the history. */
  readonly cause: string;
  /**
   * The state before, for the history. A line is written where it differs, unless the state is `created` or
   * `sending` (`sentAt` shows that), or where `change` is given.
   */
  readonly from: AttemptState;
  /** When the reconciler asks next, in milliseconds from the database's now; `null`: never. As stored when left out. */
  readonly checkIn?: number | null;
  /** What the merchant is told; its `at` is the database's now. */
  readonly change?: Omit<StatusChange, 'at'> | null;
  /** The operation whose end this is. */
  readonly operation?: Pick<Operation, 'id' | 'state' | 'refusal'>;
}

/**
 * `attempt`: as it is stored now. `delivery`: the change, leased to the writer, where no older one of the
 * order is undelivered; else `null`, and the outbox delivers it in its turn.
 * `stale`: another write came first, or another attempt closes the order; read again.
 * `token_reused`, `key_reused`: another attempt has that token or idempotency key.
 */
export type Committed =
  | { readonly attempt: Attempt; readonly delivery: UndeliveredChange | null }
  | 'stale'
  | 'token_reused'
  | 'key_reused';

/**
 * The payments of one merchant. Every method is one transaction, durable when its promise resolves; it
 * rejects with `store_failed` when that is not so. Leases and times are measured by the database's clock.
 */
export interface Payments {
  /** Inserts the draft unless its order has a live attempt, or one that closes it; answers the one that counts. */
  readonly insert: (draft: NewAttempt) => Promise<Attempt>;
  readonly find: (by: AttemptQuery) => Promise<Attempt | null>;
  /**
   * Writes `next` where the stored version is `next.version - 1`. An attempt becomes `sending` only while no
   * other of its order closes the order (`closesOrder`); `sentAt` is set then. It is stored as live only while no other of its order is.
   */
  readonly commit: (next: Attempt, write: Write) => Promise<Committed>;
  /** Makes the attempt of a session due now, as if never asked about; `null` if there is no such attempt. */
  readonly hint: (sessionId: string) => Promise<Attempt | null>;
  /** Whether anything is due: one cheap look for an idle pass. */
  readonly isDue: () => Promise<boolean>;
  /** Takes up to `limit` attempts that are due, the longest due first, and puts each off by `lease` milliseconds. */
  readonly claimDue: (limit: number, lease: number) => Promise<readonly Attempt[]>;
  /**
   * Takes up to `limit` undelivered changes that are due, of each order the oldest alone, and puts each off by
   * `lease` milliseconds, longer the more often it failed.
   */
  readonly claimUndelivered: (
    limit: number,
    lease: number,
  ) => Promise<readonly UndeliveredChange[]>;
  /** Marks changes as delivered, by their `seq`. */
  readonly delivered: (seqs: readonly number[]) => Promise<void>;
  /**
   * Keeps an operation before it is sent. Answers the stored one with the same attempt and key where there is
   * one that was not refused (then it is not to be sent); `busy` while another operation of the attempt is `sent`
   * or `unknown`, or where `before` is not what the attempt has charged (capture) or refunded (void, refund) now.
   */
  readonly begin: (
    operation: Omit<Operation, 'state' | 'refusal' | 'sentAt'>,
  ) => Promise<{ readonly operation: Operation; readonly isNew: boolean } | 'busy'>;
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
   * Deletes what may go: attempts last changed before `before` (milliseconds since 1970) that are final, hold no
   * order, wait for no review and have nothing undelivered, with their history. Answers how many.
   */
  readonly prune: (before: number) => Promise<number>;
}

/** Where payments survive; one store may serve several merchants. */
export interface Store {
  /** @param merchant names the merchant at one service; its payments are seen by no other. */
  readonly forMerchant: (merchant: string) => Payments;
  /** Opens the database and brings its tables up to date, so that a fault shows at the start. */
  readonly open: () => Promise<void>;
  readonly close: () => Promise<void>;
}
