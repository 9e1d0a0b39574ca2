import type { ListFilter } from '../records/store.ts';

/**
 * The index by which a list is read. It is named in the statement: without statistics a database may take the one of
 * all payments, and read everything to find a few.
 */
export function listIndex({ state, needsReview, holdEndsBefore }: ListFilter): string {
  if (needsReview) return 'wallet_attempt_review';
  if (holdEndsBefore !== null) return 'wallet_attempt_hold';
  return state === null ? 'wallet_attempt_opened' : 'wallet_attempt_state';
}
