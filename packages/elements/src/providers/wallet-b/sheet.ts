import type { FieldError } from '@wallet-buttons/protocol';
import type { Texts } from '../../texts.ts';
import type { PaymentSheet, SheetEnd, SheetPage } from '../provider.ts';
import { choiceSupport } from './choice-support.ts';
import { payerOf } from './contact.ts';
import type { SharedClient } from './client.ts';
import { failure, statusOf } from './failure.ts';
import type { Offer } from './intents.ts';

/** The settings of the open sheet. */
interface SheetConfig {
  readonly intents: readonly string[];
  readonly offers: readonly Offer[];
  readonly texts: Partial<Texts>;
}

/** Opens a sheet of the provider. */
export function openSheet(
  client: SharedClient,
  request: object,
  page: SheetPage,
  { intents, offers, texts }: SheetConfig,
): PaymentSheet {
  const choices = choiceSupport();
  /** The answer that keeps the sheet open for another card. */
  const refusal = (error: FieldError | undefined) =>
    choices && error
      ? choices.errorOf(error, intents)
      : {
          reason: 'PAYMENT_DATA_INVALID',
          intent: 'PAYMENT_AUTHORIZATION',
          message:
            error?.message ??
            texts.notCharged ??
            'Nothing was charged. Try again or choose another card.',
        };
  void client
    .open(request, {
      async onPaymentAuthorized(data) {
        const { token } = data.paymentMethodData.tokenizationData;
        const { success, errors } = await page.authorize({
          token,
          ...payerOf(data),
        });
        return success
          ? { transactionState: 'SUCCESS' }
          : { transactionState: 'ERROR', error: refusal(errors?.[0]) };
      },
      onPaymentDataChanged: async (data) => choices?.changed(data, page, intents, offers) ?? {},
    })
    .then(() => undefined, endOf)
    .then(page.closed);
  return {
    // The provider offers no way to close its sheet. It stays, and the next sheet uses another client.
    abort: client.forget,
  };
}

/** The end of a sheet after a rejection of the provider. */
function endOf(error: unknown): SheetEnd {
  return statusOf(error).statusCode === 'CANCELED' ? 'closed' : failure(error);
}
