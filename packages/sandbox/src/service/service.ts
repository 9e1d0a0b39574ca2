/** What every operation of the service works with. */
import type { Clockwork } from './clockwork.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { MerchantAccount } from './merchant-account.ts';
import type { ScenarioBook } from './payment/scenario-book.ts';
import type { WebhookSender } from './webhook/sender.ts';
import type { Wire } from './wire/wire.ts';

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
