import { html } from 'lit';
import type { WalletBButton } from '@wallet-buttons/elements';
import { replace } from './replace.ts';
import { payingBackend } from './scene.ts';
import { eventOf, press, render, type FakeBackend, type Rendered } from './support.ts';

type Answer = () => unknown;

type Callback = (data: object) => Promise<Readonly<Record<string, unknown>>>;

interface ClientOptions {
  readonly paymentDataCallbacks: {
    readonly onPaymentAuthorized: Callback;
    readonly onPaymentDataChanged?: Callback;
  };
  readonly merchantInfo: object;
}

/** A `PaymentsClient` that a test works by hand, where the stand-in cannot show what the provider does. */
export interface FakeClient {
  readonly merchantInfo: object;
  /** The payer agrees: tells what the page answers, and closes the sheet on a success. */
  readonly agree: Callback;
  /** The payer chooses something: tells what the page answers. */
  readonly choose: Callback;
  /** The requests of the sheets that it opened. */
  readonly opened: Readonly<Record<string, unknown>>[];
  /** The questions for readiness. */
  readonly asked: Readonly<Record<string, unknown>>[];
  /** The options of the buttons that it drew. */
  readonly drawn: Readonly<Record<string, unknown>>[];
}

interface Options {
  readonly isReadyToPay?: Answer;
  readonly createButton?: Answer;
  /** Without it the sheet ends once the payer has agreed and the page has accepted. */
  readonly loadPaymentData?: Answer;
}

export interface FakeGooglePay {
  readonly clients: readonly FakeClient[];
  /** Clients are shared by what they are made of: a name of the test's own gets clients of its own. */
  readonly merchantName: string;
  restore(): void;
}

let tests = 0;

/** Puts a wallet B of the test's own in the place of the stand-in's. */
export function fakeGooglePay(options: Options = {}): FakeGooglePay {
  const clients: FakeClient[] = [];
  class PaymentsClient implements FakeClient {
    readonly merchantInfo: object;
    readonly agree: Callback;
    readonly choose: Callback;
    readonly #closed = Promise.withResolvers<unknown>();
    readonly opened: FakeClient['opened'] = [];
    readonly asked: FakeClient['asked'] = [];
    readonly drawn: FakeClient['drawn'] = [];
    constructor({ merchantInfo, paymentDataCallbacks }: ClientOptions) {
      this.merchantInfo = merchantInfo;
      this.agree = async (data) => {
        const answer = await paymentDataCallbacks.onPaymentAuthorized(data);
        if (answer['transactionState'] === 'SUCCESS') this.#closed.resolve(data);
        return answer;
      };
      this.choose = async (data) => paymentDataCallbacks.onPaymentDataChanged?.(data) ?? {};
      clients.push(this);
    }
    isReadyToPay(request: FakeClient['asked'][number]) {
      this.asked.push(request);
      return options.isReadyToPay?.() ?? Promise.resolve({ result: true });
    }
    createButton(buttonOptions: { readonly onClick: () => void }) {
      this.drawn.push({ ...buttonOptions });
      if (options.createButton) return options.createButton();
      const box = document.createElement('div');
      const button = document.createElement('button');
      button.ariaLabel = 'Wallet B';
      button.onclick = buttonOptions.onClick;
      box.append(button);
      return box;
    }
    loadPaymentData(request: FakeClient['opened'][number]) {
      this.opened.push(request);
      return options.loadPaymentData?.() ?? this.#closed.promise;
    }
    prefetchPaymentData() {
      // Has no effect to see.
    }
  }
  const google = { payments: { api: { PaymentsClient } } };
  return {
    clients,
    merchantName: `Test ${String(++tests)}`,
    restore: replace(window, 'google', () => google as never),
  };
}

/** What the provider gives when the payer agrees. */
export function paymentData(info: object = {}): object {
  return { paymentMethodData: { info, tokenizationData: { token: '{"signature":"A"}' } } };
}

export interface SceneB {
  readonly backend: FakeBackend;
  readonly wallet: FakeGooglePay;
  /** Another wallet, before the test asks it anything. */
  use(options: Options): void;
  /** A tag of that wallet, before anything was asked. */
  tagWith(set?: Partial<WalletBButton>): Promise<Rendered>;
  /** The client that opened a sheet, after a press. */
  pressed(set?: Partial<WalletBButton>): Promise<Rendered & { readonly client: FakeClient }>;
}

/** Runs its tests with a backend that answers paid, or what the test sets. */
export function sceneB(answers: Parameters<typeof payingBackend>[0] = {}): SceneB {
  let backend: FakeBackend;
  let wallet: FakeGooglePay;
  beforeEach(() => {
    backend = payingBackend(answers);
    wallet = fakeGooglePay();
  });
  afterEach(() => {
    for (const tag of document.querySelectorAll('wallet-b-button')) tag.abort();
    wallet.restore();
    backend.restore();
  });
  const tagWith: SceneB['tagWith'] = (set = {}) =>
    render(html`<wallet-b-button
      order="A-1001"
      amount="199.90"
      currency=${set.currency ?? 'UAH'}
      country=${set.country ?? 'UA'}
      label="Honey shop"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
      merchant-name=${wallet.merchantName}
      networks=${set.networks ?? 'visa mastercard'}
      merchant-origin=${set.merchantOrigin ?? ''}
      button-border=${set.buttonBorder ?? ''}
      locale=${set.locale ?? ''}
      .authJwt=${set.authJwt ?? ''}
      .texts=${set.texts}
      .providerRequest=${set.providerRequest}
      .displayItems=${set.displayItems ?? []}
      .shippingOptions=${set.shippingOptions ?? []}
      .offers=${set.offers ?? []}
    ></wallet-b-button>`);
  return {
    get backend() {
      return backend;
    },
    get wallet() {
      return wallet;
    },
    use(options) {
      wallet.restore();
      wallet = fakeGooglePay(options);
    },
    tagWith,
    async pressed(set) {
      const { tag, events } = await tagWith(set);
      await eventOf(events, 'wallet-ready');
      await tag.updateComplete;
      await press(tag);
      const client = wallet.clients.at(-1);
      if (!client) throw new Error('There is no client.');
      return { tag, events, client };
    },
  };
}
