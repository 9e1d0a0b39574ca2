import { openRecorder, standIn, type WalletSandbox } from '../sheet/recorder.ts';
import { createButton } from './button.ts';
import { assertIntents, readCallbacks, type Callbacks } from './callbacks.ts';
import { readCardFilter } from './card-method.ts';
import { type Members, optional } from '../sheet/members.ts';
import { dictionary, object, string } from './page-value.ts';
import { readPaymentDataRequest, type PaymentDataRequest } from './payment-data-request.ts';
import { pay } from './payment-flow.ts';
import { checked, developerError, logFault, orError } from './payments-error.ts';
import { flowOf, openPlace, rejection } from './place.ts';
import { focusPopup } from './popup.ts';
import { canPayWith } from './user-agent.ts';

interface ReadyToPay {
  readonly result: boolean;
  readonly paymentMethodPresent?: boolean;
}

/** Stand-in for the provider's `google.payments.api.PaymentsClient`. */
export class PaymentsClient {
  static readonly [standIn] = true;

  readonly #environment: string;
  readonly #merchantInfo: Members | undefined;
  readonly #callbacks: Callbacks | undefined;
  readonly #nonce: string | undefined;
  #paying = false;

  /** Throws on an environment other than TEST and PRODUCTION, and on members of a wrong type. */
  constructor(options: unknown = {}) {
    recordCall('constructor', options);
    const members = orError(() => object(options, 'PaymentOptions'));
    this.#environment = readEnvironment(members['environment']);
    this.#merchantInfo = orError(() =>
      optional(merchantMembers)(members['merchantInfo'], 'merchantInfo'),
    );
    this.#callbacks = orError(() => readCallbacks(members['paymentDataCallbacks']));
    this.#nonce = typeof members['nonce'] === 'string' ? members['nonce'] : undefined;
  }

  async isReadyToPay(input: unknown): Promise<ReadyToPay> {
    const { settings } = recordCall('isReadyToPay', input);
    const request = checked('isReadyToPay', () => {
      assertSecure();
      return object(input, 'isReadyToPay request');
    });
    const { authMethods } = checked('isReadyToPay', () => readCardFilter(request));
    const { isReadyToPay, paymentMethodPresent, flow, userAgent, frame } = settings.walletB;
    const isMethodRequired = request['existingPaymentMethodRequired'] === true;
    // The script asks its frame, and waits for it without a limit.
    if (isMethodRequired && frame === 'blocked') return new Promise(() => undefined);
    // Only Android asks the device which cards it has.
    const hasCards = flow === 'android sheet' || authMethods.includes('PAN_ONLY');
    const result = isReadyToPay && hasCards && canPayWith(userAgent || navigator.userAgent);
    return Promise.resolve(isMethodRequired ? { result, paymentMethodPresent } : { result });
  }

  /** Fetches nothing here. An error of `loadPaymentData` is logged to the console and never thrown. */
  prefetchPaymentData(request: unknown): void {
    recordCall('prefetchPaymentData', request);
    try {
      this.#read(request);
    } catch (error) {
      logFault('prefetchPaymentData', error);
    }
  }

  /** The provider may show a banner with offers; the stand-in never does. */
  notifyAvailableOffers(details: unknown): void {
    recordCall('notifyAvailableOffers', details);
  }

  /** Brings the window with the sheet to the front. */
  focusPaymentSheet(): void {
    recordCall('focusPaymentSheet');
    focusPopup();
  }

  createButton(options: unknown): HTMLDivElement {
    const sandbox = recordCall('createButton', options);
    const nonce = sandbox.settings.walletB.nonce === 'used' ? this.#nonce : undefined;
    const members = orError(() => object(options, 'ButtonOptions'));
    return createButton(sandbox, members, nonce);
  }

  /** Resolves with PaymentData; rejects as the provider does, with status code CANCELED for a cancel. */
  async loadPaymentData(input: unknown): Promise<unknown> {
    const sandbox = recordCall('loadPaymentData', input);
    if (this.#paying) throw new Error('This method can only be called one at a time.');
    this.#paying = true;
    try {
      const request = checked('loadPaymentData', () => this.#read(input));
      checked('loadPaymentData', () => {
        assertIntents(request.intents, this.#callbacks);
      });
      const flow = flowOf(sandbox);
      const popup = openPlace(sandbox, flow, request);
      // A page that is navigated to the provider gets no answer.
      if (popup === 'left') return await new Promise(() => undefined);
      return await pay(sandbox, request, this.#callbacks, popup).catch((error: unknown) => {
        throw rejection(flow, error);
      });
    } finally {
      this.#paying = false;
    }
  }

  #read(input: unknown): PaymentDataRequest {
    assertSecure();
    return readPaymentDataRequest(input, this.#environment, this.#merchantInfo);
  }
}

function assertSecure(): void {
  if (isSecureContext) return;
  throw developerError('Google Pay APIs should be called in secure context!');
}

/** Undefined, null and an empty string are TEST. */
function readEnvironment(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'TEST';
  if (value === 'TEST' || value === 'PRODUCTION') return value;
  throw new Error(
    'Parameter environment in PaymentOptions can optionally be set to PRODUCTION, otherwise it defaults to TEST.',
  );
}

const merchantMembers = dictionary({
  merchantId: optional(string),
  merchantName: optional(string),
  softwareInfo: optional(object),
});

function recordCall(api: string, ...args: readonly unknown[]): WalletSandbox {
  const sandbox = openRecorder();
  sandbox.record('wallet-b', `PaymentsClient.${api}`, ...args);
  return sandbox;
}
