// @ts-nocheck
import type { Amount, Outcome, Wallet } from '@wallet-buttons/protocol';
import { fromMinor } from '@wallet-buttons/protocol';
import { isUndecided, outcomeOf } from './attempt.ts';
import type { Attempt } from './attempt.ts';

/** What a merchant is told, at least once, under an id that stays. */
export interface StatusChange {
  /** The same for every delivery of this change. */
  readonly id: string;
  readonly order: string;
  readonly wallet: Wallet | null;
  readonly outcome: Outcome;
  /** The service's own word. */
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly previous: Outcome;
  /** ISO 8601. */
  readonly at: string;
}

/** The frozen amount, as money. */
export function amountOf(attempt: Attempt): Amount {
  const { amountMinor, currency } = attempt;
  return { amount: fromMinor(amountMinor, currency), currency };
}

/** The news in a change for the merchant, or `null` when there is none. */
export function newsOf(before: Attempt, after: Attempt): StatusChange | null {
  if (after.state === 'created' || isUndecided(after.state)) return null;
  const outcome = outcomeOf(after.state);
  const previous = outcomeOf(before.state);
  if (outcome === previous && after.status === before.status) return null;
  return {
    id: `${after.id}.${String(after.version)}`,
    order: after.order,
    wallet: after.wallet,
    outcome,
    status: after.status,
    ...amountOf(after),
    previous,
    at: new Date(after.updatedAt).toISOString(),
  };
}
