import type { Amount, OrderRef } from '@wallet-buttons/protocol';
import { fromMinor, ProtocolError, toMinor } from '@wallet-buttons/protocol';
import { describe } from '../context.ts';
import type { ChoicesRefused, Context, OrderChoices, OrderDetails } from '../context.ts';
import type { Incoming } from '../message.ts';
import { WalletServerError } from '../errors.ts';
import type { JsonObject } from '../service/operation.ts';

/** An order as the merchant sees it now: the only source of the amount. */
export interface Order {
  readonly ref: OrderRef;
  readonly total: Amount;
  readonly amountMinor: number;
  /** The payer's choices in the sheet may still change the total. */
  readonly estimated: boolean;
  readonly session: JsonObject | undefined;
  readonly payment: JsonObject | undefined;
}

/** The payer's choices, and who asks. */
export interface Asking extends Omit<OrderChoices, 'request'> {
  readonly original: Incoming['original'];
}

/**
 * Whether whoever asks may see the order, whatever can be paid for it now.
 * @throws {WalletServerError} `order_not_found`.
 */
export async function mayAsk(
  ref: OrderRef,
  { original, ...chosen }: Asking,
  { findOrder, log }: Context,
): Promise<OrderDetails | ChoicesRefused> {
  const found = await findOrder(ref, { ...chosen, request: original() }).catch((cause: unknown) => {
    log.error('findOrder failed', { order: ref, ...describe(cause) });
    throw new WalletServerError('internal', 'findOrder failed.', { cause });
  });
  if (!found) throw new WalletServerError('order_not_found', 'There is no such order.');
  return found;
}

/**
 * Asks the merchant for the order.
 * @throws {WalletServerError} `order_not_found`, `choices_refused`, or `order_invalid` when its amount is unusable.
 */
export async function lookUp(ref: OrderRef, asking: Asking, context: Context): Promise<Order> {
  const found = await mayAsk(ref, asking, context);
  if ('errors' in found) {
    const { errors } = found;
    throw new WalletServerError('choices_refused', 'The shop cannot take these choices.', {
      errors,
    });
  }
  const { currency, estimated = false, session, payment } = found;
  const amountMinor = minorOf(found);
  return {
    ref,
    total: { amount: fromMinor(amountMinor, currency), currency },
    amountMinor,
    estimated,
    session,
    payment,
  };
}

function minorOf(amount: Amount): number {
  // A shop without types may give a number, which need not be the amount that it meant.
  if (typeof amount.amount !== 'string') {
    throw new WalletServerError('order_invalid', 'The amount of the order is no decimal string.');
  }
  try {
    const minor = toMinor(amount);
    if (minor > 0) return minor;
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw new WalletServerError('order_invalid', cause.message, { cause });
  }
  throw new WalletServerError('order_invalid', 'The amount of the order is not above zero.');
}
