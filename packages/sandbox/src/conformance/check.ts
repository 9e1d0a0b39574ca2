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

/** What the backend did instead. */
export class Finding extends Error {
  override readonly name = 'Finding';
}

/** @throws Finding with what was seen, unless `right` holds */
export function expect(right: boolean, seen: string): asserts right {
  if (!right) throw new Finding(seen);
}
