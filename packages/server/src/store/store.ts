import type { Attempt } from '../attempt.ts';
import type { StatusChange } from '../status-change.ts';

/**
 * How an attempt is looked up. `order` finds the one that counts: paid, else one that closes the order (its
 * token is at work, or it is flagged `mismatch` and its money not given back), else live, else newest.
 */
export type AttemptQuery =
  | { readonly id: string }
  | { readonly order: string }
  | { readonly sessionId: string }
  | { readonly idempotencyKey: string };

/** News for the merchant, kept in the outbox until they are delivered, one after another for each order. */
export interface News {
  readonly change: StatusChange;
  /**
   * When {@link Store.claimNews} hands them out: until then they are left to whoever wrote them. Those that
   * are queued are due as soon as their turn comes.
   */
  readonly dueAt: number;
}

/** What goes into the same transaction as a saved attempt. */
export interface SaveNote {
  /** Why it changed, for the audit trail: `pay`, `webhook`, `get-status`, … */
  readonly cause: string;
  readonly from: Attempt['state'];
  readonly news: News | null;
}

/**
 * `untold`: saved, with news that are not for the writer to tell: older ones of the order come first, or
 * another attempt has paid it, and what becomes of this one is no news of the order.
 * `stale`: another write came first, or another attempt has closed the order; read again.
 * `token_reused`, `key_reused`: another attempt holds that hash or key.
 */
export type SaveResult = 'saved' | 'untold' | 'stale' | 'token_reused' | 'key_reused';

/** A webhook as it is kept: no payload, so no payer's data. */
export interface WebhookNote {
  /** Equal for the same fact, however often and in whichever version it arrives. */
  readonly key: string;
  readonly sessionId: string;
  readonly version: string;
  readonly status: string;
  /** Its signature was verified. Only then is one for an unknown session kept. */
  readonly verified: boolean;
  readonly at: number;
}

/**
 * Where payments survive. Every method is one transaction, durable when its promise resolves; it
 * rejects when that is not so. Times are milliseconds since 1970.
 */
export interface Store {
  /** Inserts the draft unless its order has a live attempt; answers the live one. */
  readonly open: (draft: Attempt) => Promise<Attempt>;
  readonly find: (by: AttemptQuery) => Promise<Attempt | null>;
  /**
   * Writes `next` where the stored version is `next.version - 1`, with the audit line and the news.
   * Once it was sent, only how it stands may differ from what is stored, and what becomes `sending` differs in
   * how it is sent alone. An attempt may not become `sending` while another of its order is pending, at the
   * bank, authorized or paid, or is flagged `mismatch` and its money not given back. It is stored as live only
   * while no other of its order is.
   */
  readonly save: (next: Attempt, note: SaveNote) => Promise<SaveResult>;
  /** Takes up to `limit` attempts whose check is due, the longest due first, and puts it off by `lease`. */
  readonly claimDue: (now: number, limit: number, lease: number) => Promise<readonly Attempt[]>;
  /**
   * Keeps the note and answers the attempt that has its session, as it is stored then; made due now,
   * as if it had never been asked about, where `isNews` says that the webhook may change it.
   */
  readonly noteWebhook: (
    note: WebhookNote,
    isNews: (attempt: Attempt) => boolean,
  ) => Promise<Attempt | null>;
  /**
   * Takes up to `limit` undelivered changes that are due, of each order the oldest alone, the longest due
   * first, and puts each one's next delivery off by `lease`. What is due more than two leases ahead was put
   * off by a clock that was set back since: it is due.
   */
  readonly claimNews: (
    now: number,
    limit: number,
    lease: number,
  ) => Promise<readonly StatusChange[]>;
  /** Notes the delivery, and takes the next change of the same order, as {@link Store.claimNews} does. */
  readonly markDelivered: (id: string, now: number, lease: number) => Promise<StatusChange | null>;
  /**
   * For a process that began at `now`: whoever worked on what is left is gone, so everything undecided
   * is due, and an opening that was claimed before may be claimed again.
   */
  readonly recover: (now: number) => Promise<void>;
  readonly close: () => Promise<void>;
}
