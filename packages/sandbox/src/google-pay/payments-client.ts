import { openRecorder, STAND_IN, type WalletSandbox } from '../sheet/recorder.ts';
import { createButton } from './button.ts';
import { assertIntents, readCallbacks, type Callbacks } from './callbacks.ts';
import { readCardFilter } from './card-method.ts';
import { object, optional, type Members } from './page-value.ts';
import { readPaymentDataRequest } from './payment-data-request.ts';
import { pay } from './payment-flow.ts';
import { canceled, developerError } from './payments-error.ts';
import { PaymentPopup } from './popup.ts';
import { canPayWith } from './user-agent.ts';

/** Stand-in for the provider's `google.payments.api.PaymentsClient`. */
export class PaymentsClient {
  static readonly [STAND_IN] = true;

  readonly #environment: string;
  readonly #merchantInfo: Members | undefined;
  readonly #callbacks: Callbacks | undefined;
  readonly #nonce: string | undefined;
  #paying = false;

  /** Throws on an environment that is not exactly TEST or PRODUCTION, and on members of a wrong type. */
  constructor(options: unknown = {}) {
    note('constructor', options);
    const members = object(options, 'PaymentOptions');
    this.#environment = readEnvironment(members['environment']);
    this.#merchantInfo = readMerchantInfo(members['merchantInfo']);
    this.#callbacks = readCallbacks(members['paymentDataCallbacks']);
    this.#nonce = typeof members['nonce'] === 'string' ? members['nonce'] : undefined;
  }

  async isReadyToPay(input: unknown): Promise<{ result: boolean; paymentMethodPresent?: boolean }> {
    const { settings } = note('isReadyToPay', input);
    if (!isSecureContext) {
      throw developerError('Google Pay APIs should be called in secure context!');
    }
    const request = object(input, 'isReadyToPay request');
    const { authMethods } = readCardFilter(request);
    const { isReadyToPay, paymentMethodPresent, flow, userAgent } = settings.walletB;
    // The popup flow knows no cards of the device.
    const hasCards = flow !== 'popup' || authMethods.includes('PAN_ONLY');
    const result = isReadyToPay && hasCards && canPayWith(userAgent || navigator.userAgent);
    const asked = request['existingPaymentMethodRequired'] === true;
    return Promise.resolve(asked ? { result, paymentMethodPresent } : { result });
  }

  /** Fetches nothing here; a request that `loadPaymentData` would refuse is refused. */
  prefetchPaymentData(request: unknown): void {
    note('prefetchPaymentData', request);
    readPaymentDataRequest(request, this.#environment, this.#merchantInfo);
  }

  createButton(options: unknown): HTMLDivElement {
    const sandbox = note('createButton', options);
    return createButton(sandbox, object(options, 'ButtonOptions'), this.#nonce);
  }

  /** Resolves with PaymentData; rejects as the provider does, `{statusCode: 'CANCELED'}` included. */
  async loadPaymentData(input: unknown): Promise<unknown> {
    const sandbox = note('loadPaymentData', input);
    if (this.#paying) throw new Error('This method can only be called one at a time.');
    this.#paying = true;
    try {
      const request = readPaymentDataRequest(input, this.#environment, this.#merchantInfo);
      assertIntents(request.intents, this.#callbacks);
      const popup = openPlace(sandbox);
      return await pay(sandbox, request, this.#callbacks, popup).catch((error: unknown) => {
        throw rejection(sandbox, error);
      });
    } finally {
      this.#paying = false;
    }
  }
}

/** The popup, where the profile has one; whatever keeps a sheet from opening is thrown. */
function openPlace(sandbox: WalletSandbox): PaymentPopup | undefined {
  const { flow, gesture, cancelShape } = sandbox.settings.walletB;
  if (flow !== 'popup') {
    // Every refusal of the browser, a missing activation included, looks like a cancel.
    if (gesture === 'none' || sandbox.gesture().userActivation) return undefined;
    throw canceled(cancelShape);
  }
  const popup = PaymentPopup.open(sandbox);
  if (popup) return popup;
  const blocked: unknown = 'Failed to open window. Please allow popups and try again.';
  throw blocked;
}

/** What the page hears of a failure in the sheet: less in the browser's sheet than in the others. */
function rejection(sandbox: WalletSandbox, error: unknown): unknown {
  const { flow, cancelShape } = sandbox.settings.walletB;
  const { statusCode } = error as { readonly statusCode?: string };
  if (statusCode === undefined || statusCode === 'CANCELED' || flow === 'android sheet')
    return error;
  if (flow === 'in-page sheet') return canceled(cancelShape);
  const told = statusCode === 'DEVELOPER_ERROR' || statusCode === 'MERCHANT_ACCOUNT_ERROR';
  return told ? error : canceled('object');
}

function readEnvironment(value: unknown): string {
  if (value === undefined) return 'TEST';
  if (value === 'TEST' || value === 'PRODUCTION') return value;
  throw new Error(
    'Parameter environment in PaymentOptions can optionally be set to PRODUCTION, otherwise it defaults to TEST.',
  );
}

function readMerchantInfo(value: unknown): Members | undefined {
  return optional(value, (given) => {
    const merchantInfo = object(given, 'merchantInfo');
    for (const name of ['merchantId', 'merchantName']) {
      if (merchantInfo[name] !== undefined && typeof merchantInfo[name] !== 'string') {
        throw developerError(`merchantInfo.${name} must be a string.`);
      }
    }
    optional(merchantInfo['softwareInfo'], (info) => object(info, 'merchantInfo.softwareInfo'));
    return merchantInfo;
  });
}

function note(api: string, ...args: readonly unknown[]): WalletSandbox {
  const sandbox = openRecorder();
  sandbox.record('wallet-b', `PaymentsClient.${api}`, ...args);
  return sandbox;
}
