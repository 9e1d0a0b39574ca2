import type { FieldError, PayTokenAnswer, Problem } from '@wallet-buttons/protocol';
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
import { filled } from '../providers/payer.ts';
import type {
  PaymentSheet,
  SheetAnswer,
  SheetChange,
  WalletProvider,
} from '../providers/provider.ts';
import { bankPage, leave, type RedirectMode } from '../redirect.ts';
import { sheetRequest, type SheetRequest } from '../sheet-request.ts';
import type { SheetData, SheetUpdate } from '../sheet.ts';
import { sheetUpdate } from './sheet-update.ts';

/** What a payment reads from its tag, in the task of the press. */
export interface PaymentHost extends ReactiveControllerHost, HTMLElement, BackendUrls, SheetData {
  readonly order: string;
  /** The domain that wallet A proves. */
  readonly domain: string;
  readonly redirect: RedirectMode;
  provider(): WalletProvider;
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
    addEventListener('pagehide', this.#leave);
  }

  hostDisconnected(): void {
    removeEventListener('pageshow', this.#pageShown);
    removeEventListener('pagehide', this.#leave);
    // A move is a disconnect and a connect in one task: it must not close the sheet.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#leave();
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
    // Whoever removed the tag has other plans for the page.
    const leads = followed && host.isConnected && ending instanceof WalletRedirectEvent;
    if (leads) leave(ending.url, host.redirect);
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
    let request = sheetRequest(host);
    let answering: Promise<PayTokenAnswer> | undefined;
    this.#phase = 'opened';
    this.#sheet = provider.open(request, {
      validateMerchant: async (validation_url) => {
        const session = await validateMerchant(host, { order, validation_url, domain });
        this.#phase = 'validated';
        return session;
      },
      change: async (change) => {
        const answer = await answerTo(change, request, host);
        request = answer.request;
        return answer;
      },
      authorize: ({ token, ...payer }) => {
        this.#phase = 'authorized';
        const { amount, currency, shippingOption, couponCode } = request;
        const chosen = filled({ shipping_option: shippingOption, coupon_code: couponCode });
        const data = { ...payer, ...chosen };
        host.dispatchEvent(new WalletAuthorizedEvent(data));
        const shown = { amount, currency };
        const body = { order, wallet: provider.wallet, token, shown, ...data };
        answering = payToken(host, body, crypto.randomUUID());
        return answering.then(
          (answer) => ({ success: isTaken(answer) }),
          (error: unknown) => ({ success: isUnknown(error), errors: fieldErrors(error) }),
        );
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

  /** Nobody sees the sheet any more; one that has been agreed to gets its answer all the same. */
  readonly #leave = (): void => {
    if (this.#phase !== 'authorized') this.abort();
  };

  /** The back button can bring the page back as it was left: on its way to the bank. */
  readonly #pageShown = (): void => {
    if (this.state === 'redirecting') this.rest();
  };
}

/** What the sheet shows after a choice of the payer; without an answer of the page, as before. */
async function answerTo(
  change: SheetChange,
  request: SheetRequest,
  host: PaymentHost,
): Promise<SheetAnswer> {
  let update: SheetUpdate;
  try {
    update = await sheetUpdate(host, change);
    const chosen = update.errors?.[0] ? {} : change;
    request = sheetRequest({ ...request, ...chosen, ...update });
  } catch (error) {
    reportError(error);
    update = { errors: [notWorkedOut] };
  }
  const { shippingOptions } = request;
  // Wallet A shows no error beside an option: the former choice returns with the list.
  if (update.errors?.[0] && change.shippingOption) update = { shippingOptions, ...update };
  return { request, update };
}

const notWorkedOut: FieldError = {
  code: 'other',
  message: 'This choice cannot be worked out now. Make another, or close.',
};

function fieldErrors(error: unknown): Problem['errors'] {
  return ((error as WalletError).cause as Problem | undefined)?.errors;
}

/** Whether the sheet may say success: always, but for what surely failed. */
function isTaken({ outcome, acs_url }: Pick<PayTokenAnswer, 'outcome' | 'acs_url'>): boolean {
  return acs_url !== undefined || !/failed|cancelled|expired|refunded/.test(outcome);
}

/** Only a clear no is a failure: a token that may have arrived is not one. */
function isUnknown(error: unknown): boolean {
  return !(error instanceof WalletError && error.code === 'refused');
}
