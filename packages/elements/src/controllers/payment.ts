import type { PayTokenAnswer, ReportPhase } from '@wallet-buttons/protocol';
import { payToken, prepare, validateMerchant } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { isRefused, isTaken, paidAnswer } from '../answers.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletRedirectEvent,
  WalletResultEvent,
  type CancelPhase,
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
  SheetEnd,
  WalletProvider,
} from '../providers/provider.ts';
import { bankPage, pageDomain } from '../redirect.ts';
import type { SheetRequest } from '../sheet/data.ts';
import { sheetSupport } from '../sheet/support.ts';
import { closedOrder, isElsewhere } from './closed-order.ts';
import type { Ending } from './ending.ts';
import type { Order } from './order.ts';

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
  /** Waits for the order's turn: whether this document may send a token of it. */
  readonly mayPost: () => Promise<boolean>;
}

/** One payment, from the press to the one event that ends it. */
export interface Payment {
  readonly order: Order;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  /** Whether the payer has agreed: the token waits for its turn, or is on its way. */
  isAgreed(): boolean;
  /** How far the payer has come. */
  phase(): ReportPhase;
  /** Closes the sheet, unless a token is on its way: then its answer ends the payment. */
  cancel(reason: string): void;
}

/** Opens the sheet in the task of the press, as the wallets require. The steps of a payment follow in their order. */
export function pay(parts: PaymentParts): Payment {
  const { host, order, backend, provider, mayPost } = parts;
  let { request } = parts;
  const { reference } = order;
  let phase: CancelPhase = 'opened';
  /** Whether the payer has agreed once, even if the backend has refused since. */
  let hasAgreed = false;
  let sheet: PaymentSheet | undefined;
  /** No token is accepted any more. */
  let isOver = false;
  /** The backend has said that the order is paid, which ended the payment. */
  let isPaid = false;
  /** A second call of the provider gets the same answer. After a refusal, the payer may agree once more. */
  let consent: Promise<AuthorizationAnswer> | undefined;
  let answer: Promise<PayTokenAnswer> | undefined;
  /** Ends the payment, even if its sheet cannot be closed. */
  let close!: (end?: SheetEnd) => void;
  const sheetEnd = new Promise<SheetEnd>((resolve) => {
    close = resolve;
  });

  order.backend = backend;
  order.move('press');
  return {
    order,
    ended: run().catch((error: unknown) => new WalletErrorEvent(error)),
    isAgreed: () => consent !== undefined,
    phase: () => (hasAgreed ? 'authorized' : phase),
    cancel(reason) {
      if (order.state === 'sent') return;
      isOver = true;
      close(reason);
      sheet?.abort();
    },
  };

  async function run(): Promise<Ending> {
    sheet = provider.open(request, {
      async validateMerchant(validation_url, domain) {
        const validation = { order: reference, validation_url, domain: domain || pageDomain() };
        const session = await untilPaid(validateMerchant(backend, validation));
        phase = 'validated';
        return session;
      },
      async change(change) {
        const sheetAnswer = isOver
          ? undefined
          : await sheetSupport()?.sheetAnswer(host, change, request);
        request = sheetAnswer?.request ?? request;
        return sheetAnswer ?? { request, update: {} };
      },
      async authorize(authorization) {
        hasAgreed = true;
        return isOver ? tooLate() : (consent ??= send(authorization));
      },
      closed: close,
    });
    if (!provider.validates) {
      void untilPaid(prepare(backend, { order: reference })).catch(() => undefined);
    }
    const end = await sheetEnd;
    isOver = true;
    // The backend's answer outranks the end of the sheet.
    const result = await answer;
    if (result?.acs_url) return new WalletRedirectEvent(bankPage(result.acs_url));
    if (result) return new WalletResultEvent(result, reference);
    if (typeof end === 'string') return new WalletCancelEvent(phase, end);
    return new WalletErrorEvent(end);
  }

  /** Sends the token once it is the order's turn, and answers the sheet. */
  async function send(authorization: Authorization): Promise<AuthorizationAnswer> {
    try {
      if (!(await mayPost())) throw new WalletError('busy-elsewhere');
      if (isOver) return tooLate();
      answer = post(authorization);
    } catch (error) {
      // The next consent would fail as well.
      isOver = true;
      close(WalletError.from(error));
      return isElsewhere(error) ? closedOrder('pending', request) : { success: false };
    }
    const shownAnswer = await shownOf(answer, request);
    if (shownAnswer.success) setTimeout(close, closing);
    else {
      moveTo('refuse');
      consent = undefined;
    }
    return shownAnswer;
  }

  /** Throws only before the token leaves. */
  function post({ token, ...payer }: Authorization): Promise<PayTokenAnswer> {
    moveTo('authorize');
    const { amount, currency, shippingOption, couponCode } = request;
    const data = {
      ...payer,
      ...filled({ shipping_option: shippingOption, coupon_code: couponCode }),
    };
    host.dispatchEvent(new WalletAuthorizedEvent(data));
    const { wallet } = provider;
    const body = { order: reference, wallet, token, shown: { amount, currency }, ...data };
    return payToken(backend, body, uniqueKey());
  }

  function moveTo(event: 'authorize' | 'refuse'): void {
    const { paying } = page();
    if (paying) paying.late = event === 'refuse';
    order.move(event);
  }

  /** Ends the payment if the backend refuses a call because the order is paid. */
  async function untilPaid<T>(call: Promise<T>): Promise<T> {
    call.catch((error: unknown) => {
      const paymentAnswer = answer ? undefined : paidAnswer(error);
      if (!paymentAnswer) return;
      isPaid = isOver = true;
      answer = Promise.resolve(paymentAnswer);
      close();
      sheet?.abort();
    });
    return call;
  }

  /** The answer to a consent after the end. */
  function tooLate(): AuthorizationAnswer {
    return isPaid ? closedOrder('paid', request) : { success: false };
  }
}

/** What the sheet shows of the backend's answer. Without an answer it does not let the payer try again. */
async function shownOf(
  answer: Promise<PayTokenAnswer>,
  request: SheetRequest,
): Promise<AuthorizationAnswer> {
  try {
    const { outcome, acs_url } = await answer;
    return { success: Boolean(acs_url) || isTaken(outcome) };
  } catch (error) {
    if (!isRefused(error)) return { success: true };
    const { code, errors = [] } = error.cause;
    if (code === 'too_many_attempts') return closedOrder('tooManyAttempts', request);
    return { success: false, errors };
  }
}
