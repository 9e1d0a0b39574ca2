import type { Shop } from './shop.ts';

/** One statement about a merchant's backend. */
export interface Check {
  /** Stable, such as `pay.double-press`. */
  readonly id: string;
  /** What a right backend does. */
  readonly promise: string;
  /** What a failure costs the merchant or the payer. */
  readonly cost: string;
  /** It takes up to a minute: it begins before the others, and runs beside them. */
  readonly waits?: true;
  /** It runs before those that run side by side: its scenario is about all orders, or it counts the calls of all. */
  readonly alone?: true;
  /** It runs once the others have ended. */
  readonly last?: true;
  /** How many orders it pays; default 1. */
  readonly orders?: number;
  /** It runs only where the run knows how to restart the backend, or which headers a page sends. */
  readonly needs?: 'restart' | 'headers';
  /** @throws Finding if the backend does something else */
  readonly run: (shop: Shop) => Promise<void>;
}
