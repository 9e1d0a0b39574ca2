import type { FieldError, PayTokenAnswer, ReportPhase } from '@wallet-buttons/protocol';
import { payToken, prepare, validateMerchant, type Backend } from '../backend.ts';
import { isRefused, isTaken, paidAnswer } from '../answers.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletErrorEvent,
  WalletRedirectEvent,
  WalletResultEvent,
  type CancelPhase,
} from '../events.ts';
import { WalletError } from '../errors.ts';
import { page } from '../page.ts';
import { uniqueKey } from '../platform.ts';
import { filled } from '../providers/payer.ts';
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
import type { Order } from './order.ts';

/** The one event that ends a press. */
export type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** The time for a sheet to close after success, in milliseconds. */
const closing = 10_000;

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

/**
 * Opens the sheet in the task of the press, as the wallets require.
 * @param mayPost Waits for the order's turn: whether this document may send a token of it.
 */
export function pay(
  host: EventTarget,
  order: Order,
  backend: Backend,
  provider: WalletProvider,
  request: SheetRequest,
  mayPost: () => Promise<boolean>,
): Payment {
  let phase: CancelPhase = 'opened';
  /** Whether the payer has agreed once, even if the backend has refused since. */
  let hasAgreed = false;
  let sheet: PaymentSheet | undefined;
  /** No token is accepted any more. */
  let over = false;
  /** The backend has said that the order is paid, which ended the payment. */
  let isPaid = false;
  let answer: Promise<PayTokenAnswer> | undefined;
  /** A second call of the provider gets the same answer. After a refusal, the payer may agree once more. */
  let consent: Promise<AuthorizationAnswer> | undefined;
  /** Ends the payment, even if its sheet cannot be closed. */
  let close!: (end?: SheetEnd) => void;
  const closed = new Promise<SheetEnd>((resolve) => {
    close = resolve;
  });
  const { reference } = order;

  /** The answer to a consent that comes too late. */
  const refused = () => (isPaid ? closedOrder('paid', request) : { success: false });

  const moveTo = (event: 'authorize' | 'refuse') => {
    const { paying } = page();
    if (paying) paying.late = event === 'refuse';
    order.move(event);
  };

  /** Ends the payment if the backend refuses a call because the order is paid. */
  const checked = async <T>(call: Promise<T>): Promise<T> => {
    call.catch((error: unknown) => {
      const paid = answer ? undefined : paidAnswer(error);
      if (!paid) return;
      isPaid = over = true;
      answer = Promise.resolve(paid);
      close();
      sheet?.abort();
    });
    return call;
  };

  /** Sends the token, and answers the sheet. */
  const send = async ({ token, ...payer }: Authorization): Promise<AuthorizationAnswer> => {
    let isSent = false;
    let success: boolean;
    let errors: readonly FieldError[] | undefined;
    try {
      if (!(await mayPost())) throw new WalletError('busy-elsewhere');
      if (over) return refused();
      moveTo('authorize');
      const { amount, currency, shippingOption, couponCode } = request;
      const data = {
        ...payer,
        ...filled({ shipping_option: shippingOption, coupon_code: couponCode }),
      };
      host.dispatchEvent(new WalletAuthorizedEvent(data));
      const { wallet } = provider;
      const body = { order: reference, wallet, token, shown: { amount, currency }, ...data };
      answer = payToken(backend, body, uniqueKey());
      isSent = true;
      const { outcome, acs_url } = await answer;
      success = Boolean(acs_url) || isTaken(outcome);
    } catch (error) {
      if (!isSent) {
        // The next consent would fail as well.
        over = true;
        close(WalletError.from(error));
        return isElsewhere(error) ? closedOrder('pending', request) : { success: false };
      }
      errors = isRefused(error) ? (error.cause.errors ?? []) : undefined;
      success = !errors;
    }
    if (success) setTimeout(close, closing);
    else {
      moveTo('refuse');
      consent = undefined;
    }
    return { success, errors };
  };

  /** The flow of a payment. The backend's answer outranks the end of the sheet. */
  const run = async (): Promise<Ending> => {
    sheet = provider.open(request, {
      async validateMerchant(validation_url, domain) {
        const asked = { order: reference, validation_url, domain: domain || pageDomain() };
        const session = await checked(validateMerchant(backend, asked));
        phase = 'validated';
        return session;
      },
      async change(change) {
        const changed = over ? undefined : await sheetSupport?.sheetAnswer(host, change, request);
        request = changed?.request ?? request;
        return changed ?? { request, update: {} };
      },
      async authorize(authorization) {
        hasAgreed = true;
        return over ? refused() : (consent ??= send(authorization));
      },
      closed: close,
    });
    if (!provider.validates)
      void checked(prepare(backend, { order: reference })).catch(() => undefined);
    const end = await closed;
    over = true;
    const result = await answer;
    if (result?.acs_url) return new WalletRedirectEvent(bankPage(result.acs_url));
    if (result) return new WalletResultEvent(result, reference);
    if (typeof end === 'string') return new WalletCancelEvent(phase, end);
    return new WalletErrorEvent(end);
  };

  order.backend = backend;
  order.move('press');
  return {
    order,
    ended: run().catch((error: unknown) => new WalletErrorEvent(error)),
    isAgreed: () => consent !== undefined,
    phase: () => (hasAgreed ? 'authorized' : phase),
    cancel(reason) {
      if (order.state === 'sent') return;
      over = true;
      close(reason);
      sheet?.abort();
    },
  };
}

/** Applies the ending of a press to its order. */
export function learnFrom(ending: Ending, order: Order): void {
  if (ending instanceof WalletRedirectEvent) order.move('leave');
  else if (ending instanceof WalletResultEvent) order.learn(ending);
  // After the token was sent, an error other than a refusal leaves the outcome open.
  else order.move(order.state === 'sent' ? 'doubt' : 'clear');
}
