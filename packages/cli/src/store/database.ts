import type { Store } from '@wallet-buttons/server';

/** A database of payments that is open. */
export interface Database {
  /** Who has payments in it, as the store names them. */
  readonly merchants: readonly string[];
  readonly store: Store;
  readonly close: () => Promise<void>;
}
