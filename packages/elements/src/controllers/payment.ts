import { isSettled, type PayTokenAnswer, type Problem } from '@wallet-buttons/protocol';
import type { ReactiveControllerHost } from '@lit/reactive-element';
import {
  askStatus,
  checkUrls,
  payToken,
  prepare,
  validateMerchant,
  type BackendUrls,
} from '../backend.ts';
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
import { alone, hold, isMarked, mark } from '../hold.ts';
import { page } from '../page.ts';
import { filled } from '../providers/payer.ts';
import type { PaymentSheet, WalletProvider } from '../providers/provider.ts';
import { bankPage, leave, type RedirectMode } from '../redirect.ts';
import { sheetRequest } from '../sheet/request.ts';
import type { SheetData } from '../sheet/data.ts';
import { listen, result } from '../surroundings.ts';
import { sheetAnswer } from '../sheet/answer.ts';

/** What a payment reads from its tag, in the task of the press. */
export interface PaymentHost extends ReactiveControllerHost, HTMLElement, BackendUrls, SheetData {
  readonly order: string;
  readonly hasUpdated: boolean;
  /** The domain that wallet A proves. */
  readonly domain: string;
  readonly redirect: RedirectMode;
  provider(): WalletProvider;
}

type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** One payment, from the press to the one event that ends it. */
export class PaymentController implements EventListenerObject {
  state: 'idle' | 'busy' | 'redirecting' | 'done' = 'idle';
  readonly #host: PaymentHost;
  #sheet: PaymentSheet | undefined;
  #phase: CancelPhase | 'authorized' = 'opened';
  /** Whether what became of the order is still to be asked, should it be marked. */
  #open = true;
  /** Of several things that go on, the one begun last decides. */
  #turn = 0;

  constructor(host: PaymentHost) {
    this.#host = host;
  }

  connected(): void {
    if (this.#host.hasUpdated) void this.#look();
  }

  disconnected(): void {
    listen(this, false);
    // A move is a disconnect and a connect in one task: it must not close the sheet.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#leave();
    });
  }

  handleEvent(event: Event): void {
    const { type } = event;
    if (type === 'change') this.#host.requestUpdate();
    else if (type === result) this.#resulted(event);
    else if (type === 'pagehide') this.#leave();
    // The payer is back: from another page, or from the bank to a page as it was left.
    else if (type === 'pageshow' || this.state !== 'redirecting') void this.#look();
  }

  /** Runs one payment. Until the sheet is open nothing is awaited: the wallets insist on the press's own task. */
  async run(): Promise<void> {
    const host = this.#host;
    if (page().paying || !host.dispatchEvent(new WalletClickEvent())) return;
    const { order } = host;
    const focused = host.matches(':focus-within');
    page().paying = this;
    this.#phase = 'opened';
    this.#turn++;
    this.#become('busy');
    const paid = this.#pay(host);
    hold(order, paid);
    const ending = await paid.catch(
      (error: unknown) => new WalletErrorEvent(WalletError.from(error)),
    );
    page().paying = undefined;
    this.#become(this.#restAfter(ending, order));
    if (host.order !== order) this.rest();
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

  /** Offers the button again, unless the order may be paid: it is another one, or the page says so. */
  rest(): void {
    if (page().paying === this) return;
    this.#open = true;
    this.#become('idle');
    this.#turn++;
    void this.#look();
  }

  /** The flow. What the backend said outranks how the sheet ended. */
  async #pay(host: PaymentHost): Promise<Ending> {
    const { order, domain } = host;
    const provider = host.provider();
    let request = sheetRequest(host);
    checkUrls(host);
    let answering: Promise<PayTokenAnswer> | undefined;
    this.#sheet = provider.open(request, {
      validateMerchant: async (validation_url) => {
        const session = await validateMerchant(host, { order, validation_url, domain });
        this.#phase = 'validated';
        return session;
      },
      change: async (change) => {
        const answer = await sheetAnswer(host, change, request);
        request = answer.request;
        return answer;
      },
      authorize: ({ token, ...payer }) => {
        this.#phase = 'authorized';
        mark(order, true);
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
    if (answer) return new WalletResultEvent(answer.outcome, answer.status, order);
    if (end instanceof PaymentCancelled && this.#phase !== 'authorized') {
      return new WalletCancelEvent(this.#phase, end.reason);
    }
    throw end;
  }

  /**
   * Before the order is offered: another page of this browser may be paying it, or it may be paid.
   * Only an order that a token was sent for is asked about.
   */
  async #look(): Promise<void> {
    const host = this.#host;
    const { order } = host;
    const asks = () => this.#open && isMarked(order);
    if (!order || this.state === 'busy' || page().paying) return;
    if (this.state === 'done' && !asks()) return;
    const turn = ++this.#turn;
    if (asks()) this.#become('busy');
    await alone(order, () => {
      if (turn !== this.#turn) return;
      this.#become('busy');
      host.dispatchEvent(
        new WalletErrorEvent(new WalletError('busy-elsewhere', 'Another tab pays this order.')),
      );
    });
    if (turn !== this.#turn) return;
    const ending = asks() ? await this.#ask(order) : undefined;
    if (turn !== this.#turn) return;
    this.#become(ending ? this.#restAfter(ending, order) : 'idle');
    if (ending) host.dispatchEvent(ending);
  }

  /** How the order's payment stands; nothing where the backend has none. */
  async #ask(order: string): Promise<Ending | undefined> {
    this.#become('busy');
    this.#phase = 'authorized';
    try {
      const { outcome, status } = await askStatus(this.#host, { order });
      return new WalletResultEvent(outcome, status, order, true);
    } catch (error) {
      if (isUnknown(error)) return new WalletErrorEvent(WalletError.from(error));
      mark(order, false);
      return undefined;
    }
  }

  /** The payer is not offered to pay again what may be paid. */
  #restAfter(ending: Ending, order: string): PaymentController['state'] {
    if (ending instanceof WalletRedirectEvent) return 'redirecting';
    const taken =
      ending instanceof WalletErrorEvent
        ? this.#phase === 'authorized' && isUnknown(ending.error)
        : ending instanceof WalletResultEvent && isTaken(ending);
    mark(order, taken);
    this.#open = !(ending instanceof WalletResultEvent && isSettled(ending.outcome));
    return taken ? 'done' : 'idle';
  }

  #become(state: PaymentController['state']): void {
    if (state === this.state) return;
    this.state = state;
    this.#host.requestUpdate();
  }

  /** Nobody sees the sheet any more; one that has been agreed to gets its answer all the same. */
  #leave(): void {
    if (this.#phase !== 'authorized') this.abort();
  }

  /** Whoever on this page learns how the order stands, this button goes by it. */
  #resulted(event: Event): void {
    const { order } = this.#host;
    if (!(event instanceof WalletResultEvent) || event.order !== order || page().paying) return;
    this.#turn++;
    this.#become(this.#restAfter(event, order));
  }
}

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
