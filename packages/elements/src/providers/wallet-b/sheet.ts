import type { FieldError } from '@wallet-buttons/protocol';
import { PaymentCancelled } from '../../errors.ts';
import type { Texts } from '../../texts.ts';
import { sheetSupport } from '../../sheet/support.ts';
import type { PaymentSheet, SheetPage } from '../provider.ts';
import { payerOf } from './address.ts';
import type { Callbacks, IntermediateData, PaymentData, SharedClient } from './client.ts';
import { failure, statusOf } from './failure.ts';
import type { Offer } from './request.ts';

/** What the sheet was opened with. */
interface SheetConfig {
  readonly intents: readonly string[];
  readonly offers: readonly Offer[];
  readonly texts: Partial<Texts>;
}

/** An open sheet of the provider. */
export class WalletBSheet implements PaymentSheet, Callbacks {
  readonly closed: Promise<PaymentCancelled | undefined>;
  readonly #client: SharedClient;
  readonly #page: SheetPage;
  readonly #config: SheetConfig;
  #settle: (end: PaymentCancelled) => void = () => undefined;

  /** Opens the sheet. */
  constructor(client: SharedClient, request: object, page: SheetPage, config: SheetConfig) {
    this.#client = client;
    this.#page = page;
    this.#config = config;
    const aborted = new Promise<PaymentCancelled>((resolve) => {
      this.#settle = resolve;
    });
    this.closed = Promise.race([aborted, client.open(request, this).then(() => undefined, ended)]);
  }

  /** The provider offers no way to close its sheet: it is left alone, and the next one has another client. */
  abort(): void {
    this.#client.forget();
    this.#settle(new PaymentCancelled('aborted'));
  }

  /** The sheet waits for this; an error keeps it open for another card. */
  async onPaymentAuthorized(data: PaymentData): Promise<object> {
    const { token } = data.paymentMethodData.tokenizationData;
    const { success, errors } = await this.#page.authorize({ token, ...payerOf(data) });
    return success ? { transactionState: 'SUCCESS' } : this.#refusal(errors?.[0]);
  }

  onPaymentDataChanged(data: IntermediateData): Promise<object> {
    const { intents, offers } = this.#config;
    const support = sheetSupport()?.walletB;
    return support ? support.changed(data, this.#page, intents, offers) : Promise.resolve({});
  }

  #refusal(error: FieldError | undefined): object {
    const { intents, texts } = this.#config;
    const support = sheetSupport()?.walletB;
    if (error && support) {
      const intent = support.intentOf(error, intents);
      return { transactionState: 'ERROR', error: support.errorOf(error, intent) };
    }
    const message = texts.notCharged ?? 'This card was not charged. Choose another.';
    return {
      transactionState: 'ERROR',
      error: { reason: 'PAYMENT_DATA_INVALID', intent: 'PAYMENT_AUTHORIZATION', message },
    };
  }
}

/** How a rejection of the provider ends the sheet. */
function ended(error: unknown): PaymentCancelled {
  if (statusOf(error).statusCode === 'CANCELED') return new PaymentCancelled('closed');
  throw failure(error);
}
