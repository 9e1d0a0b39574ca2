import {
  type Address,
  type Amount,
  type FieldError,
  fromMinor,
  type OrderRef,
  type Payer,
  ProtocolError,
  toMinor,
} from '@wallet-buttons/protocol';
import { describe, WalletServerError } from '../errors.ts';
import type { JsonObject } from '../service/profile.ts';
import { withTimeout } from '../service/transport.ts';
import type { Context } from './context.ts';

/** What the payer chose in the sheet, and who asks; `findOrder` answers with the total for it. */
export interface OrderChoices {
  /** The request that asks, without its body. */
  readonly request: Request;
  /** The framework's own request, where there is one: `req.session` and `req.user` of Express and Fastify. */
  readonly original?: unknown;
  readonly shippingOption?: string | undefined;
  readonly shippingAddress?: Address | undefined;
  readonly couponCode?: string | undefined;
  /** Who pays, as the sheet asked for it, once the payer has agreed. */
  readonly payer?: Payer | undefined;
  readonly billingAddress?: Address | undefined;
}

/** What the merchant says about an order. */
export interface OrderDetails {
  /** The total: an exact decimal string in major units. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /**
   * True while shipping or a coupon, chosen in the sheet, may change the total: the service's payment is then
   * added once the payer has agreed, instead of while the sheet is open.
   */
  readonly estimated?: boolean;
  /** Extra fields of the service's session (`client_phone`, …), sent as they are. */
  readonly session?: JsonObject;
  /** Extra fields of the service's payment (`products`, …), sent as they are. */
  readonly payment?: JsonObject;
}

/** What the payer has to choose otherwise; the sheet shows it and stays open. */
export interface ChoicesRefused {
  readonly errors: readonly FieldError[];
}

type Found = OrderDetails | ChoicesRefused | null;

/**
 * Looks an order up. `null`: the order does not exist, or this payer may not see it. The server calls it up to
 * four times for one payment and at each question for the status, for at most 10 s, so it should be quick and
 * safe to call again. Refuse with `errors` an order that must not be paid again after a refund.
 */
export type FindOrder = (order: OrderRef, choices: OrderChoices) => Promise<Found> | Found;

/** An order as the merchant sees it now: the only source of the amount; `minor` is its total in minor units. */
export type Order = Awaited<ReturnType<typeof lookUp>>;

const timeLimit = 10_000;

/** Whether the asker may see the order. @throws {WalletServerError} `order_not_found`, `internal` where `findOrder` fails. */
export async function mayAsk(ref: OrderRef, choices: OrderChoices, context: Context) {
  const { findOrder, log, ending } = context;
  // Async, so that what it throws at once is a rejection too.
  const find = async (): Promise<Found> => findOrder(ref, choices);
  const found = await withTimeout(timeLimit, find, ending).catch((cause: unknown) => {
    log.error('findOrder failed', { order: ref, ...describe(cause) });
    throw new WalletServerError('internal', 'findOrder failed.', { cause });
  });
  if (found) return found;
  throw new WalletServerError('order_not_found', 'There is no such order.');
}

/** The order with its total for these choices. @throws {WalletServerError} also `choices_refused`, `order_invalid`. */
export async function lookUp(ref: OrderRef, choices: OrderChoices, context: Context) {
  const found = await mayAsk(ref, choices, context);
  if ('errors' in found) {
    const text = 'The shop cannot take these choices.';
    throw new WalletServerError('choices_refused', text, { errors: found.errors });
  }
  const { currency, estimated = false, session, payment } = found;
  const minor = minorOf(found, 'order_invalid');
  const total = { amount: fromMinor(minor, currency), currency };
  return { ref, total, minor, estimated, session, payment };
}

/** An amount of the shop in minor units. @throws {WalletServerError} `code` where it is not exact or not above zero. */
export function minorOf(amount: Amount, code: 'order_invalid' | 'invalid_amount'): number {
  // A shop without types may give a number, which need not be the amount that it meant.
  if (typeof amount.amount !== 'string') {
    throw new WalletServerError(code, 'The amount is not a string.');
  }
  try {
    const minor = toMinor(amount);
    if (minor > 0) return minor;
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw new WalletServerError(code, cause.message, { cause });
  }
  throw new WalletServerError(code, 'The amount is not above zero.');
}
