import type { Shop } from './shop.ts';

/** One statement about a merchant's backend. */
export interface Check {
  /** Stable, such as `pay.double-press`. */
  readonly id: string;
  /** What a right backend does. */
  readonly promise: string;
  /** What a failure costs the merchant or the payer. */
  readonly cost: string;
  /** It takes up to a minute, and runs beside the others that do. Its scenarios are those of its order. */
  readonly waits?: true;
  /** How many orders it pays; default 1. */
  readonly orders?: number;
  /** It stops and starts the backend: it runs only where the run knows how. */
  readonly restarts?: true;
  /** @throws Finding if the backend does something else */
  readonly run: (shop: Shop) => Promise<void>;
}
