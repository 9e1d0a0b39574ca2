import type { PayTokenAnswer, ReportPhase } from '@wallet-buttons/protocol';
import { payToken, prepare, validateMerchant } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { isClosed, paidAnswer } from '../answers.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletRedirectEvent,
  WalletResultEvent,
} from '../events.ts';
import { WalletErrorEvent } from '../readiness-events.ts';
import { WalletError } from '../errors.ts';
import { page } from '../page.ts';
import { uniqueKey } from '../platform.ts';
import { filled } from '../providers/values.ts';
import type {
  Authorization,
  AuthorizationAnswer,
  PaymentSheet,
  SheetAnswer,
  SheetEnd,
  SheetPage,
  WalletProvider,
} from '../providers/provider.ts';
import { bankPage, pageDomain } from '../redirect.ts';
import type { SheetRequest } from '../sheet/data.ts';
import type { SheetChange } from '../sheet/events.ts';
import { sheetSupport } from '../sheet/support.ts';
import type { Ending } from './ending.ts';
import type { Order } from './order.ts';
import { shownAnswer, shownReason } from './shown-answer.ts';
import { takeTurn } from './turn.ts';

/** The time for a sheet to close after success, in milliseconds. */
const closing = 10_000;

/** The parts of a payment. */
export interface PaymentParts {
  /** The tag, which dispatches the payment's events. */
  readonly host: EventTarget;
  readonly order: Order;
  readonly backend: Backend;
  readonly provider: WalletProvider;
  readonly request: SheetRequest;
}

/** One payment, from the press to the one event that ends it. */
export class Payment implements SheetPage {
  /**
   * How far it is: the sheet is `open` · the payer's `consent` waits for its turn · the token is `posted` · no token is
   * accepted any more: `over`. A refusal opens it again.
   */
  stage: 'open' | 'consent' | 'posted' | 'over' = 'open';
  /** How far the payer has come, also if the backend has refused since. */
  phase: ReportPhase = 'opened';
  readonly order: Order;
  readonly backend: Backend;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  readonly #parts: PaymentParts;
  readonly #mayPost: () => Promise<boolean>;
  /** The content of the sheet, which the payer's choices change. */
  #request: SheetRequest;
  #sheet: PaymentSheet | undefined;
  #answer: Promise<PayTokenAnswer> | undefined;
  /** What the sheet shows of it. A second call of the provider gets the same. */
  #shown: Promise<AuthorizationAnswer> | undefined;
  /** What it shows to a payer who agrees after the end. */
  #late: AuthorizationAnswer = { success: false };
  /** Ends the payment, even if its sheet cannot be closed. */
  closed!: (end?: SheetEnd) => void;

  /** Opens the sheet in the task of the press, as the wallets require. */
  constructor(parts: PaymentParts) {
    this.#parts = parts;
    this.#request = parts.request;
    this.order = parts.order;
    this.backend = this.order.backend = parts.backend;
    this.order.move('press');
    this.ended = this.#run().catch((error: unknown) => new WalletErrorEvent(error));
    this.#mayPost = takeTurn(this);
  }

  /** Closes the sheet, unless a token is on its way: then its answer ends the payment. */
  cancel(reason: string): void {
    if (this.order.state === 'sent') return;
    this.#end(reason);
    this.#sheet?.abort();
  }

  async validateMerchant(validation_url: string, domain: string): Promise<object> {
    const order = this.order.reference;
    const validation = { order, validation_url, domain: domain || pageDomain() };
    const session = await this.#untilRefused(validateMerchant(this.backend, validation));
    this.phase = 'validated';
    return session;
  }

  async change(change: SheetChange): Promise<SheetAnswer> {
    const support = this.stage === 'over' ? undefined : sheetSupport();
    const answer = await support?.sheetAnswer(this.#parts.host, change, this.#request);
    this.#request = answer?.request ?? this.#request;
    return answer ?? { request: this.#request, update: {} };
  }

  async authorize(authorization: Authorization): Promise<AuthorizationAnswer> {
    this.phase = 'authorized';
    return this.stage === 'over' ? this.#late : (this.#shown ??= this.#send(authorization));
  }

  async #run(): Promise<Ending> {
    const { provider } = this.#parts;
    const { reference } = this.order;
    const sheetEnd = new Promise<SheetEnd>((resolve) => {
      this.closed = resolve;
    });
    this.#sheet = provider.open(this.#request, this);
    if (!provider.validates) {
      void this.#untilRefused(prepare(this.backend, { order: reference })).catch(() => undefined);
    }
    const end = await sheetEnd;
    this.stage = 'over';
    // The backend's answer outranks the end of the sheet.
    const result = await this.#answer;
    if (result?.acs_url) return new WalletRedirectEvent(bankPage(result.acs_url));
    if (result) return new WalletResultEvent(result, reference);
    if (typeof end !== 'string') return new WalletErrorEvent(end);
    const isValidated = provider.validates && this.phase !== 'opened';
    return new WalletCancelEvent(isValidated ? 'validated' : 'opened', end);
  }

  #end(end?: SheetEnd): void {
    this.stage = 'over';
    this.closed(end);
  }

  /** Sends the token once it is the order's turn, and answers the sheet. */
  async #send(authorization: Authorization): Promise<AuthorizationAnswer> {
    this.stage = 'consent';
    try {
      if (!(await this.#mayPost())) throw new WalletError('busy-elsewhere');
      // The sheet may have been closed meanwhile.
      if (this.#isOver()) return this.#late;
      this.#answer = this.#post(authorization);
    } catch (cause) {
      // The next consent would fail as well.
      const error = WalletError.from(cause);
      this.#end(error);
      const isElsewhere = error.code === 'busy-elsewhere';
      return isElsewhere ? shownReason('pending', this.#request) : { success: false };
    }
    const answer = await shownAnswer(this.#answer, this.#request);
    if (answer.success) setTimeout(this.closed, closing);
    else {
      this.#moveTo('refuse');
      this.#shown = undefined;
    }
    return answer;
  }

  #isOver(): boolean {
    return this.stage === 'over';
  }

  /** Throws only before the token leaves. */
  #post({ token, ...payer }: Authorization): Promise<PayTokenAnswer> {
    this.#moveTo('authorize');
    const { amount, currency, shippingOption, couponCode } = this.#request;
    const data = {
      ...payer,
      ...filled({ shipping_option: shippingOption, coupon_code: couponCode }),
    };
    const { host, provider } = this.#parts;
    host.dispatchEvent(new WalletAuthorizedEvent(data));
    const { wallet } = provider;
    const order = this.order.reference;
    const body = { order, wallet, token, shown: { amount, currency }, ...data };
    return payToken(this.backend, body, uniqueKey());
  }

  #moveTo(event: 'authorize' | 'refuse'): void {
    const { paying } = page();
    if (paying) paying.late = event === 'refuse';
    if (!this.#isOver()) this.stage = event === 'refuse' ? 'open' : 'posted';
    this.order.move(event);
  }

  /** Ends the payment if the backend refuses a call because the order is paid, or has failed too often. */
  async #untilRefused<T>(call: Promise<T>): Promise<T> {
    call.catch((error: unknown) => {
      const answer = paidAnswer(error);
      if (this.#answer || !(answer ?? isClosed(error))) return;
      this.#answer = answer && Promise.resolve(answer);
      this.#late = shownReason(answer ? 'paid' : 'tooManyAttempts', this.#request);
      this.#end(answer ? undefined : WalletError.from(error));
      this.#sheet?.abort();
    });
    return call;
  }
}
