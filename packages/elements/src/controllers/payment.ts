import { isSettled, type FieldError, type PayTokenAnswer } from '@wallet-buttons/protocol';
import { isRefused, payToken, prepare, validateMerchant } from '../backend.ts';
import { PaymentCancelled, WalletError } from '../errors.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletErrorEvent,
  WalletRedirectEvent,
  WalletResultEvent,
  type CancelPhase,
} from '../events.ts';
import { announce } from '../order-lock.ts';
import { page } from '../page.ts';
import { filled } from '../providers/payer.ts';
import type {
  Authorization,
  AuthorizationAnswer,
  PaymentSheet,
  WalletProvider,
} from '../providers/provider.ts';
import { bankPage } from '../redirect.ts';
import type { SheetRequest } from '../sheet/request.ts';
import type { SheetChange } from '../sheet/events.ts';
import { sheetSupport } from '../sheet/support.ts';
import { withTimeout } from '../with-timeout.ts';
import { isTaken, type Order, type OrderHost } from './order.ts';

/** A button that pays. */
export interface PaymentHost extends OrderHost {
  /** The domain that wallet A proves. */
  readonly domain: string;
}

/** The one event that ends a press. */
export type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** In milliseconds, for a sheet to close that was told success. */
const closing = 10_000;

/** One payment, from the press to the one event that ends it. */
export class Payment {
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  readonly #host: PaymentHost;
  readonly #order: Order;
  readonly #provider: WalletProvider;
  /** What the sheet shows. */
  #request: SheetRequest;
  #phase: CancelPhase = 'opened';
  #sheet: PaymentSheet | undefined;
  /** Ends the payment, even of a sheet that cannot be closed. */
  #close: (end?: PaymentCancelled) => void = () => undefined;
  readonly #closed = new Promise<PaymentCancelled | undefined>((resolve) => {
    this.#close = resolve;
  });
  /** From now on no token is taken. */
  #over = false;
  #answer: Promise<PayTokenAnswer> | undefined;

  /** Opens the sheet in the task of the press: the wallets insist on it. */
  constructor(host: PaymentHost, order: Order, provider: WalletProvider, request: SheetRequest) {
    this.#host = host;
    this.#order = order;
    this.#provider = provider;
    this.#request = request;
    order.move('press');
    this.ended = this.#run().catch(
      (error: unknown) => new WalletErrorEvent(WalletError.from(error)),
    );
  }

  /** Closes the sheet, unless a token is on its way: that gets its answer. */
  cancel(reason: string): void {
    if (this.#order.state === 'sent') return;
    this.#over = true;
    this.#close(new PaymentCancelled(reason));
    this.#sheet?.abort?.();
  }

  /** The flow. What the backend said outranks how the sheet ended. */
  async #run(): Promise<Ending> {
    const { reference: order } = this.#order;
    this.#sheet = this.#provider.open(this.#request, {
      validateMerchant: (url) => this.#validateMerchant(url),
      change: (change) => this.#change(change),
      authorize: (authorization) => this.#authorize(authorization),
    });
    if (!this.#provider.validates) prepare(this.#host, { order });
    const end = await Promise.race([this.#sheet.closed, this.#closed]).catch(
      (error: unknown) => error,
    );
    this.#over = true;
    const answer = await this.#answer;
    if (answer?.acs_url) return new WalletRedirectEvent(bankPage(answer.acs_url));
    if (answer) return new WalletResultEvent(answer.outcome, answer.status, order);
    if (end instanceof PaymentCancelled) return new WalletCancelEvent(this.#phase, end.reason);
    throw end;
  }

  async #validateMerchant(validation_url: string): Promise<object> {
    const { domain } = this.#host;
    const { reference: order } = this.#order;
    const session = await validateMerchant(this.#host, { order, validation_url, domain });
    this.#phase = 'validated';
    return session;
  }

  async #change(change: SheetChange) {
    const request = this.#request;
    const support = this.#over ? undefined : sheetSupport();
    const answer = await support?.sheetAnswer(this.#host, change, request);
    this.#request = answer?.request ?? request;
    return answer ?? { request, update: {} };
  }

  async #authorize({ token, ...payer }: Authorization): Promise<AuthorizationAnswer> {
    if (this.#over) return { success: false };
    this.#moveTo('authorize');
    const { amount, currency, shippingOption, couponCode } = this.#request;
    const chosen = filled({ shipping_option: shippingOption, coupon_code: couponCode });
    const data = { ...payer, ...chosen };
    const host = this.#host;
    host.dispatchEvent(new WalletAuthorizedEvent(data));
    const body = {
      order: this.#order.reference,
      wallet: this.#provider.wallet,
      token,
      shown: { amount, currency },
      ...data,
    };
    this.#answer = payToken(host, body, crypto.randomUUID());
    let success: boolean;
    let errors: readonly FieldError[] | undefined;
    try {
      const { outcome, acs_url } = await this.#answer;
      success = acs_url !== undefined || isTaken(outcome);
    } catch (error) {
      success = !isRefused(error);
      if (isRefused(error)) errors = error.cause.errors;
    }
    if (success) {
      const close = () => {
        this.#close();
      };
      withTimeout(this.#sheet?.closed ?? this.#closed, closing, undefined).then(close, close);
    } else {
      this.#moveTo('refuse');
    }
    return { success, errors };
  }

  #moveTo(event: 'authorize' | 'refuse'): void {
    this.#order.move(event);
    const { paying } = page();
    if (paying) paying.late = event === 'refuse';
    announce();
  }
}

/** What the ending of a press tells of its order. */
export function learnFrom(ending: Ending, order: Order): void {
  if (ending instanceof WalletRedirectEvent) order.move('leave');
  else if (ending instanceof WalletResultEvent)
    order.learn(ending.outcome, isSettled(ending.outcome));
  // An error after the token was sent, and no refusal.
  else order.move(order.state === 'sent' ? 'doubt' : 'clear');
}
