import type { ShopBackend } from '../shop-backend.ts';

/** A backend with one mistake. */
export interface Mutant {
  /** The id of the check that has to fail. */
  readonly check: string;
  readonly mistake: string;
  readonly Backend: typeof ShopBackend;
}

/** The same mistake fails several checks. */
export function failing(
  checks: readonly string[],
  mistake: string,
  Backend: typeof ShopBackend,
): readonly Mutant[] {
  return checks.map((check) => ({ check, mistake, Backend }));
}
