import type { PayTokenAnswer } from '@wallet-buttons/protocol';
import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import { payToken, prepare, validateMerchant, type BackendUrls } from '../backend.ts';
import { PaymentCancelled, WalletError } from '../errors.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletClickEvent,
  WalletErrorEvent,
  WalletRedirectEvent,
  WalletResultEvent,
  type CancelPhase,
} from '../events.ts';
import { page } from '../page.ts';
import type { PaymentSheet, SheetRequest, WalletProvider } from '../providers/provider.ts';
import { bankPage, leave, type RedirectMode } from '../redirect.ts';

/** What a payment reads from its tag, in the task of the press. */
export interface PaymentHost extends ReactiveControllerHost, HTMLElement, BackendUrls {
  readonly order: string;
  /** The domain that wallet A proves. */
  readonly domain: string;
  readonly redirect: RedirectMode;
  provider(): WalletProvider;
  /** @throws {WalletError} `config` */
  sheetRequest(): SheetRequest;
}

type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** One payment, from the press to the one event that ends it. */
export class PaymentController implements ReactiveController {
  state: 'idle' | 'busy' | 'redirecting' | 'done' = 'idle';
  readonly #host: PaymentHost;
  #sheet: PaymentSheet | undefined;
  #phase: CancelPhase = 'opened';

  constructor(host: PaymentHost) {
    (this.#host = host).addController(this);
  }

  hostConnected(): void {
    addEventListener('pageshow', this.#pageShown);
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#pageShown);
    // A move is a disconnect and a connect in one task: it must not close the sheet.
    queueMicrotask(() => {
      if (!this.#host.isConnected && this.#phase !== 'authorized') this.abort();
    });
  }

  /** Runs one payment. Until the sheet is open nothing is awaited: the wallets insist on the press's own task. */
  async run(): Promise<void> {
    const host = this.#host;
    if (page().paying || !host.dispatchEvent(new WalletClickEvent())) return;
    const { order } = host;
    const focused = host.matches(':focus-within');
    page().paying = this;
    this.#become('busy');
    const ending = await this.#pay(host).catch(
      (error: unknown) => new WalletErrorEvent(WalletError.from(error)),
    );
    page().paying = undefined;
    this.#become(host.order === order ? this.#restAfter(ending) : 'idle');
    const followed = host.dispatchEvent(ending);
    if (followed && ending instanceof WalletRedirectEvent) leave(ending.url, host.redirect);
    await host.updateComplete;
    if (focused && document.activeElement === document.body) host.focus();
  }

  abort(): void {
    this.#sheet?.abort?.();
  }

  /** Offers the button again: the order is another one, or the payer came back from the bank. */
  rest(): void {
    if (this.state !== 'busy') this.#become('idle');
  }

  /** The flow. What the backend said outranks how the sheet ended. */
  async #pay(host: PaymentHost): Promise<Ending> {
    const { order, domain } = host;
    const provider = host.provider();
    const request = host.sheetRequest();
    let answering: Promise<PayTokenAnswer> | undefined;
    this.#phase = 'opened';
    this.#sheet = provider.open(request, {
      validateMerchant: async (validation_url) => {
        const session = await validateMerchant(host, { order, validation_url, domain });
        this.#phase = 'validated';
        return session;
      },
      authorize: ({ token, ...data }) => {
        this.#phase = 'authorized';
        host.dispatchEvent(new WalletAuthorizedEvent(data));
        const body = { order, wallet: provider.wallet, token, shown: request.shown, ...data };
        answering = payToken(host, body, crypto.randomUUID());
        return answering.then(isTaken, isUnknown);
      },
    });
    if (!provider.validates) prepare(host, { order });
    const end = await this.#sheet.closed.catch((error: unknown) => error);
    const answer = await answering;
    if (answer?.acs_url) return new WalletRedirectEvent(bankPage(answer.acs_url));
    if (answer) return new WalletResultEvent(answer.outcome, answer.status);
    if (end instanceof PaymentCancelled) return new WalletCancelEvent(this.#phase, end.reason);
    throw end;
  }

  /** The payer is not offered to pay again what may be paid. */
  #restAfter(ending: Ending): PaymentController['state'] {
    if (ending instanceof WalletRedirectEvent) return 'redirecting';
    const taken =
      ending instanceof WalletErrorEvent
        ? this.#phase === 'authorized' && isUnknown(ending.error)
        : ending instanceof WalletResultEvent && isTaken(ending);
    return taken ? 'done' : 'idle';
  }

  #become(state: PaymentController['state']): void {
    this.state = state;
    this.#host.requestUpdate();
  }

  /** The back button can bring the page back as it was left: on its way to the bank. */
  readonly #pageShown = (): void => {
    if (this.state === 'redirecting') this.rest();
  };
}

/** Whether the sheet may say success: always, but for what surely failed. */
function isTaken({ outcome, acs_url }: Pick<PayTokenAnswer, 'outcome' | 'acs_url'>): boolean {
  return acs_url !== undefined || !/failed|cancelled|expired|refunded/.test(outcome);
}

/** Only a clear no is a failure: a token that may have arrived is not one. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof WalletError && error.code === 'refused');
}
