import type { Address } from '@wallet-buttons/protocol';
import { PaymentCancelled, WalletError } from '../errors.ts';
import type { PayerData, UnavailableReason } from '../events.ts';
import { loadScript } from './load-script.ts';
import { filled, payerData, words } from './payer.ts';
import type {
  ButtonLook,
  PaymentSheet,
  SheetPage,
  SheetRequest,
  WalletProvider,
} from './provider.ts';

/** The provider's only script. It changes too often for an integrity hash, says the provider. */
const script = 'https://pay.google.com/gp/p/js/pay.js';
const version = { apiVersion: 2, apiVersionMinor: 0 };
const networks = 'AMEX DISCOVER ELECTRON ELO INTERAC JCB MAESTRO MASTERCARD VISA';
const locales =
  'en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh';

/** The tag's own attributes. */
export interface WalletBConfig {
  readonly environment: string;
  readonly gateway: string;
  readonly gatewayMerchantId: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly networks: string;
  readonly authMethods: string;
  readonly existingCardOnly: boolean;
  readonly nonce?: string | undefined;
}

/** The page behind the open sheet. Clients are shared, so their callback cannot know it. */
let current: SheetPage | undefined;
/** One client for all buttons of a configuration: each loads frames of its own. */
const clients = new Map<string, Client>();

/** Google Pay. This file alone knows `google.payments`. */
export class WalletB implements WalletProvider {
  readonly wallet = 'wallet-b';
  readonly validates = false;
  readonly key: string;
  readonly fault: string | undefined;
  readonly #config: WalletBConfig;
  /** What a client is made of, the name of the shared one at the same time. */
  readonly #clientKey: string;
  readonly #merchantInfo: object;
  readonly #method: { readonly type: string; readonly parameters: object };

  constructor(config: WalletBConfig) {
    const { environment, merchantId, merchantName, nonce, existingCardOnly } = config;
    this.#config = config;
    this.#merchantInfo = filled({ merchantId, merchantName });
    this.#method = {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: words(config.authMethods),
        allowedCardNetworks: words(config.networks)
          .map((name) => name.toUpperCase())
          .filter((name) => networks.includes(name)),
      },
    };
    this.#clientKey = JSON.stringify([environment, this.#merchantInfo, nonce]);
    this.key = this.#clientKey + JSON.stringify([this.#method, existingCardOnly]);
    this.fault =
      (!/^(TEST|PRODUCTION)$/.test(environment) && 'environment') ||
      (environment === 'PRODUCTION' && !merchantId && 'merchant-id') ||
      (!config.gateway && 'gateway') ||
      (!config.gatewayMerchantId && 'gateway-merchant-id') ||
      undefined;
  }

  async load(): Promise<void> {
    const { nonce } = this.#config;
    if (!found()) await loadScript(script, filled({ nonce }));
    api();
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    const { existingCardOnly } = this.#config;
    const ready = await this.#client()
      .isReadyToPay({
        ...version,
        allowedPaymentMethods: [this.#method],
        ...(existingCardOnly && { existingPaymentMethodRequired: true }),
      })
      .catch((error: unknown) => {
        throw failure(error);
      });
    if (!ready.result) return isSecureContext ? 'unsupported' : 'insecure-context';
    return existingCardOnly && !ready.paymentMethodPresent ? 'no-card' : undefined;
  }

  button(look: ButtonLook, press: () => void): HTMLElement {
    const locale = look.locale.slice(0, 2).toLowerCase();
    return this.#client().createButton({
      onClick: press,
      allowedPaymentMethods: [this.#method],
      buttonRootNode: look.root,
      buttonSizeMode: 'fill',
      buttonType: look.type,
      buttonColor: look.style === 'black' ? 'black' : 'white',
      ...(look.radius !== undefined && { buttonRadius: look.radius }),
      ...(locale && locales.includes(locale) && { buttonLocale: locale }),
    });
  }

  control(button: HTMLElement): HTMLButtonElement | null {
    return button.querySelector('button');
  }

  open(request: SheetRequest, page: SheetPage): PaymentSheet {
    current = page;
    const closed = this.#client()
      .loadPaymentData(this.#request(request))
      .then(
        () => undefined,
        (error: unknown) => {
          if ((error as { statusCode?: string } | null)?.statusCode !== 'CANCELED') {
            throw failure(error);
          }
          return new PaymentCancelled('closed');
        },
      );
    // The provider offers no way to close its sheet.
    return { closed };
  }

  #client(): Client {
    const { environment, nonce } = this.#config;
    const Client = api();
    const client =
      clients.get(this.#clientKey) ??
      new Client({
        environment,
        merchantInfo: this.#merchantInfo,
        paymentDataCallbacks: { onPaymentAuthorized },
        ...filled({ nonce }),
      });
    clients.set(this.#clientKey, client);
    return client;
  }

  #request(request: SheetRequest): object {
    const { gateway, gatewayMerchantId } = this.#config;
    const asks = (what: string) => request.asks.includes(what);
    return {
      ...version,
      merchantInfo: this.#merchantInfo,
      allowedPaymentMethods: [
        {
          ...this.#method,
          parameters: {
            ...this.#method.parameters,
            ...(asks('billing-address') && {
              billingAddressRequired: true,
              billingAddressParameters: { format: 'FULL', phoneNumberRequired: asks('phone') },
            }),
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway, gatewayMerchantId },
          },
        },
      ],
      transactionInfo: {
        currencyCode: request.shown.currency,
        countryCode: request.country,
        totalPrice: request.shown.amount,
        totalPriceStatus: request.estimated ? 'ESTIMATED' : 'FINAL',
        totalPriceLabel: request.label,
        ...(!request.estimated && { checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE' }),
        ...(request.items[0] && {
          displayItems: request.items.map(({ label, amount, pending }) => ({
            label,
            type: 'LINE_ITEM',
            price: amount,
            status: pending ? 'PENDING' : 'FINAL',
          })),
        }),
      },
      callbackIntents: ['PAYMENT_AUTHORIZATION'],
      ...(asks('email') && { emailRequired: true }),
      ...(asks('shipping-address') && {
        shippingAddressRequired: true,
        shippingAddressParameters: { phoneNumberRequired: asks('phone') },
      }),
      ...request.extra,
    };
  }
}

/** The sheet waits for this; an error keeps it open for another card. */
async function onPaymentAuthorized(data: PaymentData): Promise<object> {
  const { token } = data.paymentMethodData.tokenizationData;
  const success = await current?.authorize({ token, ...payerOf(data) });
  return success
    ? { transactionState: 'SUCCESS' }
    : {
        transactionState: 'ERROR',
        error: {
          reason: 'PAYMENT_DATA_INVALID',
          intent: 'PAYMENT_AUTHORIZATION',
          message: 'This card was not charged. Choose another one or close.',
        },
      };
}

/** The provider rejects with objects, exceptions and bare strings alike. */
function failure(error: unknown): WalletError {
  const { statusCode, statusMessage } = (error ?? {}) as Record<string, string>;
  if (!statusMessage) return WalletError.from(error);
  return new WalletError(
    statusCode === 'DEVELOPER_ERROR' ? 'config' : 'provider',
    statusMessage,
    error,
  );
}

function payerOf({ email, shippingAddress, paymentMethodData: { info } }: PaymentData): PayerData {
  const shipping = addressOf(shippingAddress);
  const billing = addressOf(info?.billingAddress);
  return payerData({ ...billing, ...shipping, ...filled({ email }) }, shipping, billing);
}

function addressOf(address: ProviderAddress = {}): Address {
  return filled<Address>({
    name: address.name,
    phone: address.phoneNumber,
    country: address.countryCode,
    administrative_area: address.administrativeArea,
    locality: address.locality,
    postal_code: address.postalCode,
    address_lines: [address.address1, address.address2, address.address3].flatMap(
      (line) => line || [],
    ),
  });
}

function found(): ClientClass | undefined {
  const { google } = globalThis as {
    google?: { payments?: { api?: { PaymentsClient?: ClientClass } } };
  };
  return google?.payments?.api?.PaymentsClient;
}

function api(): ClientClass {
  const Client = found();
  if (!Client) throw new WalletError('script-load', 'google.payments is missing.');
  return Client;
}

/** As much of the provider's API as is used here; its own types would leak into every user's. */
type ClientClass = new (options: object) => Client;

interface Client {
  isReadyToPay(request: object): Promise<{ result: boolean; paymentMethodPresent?: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<PaymentData>;
}

interface PaymentData {
  readonly email?: string;
  readonly shippingAddress?: ProviderAddress;
  readonly paymentMethodData: {
    readonly info?: { readonly billingAddress?: ProviderAddress };
    readonly tokenizationData: { readonly token: string };
  };
}

interface ProviderAddress {
  readonly name?: string;
  readonly phoneNumber?: string;
  readonly countryCode?: string;
  readonly administrativeArea?: string;
  readonly locality?: string;
  readonly postalCode?: string;
  readonly address1?: string;
  readonly address2?: string;
  readonly address3?: string;
}
