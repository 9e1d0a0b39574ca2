import { assert } from '@open-wc/testing';
import type { WalletAButton } from '@wallet-buttons/elements';
import { replace } from './replace.ts';
import { payingBackend } from './scene.ts';
import { eventOf, press, ready, walletA, type FakeBackend, type Rendered } from './support.ts';

/** An `ApplePaySession` that a test works by hand, where the stand-in cannot show what a browser does. */
export interface FakeSession {
  onvalidatemerchant?(event: object): void;
  onpaymentauthorized?(event: object): void;
  oncancel?(event?: object): void;
  onpaymentmethodselected?(event: object): void;
  onshippingcontactselected?(event: object): void;
  onshippingmethodselected?(event: object): void;
  /** The request that it was made with. */
  readonly request: Readonly<Record<string, unknown>>;
  /** The calls of its methods, oldest first: name and argument. */
  readonly received: (readonly [string, unknown])[];
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
function fakeApplePay(options: Options = {}): FakeApplePay {
  const { version: newest = 14, thrown } = options;
  const sessions: FakeSession[] = [];
  class Session {
    static canMakePayments = () => true;
    static supportsVersion = (version: number) => version <= newest;
    static applePayCapabilities = options.applePayCapabilities;
    readonly received: FakeSession['received'] = [];
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
        this.received.push([name, argument]);
      },
    });
  }
  return { sessions, restore: replace(window, 'ApplePaySession', () => Session as never) };
}

export interface SceneA {
  readonly backend: FakeBackend;
  /** Another wallet, before the test asks it anything. */
  use(options: Options): void;
  /** What the backend answers from now on. */
  answers(answers: Parameters<typeof payingBackend>[0]): void;
  /** A tag whose button was pressed, and its session: the last one, if it opened one. */
  pressed(set?: Partial<WalletAButton>): Promise<Rendered & { readonly session?: FakeSession }>;
  /** The message of the error that ended a press before a sheet. */
  configError(set: Partial<WalletAButton>): Promise<string>;
}

/** Runs its tests with a backend that answers paid. */
export function sceneA(): SceneA {
  let backend: FakeBackend;
  let wallet: FakeApplePay;
  beforeEach(() => {
    backend = payingBackend();
    wallet = fakeApplePay();
  });
  afterEach(() => {
    for (const tag of document.querySelectorAll('wallet-a-button')) tag.abort();
    wallet.restore();
    backend.restore();
  });
  const pressTag: SceneA['pressed'] = async (set = {}) => {
    const { tag, events } = await ready(walletA);
    Object.assign(tag, set);
    await press(tag);
    const session = wallet.sessions.at(-1);
    return { tag, events, ...(session && { session }) };
  };
  return {
    get backend() {
      return backend;
    },
    use(options) {
      wallet.restore();
      wallet = fakeApplePay(options);
    },
    answers(answers) {
      backend.restore();
      backend = payingBackend(answers);
    },
    pressed: pressTag,
    async configError(set) {
      const { events, session } = await pressTag(set);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'config');
      assert.isUndefined(session);
      return error.message;
    },
  };
}
