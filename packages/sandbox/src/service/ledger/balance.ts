import { minorFromText } from '../../money.ts';
import type { Payout, Session } from '../control-api.ts';
import { leftOf } from './session-amounts.ts';

/** What the merchant has at the service before any payment. */
export interface Opening {
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units. */
  readonly minor: number;
}

/** What the merchant has, in the currency of the account: payments in others do not count. */
export class Balance {
  readonly currency: string;
  /** Minor units. */
  minor: number;
  /** What each record has added. */
  readonly #credits = new Map<Session | Payout, number>();

  constructor({ currency, minor }: Opening) {
    this.currency = currency;
    this.minor = minor;
  }

  countSession(session: Session): void {
    const { operations, currency } = session;
    const remainder = operations.reduce((sum, operation) => sum + leftOf(operation, currency), 0);
    this.#credit(session, currency === this.currency ? remainder : 0);
  }

  countPayout(payout: Payout): void {
    const minor = minorFromText(payout.amount, this.currency) ?? 0;
    this.#credit(payout, payout.status === 'refunded' ? 0 : -minor);
  }

  /** In place of what the record added before. */
  #credit(record: Session | Payout, minor: number): void {
    this.minor += minor - (this.#credits.get(record) ?? 0);
    this.#credits.set(record, minor);
  }
}
