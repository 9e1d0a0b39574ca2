import {
  type Amount,
  type FieldError,
  fromMinor,
  type OrderRef,
  ProtocolError,
  readOrderRef,
  toMinor,
} from '@wallet-buttons/protocol';
import { withTimeout } from '@wallet-buttons/service-client';
import { describe, WalletServerError } from '../errors.ts';
import { answerOf } from '../order/attempt.ts';
import { isPaid } from '../order/state.ts';
import type { Context, OrderChoices, OrderDetails } from '../context.ts';

/** An order from `findOrder`, the only source of the amount; `minor` is its total in minor units. */
export type Order = Awaited<ReturnType<typeof lookUp>>;

const timeLimit = 10_000;

/**
 * Asks `findOrder` for an order. `ref` of the result is the order's true reference, and everything counts by it.
 * @throws {WalletServerError} `order_not_found`; `order_invalid` for an unusable reference; `internal` if `findOrder` fails.
 */
export async function mayAsk(ref: OrderRef, choices: OrderChoices, context: Context) {
  const { findOrder, log, ending } = context;
  // Async, so that a synchronous throw becomes a rejection.
  const find = async (): Promise<unknown> => findOrder(ref, choices);
  const foundOrder = await withTimeout(timeLimit, find, ending).catch((cause: unknown) => {
    log.error('findOrder failed', { order: ref, ...describe(cause) });
    throw new WalletServerError('internal', 'findOrder failed.', { cause });
  });
  if (!foundOrder) throw new WalletServerError('order_not_found', 'There is no such order.');
  if (typeof foundOrder !== 'object') {
    throw invalid('findOrder returned neither an object nor null.');
  }
  try {
    // An undefined one is refused too: it may be a misspelt column.
    const isNamed = 'reference' in foundOrder;
    const trueRef = isNamed ? readOrderRef(foundOrder.reference, 'reference') : ref;
    return { ref: trueRef, found: foundOrder };
  } catch (cause) {
    if (!(cause instanceof ProtocolError)) throw cause;
    throw new WalletServerError('order_invalid', `From findOrder: ${cause.message}`, { cause });
  }
}

/**
 * The order with its total for these choices.
 * @throws {WalletServerError} also `already_paid`, `choices_refused`, `order_invalid`.
 */
export async function lookUp(requestedRef: OrderRef, choices: OrderChoices, context: Context) {
  const { ref, found } = await mayAsk(requestedRef, choices, context);
  if (isPaidByShop(found)) throw await paidByShop(ref, context);
  const errors = errorsIn(found);
  if (errors.length > 0) {
    const text = 'The shop cannot take these choices.';
    throw new WalletServerError('choices_refused', text, { errors });
  }
  const details = found as OrderDetails;
  const { currency, estimated = false, session, payment } = details;
  checkExtra('session', session);
  checkExtra('payment', payment);
  const minor = minorOf(details, 'order_invalid');
  const total = { amount: fromMinor(minor, currency), currency };
  return { ref, total, minor, estimated, session, payment };
}

/** What is known of an order that is paid by the word of the shop alone. */
export const paidAnswer = { outcome: 'succeeded', status: '' } as const;

async function paidByShop(order: OrderRef, { payments }: Context): Promise<WalletServerError> {
  const attempt = await payments.find({ order });
  const payment = attempt && isPaid(attempt.state) ? answerOf(attempt) : paidAnswer;
  return new WalletServerError('already_paid', 'The order is paid.', { payment });
}

/** An amount of the shop in minor units. @throws {WalletServerError} `code` if it is not exact or not above zero. */
export function minorOf(amount: Amount, code: 'order_invalid' | 'invalid_amount'): number {
  // Untyped callers may pass a number, which may already be rounded.
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

/**
 * The errors of a found order, with the fields of the contract alone, because a page gets them. An empty list counts as
 * no error.
 * @throws {WalletServerError} `order_invalid` if they are not a list of code and message.
 */
export function errorsIn(foundOrder: object): readonly FieldError[] {
  const errors: unknown = ('errors' in foundOrder ? foundOrder.errors : null) ?? [];
  if (!Array.isArray(errors) || !errors.every(isFieldError)) {
    throw invalid('findOrder returned errors that are not a list of code and message.');
  }
  return errors.map(({ code, field, message }) => {
    return { code, ...(field !== undefined && { field }), message };
  });
}

/**
 * Whether the shop says that a found order is paid.
 * @throws {WalletServerError} `order_invalid` for anything but true and false: a text like '0' must not decide.
 */
export function isPaidByShop(foundOrder: object): boolean {
  const paid: unknown = 'paid' in foundOrder ? foundOrder.paid : undefined;
  if (paid === undefined || typeof paid === 'boolean') return paid === true;
  throw invalid('findOrder returned a paid that is neither true nor false.');
}

function isFieldError(error: unknown): error is FieldError {
  const { code, field, message } = Object(error) as Readonly<Record<string, unknown>>;
  const isField = field === undefined || typeof field === 'string';
  return typeof code === 'string' && isField && typeof message === 'string';
}

/**
 * Checks extra fields of the service, which are sent unchanged: a list or a text would be sent by its indexes.
 * @throws {WalletServerError} `order_invalid`.
 */
export function checkExtra(name: 'session' | 'payment', extra: unknown): void {
  if (extra === undefined || isJsonObject(extra)) return;
  throw invalid(`findOrder returned a ${name} that is not a JSON object.`);
}

/** Whether a value is an object that JSON can write: no list, map or promise. */
function isJsonObject(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return Object.prototype.toString.call(value) === '[object Object]';
  } catch {
    return false;
  }
}

function invalid(message: string): WalletServerError {
  return new WalletServerError('order_invalid', message);
}
