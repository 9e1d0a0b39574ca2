import type { TestCard } from '../cards.ts';
import type { WalletBSettings } from '../settings/google-pay.ts';
import { sandboxToken } from '../tokens/sandbox-token.ts';
import { allAccounts, type Account, type PayerAddress } from './account.ts';
import { fullAddress, intermediateAddress } from './address.ts';
import type { Intent } from './callbacks.ts';
import { type Members, optional } from '../sheet/members.ts';
import type { PaymentDataRequest } from './payment-data-request.ts';
import { developerError } from './payments-error.ts';
import { readOffers, readShippingOptions, type Offer, type ShippingOptions } from './shipping.ts';
import { readTransactionInfo, type Transaction } from './transaction.ts';

/** The trigger of a question to the page. */
export type Trigger = 'INITIALIZE' | 'SHIPPING_ADDRESS' | 'SHIPPING_OPTION' | 'OFFER';

/** A change of the payer, by its id; an offer by its code, and an empty code removes all. */
export interface Choice {
  readonly what: 'account' | 'address' | 'shippingOption' | 'couponCode';
  readonly id: string;
}

/** The order of the open sheet, with the choices of the payer. */
export class OpenOrder {
  readonly #request: PaymentDataRequest;
  #transaction: Transaction;
  #options: ShippingOptions | undefined;
  #offers: readonly Offer[];
  #codes: readonly string[] = [];
  #account: Account = allAccounts[0];
  #address: PayerAddress | undefined;

  constructor(request: PaymentDataRequest) {
    this.#request = request;
    this.#transaction = request.transaction;
    this.#options = request.shippingOptions;
    this.#offers = request.offers;
    [this.#address] = this.addresses;
  }

  get transaction(): Transaction {
    return this.#transaction;
  }

  get options(): ShippingOptions | undefined {
    return this.#options;
  }

  get offers(): readonly Offer[] {
    return this.#offers;
  }

  /** The addresses of the account to which the page ships; empty if it does not ask for an address. */
  get addresses(): readonly PayerAddress[] {
    const { shippingAddress } = this.#request;
    if (!shippingAddress) return [];
    const { countries } = shippingAddress;
    return this.#account.addresses.filter(
      ({ countryCode }) => countries?.includes(countryCode) ?? true,
    );
  }

  /** Records a choice of the payer. Returns the trigger of the question, if the page listens to it. */
  choose({ what, id }: Choice): Trigger | undefined {
    switch (what) {
      case 'account':
        this.#account = allAccounts.find((account) => account.id === id) ?? this.#account;
        [this.#address] = this.addresses;
        return this.#asks('INITIALIZE');
      case 'address':
        this.#address = this.addresses.find((address) => address.id === id);
        return this.#asks('SHIPPING_ADDRESS');
      case 'shippingOption':
        if (this.#options) this.#options = { ...this.#options, chosen: id };
        return this.#asks('SHIPPING_OPTION');
      case 'couponCode':
        this.#codes = id === '' ? [] : [...this.#codes.filter((code) => code !== id), id];
        return this.#asks('OFFER');
    }
  }

  /** `IntermediatePaymentData`: a trigger, and the data for each intent of the request. */
  intermediate(callbackTrigger: Trigger, card: TestCard | undefined): Members {
    const { shippingAddress } = this.#request;
    const wants = (intent: Intent): boolean => this.#request.intents.includes(intent);
    return {
      callbackTrigger,
      ...(wants('SHIPPING_ADDRESS') &&
        shippingAddress &&
        this.#address && { shippingAddress: intermediateAddress(this.#address, shippingAddress) }),
      ...(wants('SHIPPING_OPTION') &&
        this.#options && { shippingOptionData: { id: this.#options.chosen } }),
      ...(wants('OFFER') && { offerData: { redemptionCodes: this.#codes } }),
      ...(wants('PAYMENT_METHOD') &&
        card && {
          paymentMethodData: { type: 'CARD', info: { cardNetwork: card.network.toUpperCase() } },
        }),
    };
  }

  /** Applies `PaymentDataRequestUpdate` whole. @throws a DEVELOPER_ERROR if the sheet cannot show it */
  update(answer: Members): void {
    const transaction = this.#updatedTransaction(answer['newTransactionInfo']);
    const options = this.#updatedOptions(answer['newShippingOptionParameters']);
    const offers = optional(readOffers)(answer['newOfferInfo']);
    this.#transaction = transaction;
    this.#options = options;
    this.#offers = offers ?? this.#offers;
  }

  /** Removes the last code, which the page refused. */
  withdrawOffer(): void {
    this.#codes = this.#codes.slice(0, -1);
  }

  /** `PaymentData`, with a new token each time, unless the settings have the one of a gateway. */
  async paymentData(card: TestCard, settings: WalletBSettings): Promise<Members> {
    const { card: method, shippingAddress, email } = this.#request;
    const [billingAddress] = this.#account.addresses;
    const token = settings.gatewayToken || (await this.#mintToken(card, settings.recipientKey));
    return {
      apiVersion: 2,
      apiVersionMinor: 0,
      ...(email && { email: this.#account.email }),
      ...(shippingAddress &&
        this.#address && { shippingAddress: fullAddress(this.#address, shippingAddress) }),
      ...(this.#options && { shippingOptionData: { id: this.#options.chosen } }),
      ...(this.#codes.length > 0 && { offerData: { redemptionCodes: this.#codes } }),
      paymentMethodData: {
        type: 'CARD',
        description: `${card.label} •••• ${card.last4}`,
        info: {
          cardNetwork: card.network.toUpperCase(),
          cardDetails: card.last4,
          cardFundingSource: card.funding,
          ...(method.assuranceDetails && {
            assuranceDetails: {
              accountVerified: true,
              cardHolderAuthenticated: card.auth === 'CRYPTOGRAM_3DS',
            },
          }),
          ...(method.billingAddress && {
            billingAddress: fullAddress(billingAddress, method.billingAddress),
          }),
        },
        tokenizationData: {
          type: method.recipient.tokenization,
          token,
        },
      },
    };
  }

  async #mintToken(card: TestCard, gatewayKey: string): Promise<string> {
    const { recipientId, gatewayMerchantId, recipientKey } = this.#request.card.recipient;
    return sandboxToken({
      wallet: 'wallet-b',
      card,
      recipientId,
      ...(gatewayMerchantId !== undefined && { gatewayMerchantId }),
      ...(gatewayKey !== '' && { recipientKey: gatewayKey }),
      ...(recipientKey !== undefined && { recipientKey }),
    });
  }

  #updatedTransaction(input: unknown): Transaction {
    if (input === undefined) return this.#transaction;
    const transaction = readTransactionInfo(input);
    if (transaction.currency !== this.#transaction.currency) {
      throw developerError('newTransactionInfo must not change currencyCode.');
    }
    if (transaction.refusal !== undefined) throw developerError(transaction.refusal);
    return transaction;
  }

  #updatedOptions(input: unknown): ShippingOptions | undefined {
    if (input === undefined || !this.#options) return this.#options;
    const { chosen } = this.#options;
    const newOptions = readShippingOptions(input);
    const stays = newOptions.options.some(({ id }) => id === chosen);
    return { ...newOptions, ...(stays && { chosen }) };
  }

  #asks(trigger: Trigger): Trigger | undefined {
    const { intents } = this.#request;
    const isAsked =
      trigger === 'INITIALIZE'
        ? intents.some((intent) => intent !== 'PAYMENT_AUTHORIZATION')
        : intents.includes(trigger);
    return isAsked ? trigger : undefined;
  }
}
