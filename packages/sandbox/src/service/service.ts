/** What every operation of the service works with. */
import type { Clockwork } from './clockwork.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { ScenarioBook } from './payment/scenario-book.ts';
import type { WebhookSender } from './webhook/sender.ts';
import type { Wire } from './wire/wire.ts';

/** The merchant as the service registered it. */
export interface MerchantAccount {
  readonly id: string;
  /** Shown in wallet A's sheet and on the bank's page. */
  readonly name: string;
  /** ISO 4217; the terminal knows one currency. */
  readonly currency: string;
  /** Domains registered for wallet A; undefined allows every one. */
  readonly domains: readonly string[] | undefined;
  /** The processor that wallet B's tokens are encrypted for. */
  readonly gateway: string;
  /** The terminal that a wallet B token has to be made for; undefined allows every one. */
  readonly gatewayMerchantId: string | undefined;
}

/** One running service. */
export interface Service {
  readonly merchant: MerchantAccount;
  readonly ledger: Ledger;
  readonly scenarios: ScenarioBook;
  readonly webhooks: WebhookSender;
  readonly clockwork: Clockwork;
  readonly wire: Wire;
  /** The prefix under which the payer's browser reaches the service, without a slash at the end. */
  readonly publicUrl: string;
}
