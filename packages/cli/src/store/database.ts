import type { Store } from '@wallet-buttons/server';

/** An open database of payments. */
export interface Database {
  /** The merchants with payments in it, by their names in the store. */
  readonly merchants: readonly string[];
  readonly store: Store;
  readonly close: () => Promise<void>;
}
