import type { Address, FieldError } from '@wallet-buttons/protocol';
import { PaymentCancelled, WalletError } from '../../errors.ts';
import type { PayerData, UnavailableReason } from '../../events.ts';
import { loadScript } from '../load-script.ts';
import { filled, payerData, words } from '../payer.ts';
import type { ButtonLook, PaymentSheet, SheetPage, WalletProvider } from '../provider.ts';
import {
  errorOf,
  intentOf,
  intentsOf,
  newTransaction,
  paymentRequest,
  shippingOptionParameters,
  version,
  type CardMethod,
  type RequestConfig,
} from './request.ts';
import type { SheetChange } from '../../sheet/events.ts';
import type { SheetRequest } from '../../sheet/request.ts';
import type { SheetData } from '../../sheet/data.ts';

/** The provider's only script. It changes too often for an integrity hash, says the provider. */
const script = 'https://pay.google.com/gp/p/js/pay.js';
const networks = 'AMEX DISCOVER ELECTRON ELO INTERAC JCB MAESTRO MASTERCARD VISA';
const locales =
  'en ar bg ca cs da de el es et fi fr hr id it ja ko ms nl no pl pt ru sk sl sr sv th tr uk zh';

/** The tag's own attributes. */
interface WalletBConfig
  extends RequestConfig, Pick<SheetData, 'request' | 'shippingOptions' | 'couponCode'> {
  readonly environment: string;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly networks: string;
  readonly authMethods: string;
  readonly existingCardOnly: boolean;
  readonly prefetch: boolean;
  readonly nonce?: string | undefined;
}

/** The page behind the open sheet, and what it is told. Clients are shared: their callbacks cannot know it. */
let page: SheetPage;
let intents: readonly string[];
const notCharged: FieldError = {
  code: 'billing_address_invalid',
  message: 'This card was not charged. Choose another.',
};
/** One client for all buttons of a configuration: each loads frames of its own. */
const clients = new Map<string, Client>();

/** Google Pay. This file alone knows `google.payments`. */
export class WalletB implements WalletProvider {
  readonly wallet = 'wallet-b';
  readonly validates = false;
  readonly key: symbol;
  readonly fault: string | undefined;
  readonly #config: WalletBConfig;
  /** What a client is made of, the name of the shared one at the same time. */
  readonly #clientKey: string;
  readonly #merchantInfo: object;
  readonly #method: CardMethod;
  readonly #intents: readonly string[];

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
    this.#intents = intentsOf(config);
    const client = JSON.stringify([environment, this.#merchantInfo, nonce]);
    // Callbacks must match the intents of the request.
    this.#clientKey = client + String(this.#intents.length > 0);
    this.key = Symbol.for(client + JSON.stringify([this.#method, existingCardOnly]));
    this.fault =
      (!/^(TEST|PRODUCTION)$/.test(environment) && 'environment') ||
      (environment === 'PRODUCTION' && !merchantId && 'merchant-id') ||
      (!config.gateway && 'gateway') ||
      (!config.gatewayMerchantId && 'gateway-merchant-id') ||
      undefined;
  }

  async unavailable(): Promise<UnavailableReason | undefined> {
    const { existingCardOnly, nonce } = this.#config;
    if (!found()) await loadScript(script, filled({ nonce }), api);
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

  open(request: SheetRequest, behind: SheetPage): PaymentSheet {
    page = behind;
    intents = this.#intents;
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

  prefetch(request: () => SheetRequest): void {
    if (!this.#config.prefetch) return;
    this.#client().prefetchPaymentData(this.#request(request()));
  }

  #client(): Client {
    const { environment, nonce } = this.#config;
    const Client = api();
    const client =
      clients.get(this.#clientKey) ??
      new Client({
        environment,
        merchantInfo: this.#merchantInfo,
        paymentDataCallbacks: {
          onPaymentAuthorized,
          ...(this.#intents[0] && { onPaymentDataChanged }),
        },
        ...filled({ nonce }),
      });
    clients.set(this.#clientKey, client);
    return client;
  }

  #request(request: SheetRequest): object {
    return paymentRequest(this.#config, request, this.#method, this.#merchantInfo, this.#intents);
  }
}

/** The sheet waits for this; an error keeps it open for another card. */
async function onPaymentAuthorized(data: PaymentData): Promise<object> {
  const { token } = data.paymentMethodData.tokenizationData;
  const { success, errors } = await page.authorize({ token, ...payerOf(data) });
  if (success) return { transactionState: 'SUCCESS' };
  const error: FieldError = errors?.[0] ?? notCharged;
  return { transactionState: 'ERROR', error: errorOf(error, intentOf(error, intents)) };
}

/** Called again with INITIALIZE when the payer takes another account: then everything is told anew. */
async function onPaymentDataChanged(data: IntermediateData): Promise<object> {
  const { callbackTrigger: trigger, shippingAddress, shippingOptionData, offerData } = data;
  const first = trigger === 'INITIALIZE';
  const network = data.paymentMethodData?.info?.cardNetwork.toLowerCase();
  const codes = offerData?.redemptionCodes ?? [];
  const changes: SheetChange[] = [];
  if (shippingAddress && (first || trigger === 'SHIPPING_ADDRESS')) {
    changes.push({ shippingAddress: addressOf(shippingAddress) });
  }
  if (network && first) changes.push({ paymentMethod: { network } });
  if (shippingOptionData && trigger === 'SHIPPING_OPTION') {
    changes.push({ shippingOption: shippingOptionData.id });
  }
  if (trigger === 'OFFER') changes.push({ couponCode: codes.at(-1) ?? '' });
  let answer = {};
  for (const change of changes) {
    const { request, update } = await page.change(change);
    const [error] = update.errors ?? [];
    answer = {
      ...answer,
      ...newTransaction(request),
      ...(update.shippingOptions && {
        newShippingOptionParameters: shippingOptionParameters(request),
      }),
      ...(error && { error: errorOf(error, first ? (intents[0] ?? '') : trigger) }),
      ...(trigger === 'OFFER' &&
        !error && {
          newOfferInfo: {
            offers: codes.map((redemptionCode) => ({
              redemptionCode,
              description: redemptionCode,
            })),
          },
        }),
    };
  }
  return answer;
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
  prefetchPaymentData(request: object): void;
}

interface IntermediateData {
  readonly callbackTrigger: string;
  readonly shippingAddress?: ProviderAddress;
  readonly shippingOptionData?: { readonly id: string };
  readonly offerData?: { readonly redemptionCodes: readonly string[] };
  readonly paymentMethodData?: { readonly info?: { readonly cardNetwork: string } };
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
