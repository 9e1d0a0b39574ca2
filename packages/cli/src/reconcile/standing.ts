import type { Attempt, AttemptState } from '@wallet-buttons/server';
import type { Profile } from '@wallet-buttons/service-client';
import type { Exported } from './exported.ts';

/** Where the money of a payment is; `open`: no outcome yet. */
export type Standing = 'open' | 'none' | 'held' | 'charged' | 'returned';

/** Where it is by the status of a row. */
export type StandingOf = (row: Pick<Exported, 'status'>) => Standing;

const standings = {
  untouched: 'none',
  created: 'open',
  sending: 'open',
  unknown: 'open',
  pending: 'open',
  awaiting_bank: 'open',
  authorized: 'held',
  rejected: 'none',
  abandoned: 'none',
  expired: 'none',
  failed: 'none',
  paid: 'charged',
  paid_off: 'charged',
  disputed: 'charged',
  refunded: 'returned',
  cancelled: 'returned',
} as const satisfies Record<AttemptState | 'untouched', Standing>;

export function standingIn(profile: Profile): StandingOf {
  return ({ status }) => standings[profile.meaningOf(status) ?? 'untouched'];
}

/** Where the money was before any of it went back. */
export function standingHere({ state, charged }: Attempt): Standing {
  return charged > 0 ? 'charged' : standings[state];
}
