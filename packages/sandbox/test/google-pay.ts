/** A shop that takes wallet B, as its page calls the provider; typed by @types/googlepay. */
import '../src/google-pay/wallet-b.ts';
import { sandboxKeys } from '../src/tokens/sandbox-keys.ts';
import { onPress, openSheet, sandbox, sheetIs } from './payer.ts';
import { openGooglePay } from './second-opener.ts';

export { written } from './payer.ts';

export type Callbacks = google.payments.api.PaymentDataCallbacks;
export type Data = google.payments.api.PaymentData;
export type Intermediate = google.payments.api.IntermediatePaymentData;

export const card: google.payments.api.PaymentMethodSpecification = {
  type: 'CARD',
  parameters: {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['VISA', 'MASTERCARD'],
  },
  tokenizationSpecification: {
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway: 'example', gatewayMerchantId: 'shop-7' },
  },
};

export const transactionInfo: google.payments.api.TransactionInfo = {
  currencyCode: 'UAH',
  countryCode: 'UA',
  totalPriceStatus: 'FINAL',
  totalPrice: '199.90',
};

export const request: google.payments.api.PaymentDataRequest = {
  apiVersion: 2,
  apiVersionMinor: 0,
  merchantInfo: { merchantId: '0123', merchantName: 'Lumen Coffee' },
  allowedPaymentMethods: [card],
  transactionInfo,
};

export const ready: google.payments.api.IsReadyToPayRequest = {
  apiVersion: 2,
  apiVersionMinor: 0,
  allowedPaymentMethods: [card],
};

export function client(callbacks?: Callbacks): google.payments.api.PaymentsClient {
  return new google.payments.api.PaymentsClient({
    environment: 'TEST',
    ...(callbacks && { paymentDataCallbacks: callbacks }),
  });
}

/** A change of the request's only payment method. */
export function methodWith(parameters: object, specification: object = {}): object {
  return {
    allowedPaymentMethods: [
      {
        ...card,
        parameters: { ...card.parameters, ...parameters },
        tokenizationSpecification: { ...card.tokenizationSpecification, ...specification },
      },
    ],
  };
}

/** Opens the sheet from a trusted press; the promise is wrapped, so that awaiting does not wait for it. */
export async function pay(
  change: object = {},
  paymentsClient: google.payments.api.PaymentsClient = client(),
): Promise<{ readonly payment: Promise<Data> }> {
  return onPress(() => {
    const payment = paymentsClient.loadPaymentData({ ...request, ...change });
    payment.catch(() => undefined);
    return { payment };
  });
}

/** What the token holds, verified and decrypted with the sandbox's own key or another. */
export async function opened(
  data: Data,
  recipientKey = sandboxKeys.googlePay.recipientKey,
  recipientId = 'gateway:example',
): Promise<Record<string, unknown>> {
  const { roots } = sandboxKeys.googlePay;
  return openGooglePay(data.paymentMethodData.tokenizationData.token, {
    rootKeys: roots.keys.map(({ keyValue }) => keyValue),
    recipientId,
    recipientKey,
  });
}

/** The total that the sheet shows. */
export function shownTotal(): string {
  return openSheet().dialog.querySelector('.amount')?.textContent ?? '';
}

export interface Rejection {
  readonly name?: string;
  readonly statusCode?: string;
  readonly statusMessage?: string;
  readonly message?: string;
}

/** Why a promise was rejected. */
export async function rejection(promise: Promise<unknown>): Promise<Rejection> {
  return promise.then(
    () => Promise.reject(new Error('It was not rejected.')),
    (error: unknown) => error as Rejection,
  );
}

/** The calls of the page and the answers of the wallet, by name. */
export function apis(): string[] {
  return sandbox().calls.map(({ api }) => api);
}

const { clock } = sandbox();

/** Each test starts from the settings of the page, and leaves no sheet behind. */
export function freshSandbox(): void {
  beforeEach(() => {
    sandbox().reset();
    sandbox().clock = clock;
    sandbox().configure({ endState: 20 });
  });

  afterEach(async () => {
    if (['waiting', 'ready', 'processing'].includes(sandbox().sheet.state)) {
      sandbox().sheet.cancel();
    }
    await sheetIs('closed');
  });
}
