import { TEST_CARDS, type TestCard } from '../cards.ts';
import { mintToken } from '../token.ts';
import {
  CancelEvent,
  ListenedTarget,
  PaymentAuthorizedEvent,
  PaymentMethodSelectedEvent,
  ShippingContactSelectedEvent,
  ValidateMerchantEvent,
} from './apple-pay-events.ts';
import {
  dictionary,
  readLineItems,
  readRequest,
  readTotal,
  type ApplePayRequest,
} from './apple-pay-request.ts';
import { walletAContact, walletARedactedAddress } from './payer.ts';
import { later, openRecorder, STAND_IN, type WalletSandbox } from './recorder.ts';
import { Sheet } from './sheet.ts';

/** The provider's gateway for test merchants; the page must hand it to its server unchanged. */
export const VALIDATION_URL =
  'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession';

// One sheet a page, and a merchant session for one payment: both outlive the single session object.
const page: { session?: ApplePaySession | undefined } = {};
const usedMerchantSessions = new Set<string>();

type State = 'idle' | 'active' | 'authorized' | 'completed' | 'aborted' | 'failing' | 'cancelled';
type Selection = 'paymentmethodselected' | 'shippingcontactselected';
type Answer = Selection | 'shippingmethodselected' | 'couponcodechanged';

/**
 * Stand-in for the provider's `ApplePaySession`.
 *
 * idle -> active (merchant validation, then selections) -> authorized -> completed, or back to active
 * to retry; `failing` while the sheet says "Payment Not Completed", then cancelled; aborted by the
 * page. A call that the state does not allow throws InvalidAccessError.
 */
export class ApplePaySession extends ListenedTarget {
  static readonly [STAND_IN] = true;
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static readonly STATUS_INVALID_BILLING_POSTAL_ADDRESS = 2;
  static readonly STATUS_INVALID_SHIPPING_POSTAL_ADDRESS = 3;
  static readonly STATUS_INVALID_SHIPPING_CONTACT = 4;
  static readonly STATUS_PIN_REQUIRED = 5;
  static readonly STATUS_PIN_INCORRECT = 6;
  static readonly STATUS_PIN_LOCKOUT = 7;

  static supportsVersion(version: number): boolean {
    const sandbox = note('supportsVersion', version);
    assertMayUse();
    if (version === 0) throw invalidAccess('Version must be greater than zero.');
    return (
      Number.isInteger(version) && version > 0 && version <= sandbox.settings.walletA.latestVersion
    );
  }

  static canMakePayments(): boolean {
    const sandbox = note('canMakePayments');
    assertMayUse();
    return sandbox.settings.walletA.canMakePayments;
  }

  static async canMakePaymentsWithActiveCard(merchantIdentifier: string): Promise<boolean> {
    const sandbox = note('canMakePaymentsWithActiveCard', merchantIdentifier);
    assertMayUse();
    return Promise.resolve(sandbox.settings.walletA.canMakePayments);
  }

  static async applePayCapabilities(
    merchantIdentifier: string,
  ): Promise<{ readonly paymentCredentialStatus: string }> {
    const sandbox = note('applePayCapabilities', merchantIdentifier);
    assertMayUse();
    const paymentCredentialStatus = sandbox.settings.walletA.canMakePayments
      ? 'paymentCredentialsAvailable'
      : 'applePayUnsupported';
    return Promise.resolve({ paymentCredentialStatus });
  }

  static async openPaymentSetup(merchantIdentifier: string): Promise<boolean> {
    const sandbox = note('openPaymentSetup', merchantIdentifier);
    assertMayUse();
    assertGesture(
      sandbox,
      'Must call ApplePaySession.openPaymentSetup from a user gesture handler.',
    );
    return Promise.resolve(false);
  }

  readonly #sandbox: WalletSandbox;
  readonly #version: number;
  readonly #request: ApplePayRequest;
  #state: State = 'idle';
  #validating = false;
  #awaiting: Answer | undefined;
  #total: string | undefined;
  #queue: Selection[] = [];
  #sheet: Sheet | undefined;
  #timer: number | undefined;

  constructor(version: number, paymentRequest: unknown) {
    super();
    this.#sandbox = note('constructor', version, paymentRequest);
    assertMayUse();
    assertGesture(this.#sandbox, 'Must create a new ApplePaySession from a user gesture handler.');
    const { latestVersion } = this.#sandbox.settings.walletA;
    if (!Number.isInteger(version) || version < 1 || version > latestVersion) {
      throw invalidAccess(`"${String(version)}" is not a supported version.`);
    }
    this.#version = version;
    this.#request = readRequest(version, paymentRequest);
  }

  begin(): void {
    note('begin');
    if (this.#state !== 'idle') throw invalidAccess('Payment session is already active.');
    if (page.session) throw invalidAccess('Page already has an active payment session.');
    page.session = this;
    this.#state = 'active';
    window.addEventListener('pagehide', this.#leave);
    later(() => {
      this.#validate();
    });
    this.#sheet = this.#open();
  }

  abort(): void {
    note('abort');
    if (this.#state !== 'active' && this.#state !== 'authorized' && this.#state !== 'failing') {
      throw invalidAccess('The payment session is not active.');
    }
    this.#end('aborted');
    this.#sheet?.close();
  }

  completeMerchantValidation(merchantSession: unknown): void {
    note('completeMerchantValidation', merchantSession);
    if (this.#state !== 'active' || !this.#validating) {
      throw invalidAccess('No merchant validation was asked for.');
    }
    if (typeof merchantSession !== 'object' || merchantSession === null) {
      throw new TypeError('merchantSession is not an object.');
    }
    this.#validating = false;
    this.#answered();
    if (!this.#accept(merchantSession)) {
      this.#fail();
      return;
    }
    this.#queue = ['paymentmethodselected'];
    if (this.#request.requiredShippingContactFields.includes('postalAddress')) {
      this.#queue.push('shippingcontactselected');
    }
    this.#next();
  }

  completePaymentMethodSelection(update: unknown, newLineItems?: unknown): void {
    note('completePaymentMethodSelection', update);
    this.#completeSelection(
      'paymentmethodselected',
      newLineItems === undefined ? update : { newTotal: update, newLineItems },
    );
  }

  completeShippingContactSelection(update: unknown): void {
    note('completeShippingContactSelection', update);
    this.#completeSelection('shippingcontactselected', update);
  }

  completeShippingMethodSelection(update: unknown): void {
    note('completeShippingMethodSelection', update);
    this.#completeSelection('shippingmethodselected', update);
  }

  completeCouponCodeChange(update: unknown): void {
    note('completeCouponCodeChange', update);
    this.#completeSelection('couponcodechanged', update);
  }

  completePayment(result: unknown): void {
    note('completePayment', result);
    const { status, errors } = readResult(result);
    if (this.#state !== 'authorized') throw invalidAccess('No payment was authorized.');
    this.#answered();
    if (status === ApplePaySession.STATUS_SUCCESS) {
      this.#end('completed');
      this.#sheet?.finish('done', 'Done');
      return;
    }
    if (isFinal(status, errors)) {
      this.#end('completed');
      this.#sheet?.finish('failed', 'Payment Not Completed');
      return;
    }
    this.#state = 'active';
    this.#sheet?.ready(
      errors.map(({ message }) => message).join(' ') || 'Please check and try again.',
    );
  }

  #open(): Sheet {
    const { total, lineItems, currencyCode, supportedNetworks } = this.#request;
    const cards = TEST_CARDS.filter(
      ({ auth, network }) =>
        auth === 'CRYPTOGRAM_3DS' && supportedNetworks.includes(NETWORK_NAMES[network]),
    );
    const content = {
      wallet: 'A',
      currency: currencyCode,
      total,
      lines: lineItems,
      cards,
    } as const;
    return new Sheet(this.#sandbox, content, {
      paid: (card) => {
        this.#authorize(card);
      },
      cancelled: () => {
        this.#cancel();
      },
      cardChosen: () => {
        if (this.#validating || this.#state !== 'active') return;
        this.#queue.push('paymentmethodselected');
        if (this.#awaiting === undefined) this.#next();
      },
    });
  }

  #validate(): void {
    if (this.#state !== 'active') return;
    this.#validating = true;
    this.#mustAnswer();
    this.#dispatch(new ValidateMerchantEvent(VALIDATION_URL), VALIDATION_URL);
  }

  /** A merchant session is opaque to the page; the provider refuses one that is not fresh and whole. */
  #accept(merchantSession: object): boolean {
    const session = dictionary(merchantSession, 'merchantSession');
    const id = session['merchantSessionIdentifier'];
    if (typeof id !== 'string' || id === '') return false;
    if (session['domainName'] !== location.hostname) return false;
    if (typeof session['epochTimestamp'] === 'string' || typeof session['expiresAt'] === 'string') {
      return false;
    }
    if (usedMerchantSessions.has(id)) return false;
    usedMerchantSessions.add(id);
    return true;
  }

  /** Asks the page about the next selection; one that nobody listens to answers itself. */
  #next(): void {
    const selection = this.#queue.shift();
    if (selection === undefined) {
      this.#awaiting = undefined;
      this.#sheet?.ready();
      return;
    }
    if (!this.hasListener(selection)) {
      this.#next();
      return;
    }
    this.#awaiting = selection;
    this.#sheet?.wait();
    this.#mustAnswer();
    later(() => {
      if (this.#state !== 'active') return;
      this.#dispatch(
        selection === 'paymentmethodselected'
          ? new PaymentMethodSelectedEvent({ type: 'credit' })
          : new ShippingContactSelectedEvent(walletARedactedAddress()),
      );
    });
  }

  #completeSelection(answer: Answer, input: unknown): void {
    const update = dictionary(input, 'update');
    const total = readTotal(this.#version, update['newTotal'], 'newTotal');
    const lines = readLineItems(update['newLineItems'], 'newLineItems');
    readErrors(update['errors']);
    if (this.#state !== 'active' || this.#awaiting !== answer) {
      throw invalidAccess(`No ${answer} event waits for an answer.`);
    }
    this.#answered();
    this.#total = total.amount;
    this.#sheet?.setTotal(total, lines);
    this.#next();
  }

  #authorize(card: TestCard): void {
    this.#state = 'authorized';
    this.#mustAnswer();
    const { currencyCode, requiredBillingContactFields, requiredShippingContactFields } =
      this.#request;
    const billingContact = walletAContact(requiredBillingContactFields);
    const shippingContact = walletAContact(requiredShippingContactFields);
    const payment = {
      token: mintToken({
        wallet: 'wallet-a',
        card: card.id,
        network: card.network,
        last4: card.last4,
        auth: card.auth,
        amount: this.#total ?? this.#request.total.amount,
        currency: currencyCode,
      }),
      ...(billingContact && { billingContact }),
      ...(shippingContact && { shippingContact }),
    };
    later(() => {
      if (this.#state === 'authorized')
        this.#dispatch(new PaymentAuthorizedEvent(payment), payment);
    });
  }

  /** "Payment Not Completed", and no word to the page about why: only `cancel`, when the sheet is gone. */
  #fail(): void {
    this.#state = 'failing';
    this.#sheet?.finish('failed', 'Payment Not Completed', () => {
      if (this.#state === 'failing') this.#cancel();
    });
  }

  #cancel(): void {
    this.#end('cancelled');
    later(() => {
      this.#dispatch(new CancelEvent());
    });
  }

  #end(state: 'completed' | 'aborted' | 'cancelled'): void {
    this.#answered();
    this.#state = state;
    window.removeEventListener('pagehide', this.#leave);
    if (page.session === this) page.session = undefined;
  }

  /** Navigation ends a session without an event: there is nobody left to hear it. */
  readonly #leave = (): void => {
    this.#end('aborted');
    this.#sheet?.close();
  };

  #mustAnswer(): void {
    this.#answered();
    const { timeLimit } = this.#sandbox.settings;
    if (timeLimit === null) return;
    this.#timer = this.#sandbox.clock.setTimeout(() => {
      this.#timer = undefined;
      this.#validating = false;
      this.#awaiting = undefined;
      this.#fail();
    }, timeLimit);
  }

  #answered(): void {
    if (this.#timer !== undefined) this.#sandbox.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #dispatch(event: Event, ...args: readonly unknown[]): void {
    this.#sandbox.record('wallet-a', `event ${event.type}`, ...args);
    this.dispatchEvent(event);
  }

  static {
    for (const type of [
      'validatemerchant',
      'paymentmethodselected',
      'shippingcontactselected',
      'shippingmethodselected',
      'couponcodechanged',
      'paymentauthorized',
      'cancel',
    ]) {
      Object.defineProperty(ApplePaySession.prototype, `on${type}`, {
        configurable: true,
        enumerable: true,
        get(this: ApplePaySession) {
          return this.handler(type);
        },
        set(this: ApplePaySession, handler: unknown) {
          this.setHandler(type, handler);
        },
      });
    }
  }
}

/** Error of one field, for `completePayment` and the selections. */
export class ApplePayError {
  code: string;
  contactField?: string;
  message: string;

  constructor(errorCode: string, contactField?: string, message = '') {
    if (!ERROR_CODES.includes(errorCode)) {
      throw new TypeError(`"${errorCode}" is not a valid error code.`);
    }
    if (contactField !== undefined && !ERROR_FIELDS.includes(contactField)) {
      throw new TypeError(`"${contactField}" is not a valid contact field.`);
    }
    this.code = errorCode;
    if (contactField !== undefined) this.contactField = contactField;
    this.message = message;
  }
}

const NETWORK_NAMES = { visa: 'visa', mastercard: 'masterCard', amex: 'amex' } as const;

const ERROR_CODES = [
  'shippingContactInvalid',
  'billingContactInvalid',
  'addressUnserviceable',
  'couponCodeInvalid',
  'couponCodeExpired',
  'unknown',
];

const ERROR_FIELDS = [
  'phoneNumber',
  'emailAddress',
  'name',
  'phoneticName',
  'postalAddress',
  'addressLines',
  'locality',
  'subLocality',
  'postalCode',
  'administrativeArea',
  'subAdministrativeArea',
  'country',
  'countryCode',
];

function note(api: string, ...args: readonly unknown[]): WalletSandbox {
  const sandbox = openRecorder();
  sandbox.record('wallet-a', `ApplePaySession.${api}`, ...args);
  return sandbox;
}

function invalidAccess(message: string): DOMException {
  return new DOMException(message, 'InvalidAccessError');
}

/** Throws where the provider's API throws instead of answering "no". */
function assertMayUse(): void {
  if (!isSecureContext) {
    throw invalidAccess('Trying to start an Apple Pay session from an insecure document.');
  }
  const { featurePolicy } = document as {
    readonly featurePolicy?: { allowsFeature(name: string): boolean };
  };
  if (featurePolicy?.allowsFeature('payment') === false) {
    throw new DOMException(
      'Third-party iframes are not allowed to request payments unless explicitly allowed via Permissions-Policy (payment)',
      'SecurityError',
    );
  }
}

function assertGesture(sandbox: WalletSandbox, message: string): void {
  const { gesture } = sandbox.settings.walletA;
  if (gesture === 'none') return;
  const { userActivation, sameTask } = sandbox.gesture();
  if (!userActivation || (gesture === 'task' && !sameTask)) throw invalidAccess(message);
}

function readResult(result: unknown): {
  readonly status: number;
  readonly errors: readonly ApplePayError[];
} {
  if (typeof result === 'number') return { status: result, errors: [] };
  const { status, errors } = dictionary(result, 'result');
  if (typeof status !== 'number' || status < 0 || status > 7) {
    throw new TypeError('Member ApplePayPaymentAuthorizationResult.status is required.');
  }
  return { status, errors: readErrors(errors) };
}

function readErrors(errors: unknown): readonly ApplePayError[] {
  if (errors === undefined) return [];
  if (!Array.isArray(errors) || !errors.every((error) => error instanceof ApplePayError)) {
    throw new TypeError('errors is not a sequence of ApplePayError.');
  }
  return errors;
}

/** A failure that names only fields keeps the sheet, as do the PIN statuses. */
function isFinal(status: number, errors: readonly ApplePayError[]): boolean {
  if (status !== ApplePaySession.STATUS_FAILURE) return false;
  return errors.length === 0 || errors.some(({ code }) => code === 'unknown');
}
