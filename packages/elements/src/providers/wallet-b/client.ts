import { toJson } from '../../platform.ts';
import type { ProviderContact } from '../payer.ts';

/** The part of the provider's API that is used here. Its own types would become part of every user's types. */
type ClientClass = new (options: object) => Client;

/** Defined once the provider's script has run. */
declare const google: { payments: { api: { PaymentsClient: ClientClass } } };

export interface Client {
  isReadyToPay(request: object): Promise<{ result: boolean; paymentMethodPresent?: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<PaymentData>;
  prefetchPaymentData(request: object): void;
}

/** The callbacks of an open sheet. */
export interface Callbacks {
  onPaymentAuthorized(data: PaymentData): Promise<object>;
  onPaymentDataChanged(data: IntermediateData): Promise<object>;
}

export interface IntermediateData {
  readonly callbackTrigger: string;
  readonly shippingAddress?: ProviderContact;
  readonly shippingOptionData?: { readonly id: string };
  readonly offerData?: { readonly redemptionCodes?: readonly string[] };
  readonly paymentMethodData?: {
    readonly info?: { readonly cardNetwork: string };
  };
}

export interface PaymentData {
  readonly email?: string;
  readonly shippingAddress?: ProviderContact;
  readonly paymentMethodData: {
    readonly info?: CardInfo | null;
    readonly tokenizationData: { readonly token: string };
  };
}

export interface CardInfo {
  readonly cardNetwork?: string;
  /** The last four digits. */
  readonly cardDetails?: string;
  readonly cardFundingSource?: string;
  readonly assuranceDetails?: {
    readonly accountVerified?: boolean;
    readonly cardHolderAuthenticated?: boolean;
  };
  readonly billingAddress?: ProviderContact;
}

/**
 * A `PaymentsClient` that all buttons of a configuration share, because each client loads its own frames. Its
 * callbacks call the sheet that was opened last.
 */
export interface SharedClient {
  readonly client: Client;
  /** Opens a sheet, which waits for the payer and then for `sheet`. */
  open(request: object, sheet: Callbacks): Promise<PaymentData>;
  /** Lets the next sheet use a new client, because this client opens no other sheet while its own is open. */
  readonly forget: () => unknown;
}

/** The clients of the page by configuration. */
const clients = new Map<string, SharedClient>();

/**
 * The client of a configuration, created if the page has none.
 * @param changes Whether the payer has choices in the sheet: callbacks must match the request's intents.
 */
export function sharedClient(options: object, changes: boolean): SharedClient {
  const key = toJson([options, changes]);
  let sheet: Callbacks | undefined;
  const createClient = () => {
    const client = new google.payments.api.PaymentsClient({
      ...options,
      paymentDataCallbacks: {
        onPaymentAuthorized: (data: PaymentData) => sheet?.onPaymentAuthorized(data),
        ...(changes && {
          onPaymentDataChanged: (data: IntermediateData) => sheet?.onPaymentDataChanged(data),
        }),
      },
    });
    return {
      client,
      // What the provider throws at once is read like a rejection.
      async open(request: object, callbacks: Callbacks) {
        sheet = callbacks;
        return client.loadPaymentData(request);
      },
      forget: () => clients.delete(key),
    };
  };
  const entry = clients.get(key) ?? createClient();
  clients.set(key, entry);
  return entry;
}

/** The provider's class, if its script has run. */
export function findClientClass(): unknown {
  const { google } = globalThis as {
    google?: { payments?: { api?: { PaymentsClient?: unknown } } };
  };
  return google?.payments?.api?.PaymentsClient;
}
