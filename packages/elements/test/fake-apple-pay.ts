import { replace } from './replace.ts';

/** An `ApplePaySession` that a test works by hand, where the stand-in cannot show what a browser does. */
export interface FakeSession {
  onvalidatemerchant?(event: object): void;
  onpaymentauthorized?(event: object): void;
  oncancel?(event: object): void;
  onpaymentmethodselected?(event: object): void;
  /** The request that it was made with. */
  readonly request: Readonly<Record<string, unknown>>;
  /** What it was told, oldest first: the method's name and its argument. */
  readonly told: (readonly [string, unknown])[];
}

interface Options {
  readonly version?: number;
  /** What the constructor throws, if anything. */
  readonly thrown?: unknown;
  readonly applePayCapabilities?: () => unknown;
}

export interface FakeApplePay {
  readonly sessions: readonly FakeSession[];
  restore(): void;
}

/** Puts a wallet A of the test's own in the place of the stand-in's. */
export function fakeApplePay(options: Options = {}): FakeApplePay {
  const { version: newest = 14, thrown } = options;
  const sessions: FakeSession[] = [];
  class Session {
    static canMakePayments = () => true;
    static supportsVersion = (version: number) => version <= newest;
    static applePayCapabilities = options.applePayCapabilities;
    readonly told: FakeSession['told'] = [];
    readonly request: FakeSession['request'];
    constructor(_version: number, request: FakeSession['request']) {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as a third-party polyfill does
      if (thrown !== undefined) throw thrown;
      this.request = request;
      sessions.push(this);
    }
  }
  const methods = [
    'begin',
    'abort',
    'completeMerchantValidation',
    'completePaymentMethodSelection',
    'completeShippingContactSelection',
    'completeShippingMethodSelection',
    'completeCouponCodeChange',
    'completePayment',
  ];
  for (const name of methods) {
    Object.defineProperty(Session.prototype, name, {
      value(this: Session, argument: unknown) {
        this.told.push([name, argument]);
      },
    });
  }
  return { sessions, restore: replace(window, 'ApplePaySession', () => Session as never) };
}
