import type { FieldError } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';

/** Refuses what untyped code may return instead of an order. @throws {WalletServerError} `order_invalid`. */
export function checkFound(foundOrder: unknown): void {
  if (typeof foundOrder === 'object') return;
  throw invalid('findOrder returned neither an object nor null.');
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
