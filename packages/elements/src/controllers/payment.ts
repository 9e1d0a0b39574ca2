import { isSettled, type FieldError, type PayTokenAnswer } from '@wallet-buttons/protocol';
import { isRefused, payToken, prepare, validateMerchant, type Backend } from '../backend.ts';
import {
  WalletAuthorizedEvent,
  WalletCancelEvent,
  WalletErrorEvent,
  WalletRedirectEvent,
  WalletResultEvent,
  type CancelPhase,
} from '../events.ts';
import { page } from '../page.ts';
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
import { isTaken, type Order } from './order.ts';

/** The one event that ends a press. */
export type Ending = WalletResultEvent | WalletRedirectEvent | WalletCancelEvent | WalletErrorEvent;

/** In milliseconds, for a sheet to close that was told success. */
const closing = 10_000;

/** One payment, from the press to the one event that ends it. */
export interface Payment {
  readonly order: Order;
  /** Never rejects. */
  readonly ended: Promise<Ending>;
  /** Closes the sheet, unless a token is on its way: that gets its answer. */
  cancel(reason: string): void;
}

/** Opens the sheet in the task of the press: the wallets insist on it. */
export function pay(
  host: EventTarget,
  order: Order,
  backend: Backend,
  provider: WalletProvider,
  request: SheetRequest,
): Payment {
  let phase: CancelPhase = 'opened';
  let sheet: PaymentSheet | undefined;
  /** From now on no token is taken. */
  let over = false;
  let answer: Promise<PayTokenAnswer> | undefined;
  /** Ends the payment, even of a sheet that cannot be closed. */
  let close!: (end?: SheetEnd) => void;
  const closed = new Promise<SheetEnd>((resolve) => {
    close = resolve;
  });
  const { reference } = order;

  const moveTo = (event: 'authorize' | 'refuse') => {
    const { paying } = page();
    if (paying) paying.late = event === 'refuse';
    order.move(event);
  };

  const authorize = async ({ token, ...payer }: Authorization): Promise<AuthorizationAnswer> => {
    if (over) return { success: false };
    // A provider that asks twice gets one answer.
    if (!answer || order.state !== 'sent') {
      moveTo('authorize');
      const { amount, currency, shippingOption, couponCode } = request;
      const data = {
        ...payer,
        ...filled({ shipping_option: shippingOption, coupon_code: couponCode }),
      };
      host.dispatchEvent(new WalletAuthorizedEvent(data));
      const { wallet } = provider;
      const body = { order: reference, wallet, token, shown: { amount, currency }, ...data };
      answer = payToken(backend, body, crypto.randomUUID());
    }
    let success: boolean;
    let errors: readonly FieldError[] | undefined;
    try {
      const { outcome, acs_url } = await answer;
      success = Boolean(acs_url) || isTaken(outcome);
    } catch (error) {
      errors = isRefused(error) ? (error.cause.errors ?? []) : undefined;
      success = !errors;
    }
    if (success) setTimeout(close, closing);
    else moveTo('refuse');
    return { success, errors };
  };

  /** The flow. What the backend said outranks how the sheet ended. */
  const run = async (): Promise<Ending> => {
    sheet = provider.open(request, {
      async validateMerchant(validation_url, domain) {
        const session = await validateMerchant(backend, {
          order: reference,
          validation_url,
          domain: domain || pageDomain(),
        });
        phase = 'validated';
        return session;
      },
      async change(change) {
        const changed = over ? undefined : await sheetSupport()?.sheetAnswer(host, change, request);
        request = changed?.request ?? request;
        return changed ?? { request, update: {} };
      },
      authorize,
      closed: close,
    });
    if (!provider.validates) prepare(backend, { order: reference });
    const end = await closed;
    over = true;
    const said = await answer;
    if (said?.acs_url) return new WalletRedirectEvent(bankPage(said.acs_url));
    if (said) return new WalletResultEvent(said.outcome, said.status, reference);
    if (typeof end === 'string') return new WalletCancelEvent(phase, end);
    return new WalletErrorEvent(end);
  };

  order.backend = backend;
  order.move('press');
  return {
    order,
    ended: run().catch((error: unknown) => new WalletErrorEvent(error)),
    cancel(reason) {
      if (order.state === 'sent') return;
      over = true;
      close(reason);
      sheet?.abort();
    },
  };
}

/** What the ending of a press tells of its order. */
export function learnFrom(ending: Ending, order: Order): void {
  if (ending instanceof WalletRedirectEvent) order.move('leave');
  else if (ending instanceof WalletResultEvent)
    order.learn(ending.outcome, isSettled(ending.outcome));
  // An error after the token was sent, and no refusal.
  else order.move(order.state === 'sent' ? 'doubt' : 'clear');
}
