import type { Store } from '@wallet-buttons/server';

/**
 * The merchants of a SQLite or PostgreSQL database. It looks for one after another in the key of the table: there
 * `DISTINCT` reads each order to find a few.
 */
export const merchantsQuery = `WITH RECURSIVE found (merchant) AS (
    SELECT MIN(merchant) FROM wallet_order
    UNION ALL SELECT (SELECT MIN(merchant) FROM wallet_order WHERE merchant > found.merchant)
      FROM found WHERE found.merchant IS NOT NULL)
  SELECT merchant FROM found WHERE merchant IS NOT NULL ORDER BY merchant`;

/** An open database of payments. */
export interface Database {
  /** The merchants with payments in it, by their names in the store. */
  readonly merchants: readonly string[];
  readonly store: Store;
  readonly close: () => Promise<void>;
}
