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

/** The conditions for a row of a list: only those that it needs, so that an index serves each of them. */
export function conditionsOf({ state, needsReview, holdEndsBefore, after }: ListFilter): string {
  return [
    'opened_at >= CAST(:since AS BIGINT)',
    ...(needsReview ? ['review = 1'] : []),
    ...(state === null ? [] : ['state = :state']),
    ...(holdEndsBefore === null ? [] : ['hold_ends_at < CAST(:holdEndsBefore AS BIGINT)']),
    // Rows are not compared as a whole: in MySQL such a comparison searches no index.
    ...(after === null
      ? []
      : [
          'opened_at <= CAST(:openedAt AS BIGINT)',
          '(opened_at < CAST(:openedAt AS BIGINT) OR id < :attempt)',
        ]),
  ].join(' AND ');
}

/** The values of its conditions. */
export function listValues({ state, since, holdEndsBefore, after, limit }: ListFilter) {
  return { state, since, holdEndsBefore, limit, ...after };
}
