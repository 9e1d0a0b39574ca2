import type { Shop } from './shop.ts';

/** One statement about a merchant's backend. */
export interface Check {
  /** Stable, such as `pay.double-press`. */
  readonly id: string;
  /** What a right backend does. */
  readonly promise: string;
  /** What a failure costs the merchant or the payer. */
  readonly cost: string;
  /** @throws Finding if the backend does something else */
  readonly run: (shop: Shop) => Promise<void>;
}
