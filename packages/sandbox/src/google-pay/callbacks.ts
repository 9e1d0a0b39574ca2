/** `paymentDataCallbacks` of the client and `callbackIntents` of the request. */
import { optional } from '../sheet/members.ts';
import { object, oneOf, some } from './page-value.ts';
import { developerError } from './payments-error.ts';

export interface Callbacks {
  readonly onPaymentAuthorized?: (data: unknown) => unknown;
  readonly onPaymentDataChanged?: (data: unknown) => unknown;
}

const knownIntents = [
  'OFFER',
  'SHIPPING_ADDRESS',
  'SHIPPING_OPTION',
  'PAYMENT_AUTHORIZATION',
  'PAYMENT_METHOD',
] as const;
/** The events that a page asks for while the sheet is open. */
export type Intent = (typeof knownIntents)[number];

export function readCallbacks(value: unknown): Callbacks | undefined {
  if (value === undefined) return undefined;
  const callbacks = object(value, 'paymentDataCallbacks');
  for (const [name, callback] of Object.entries(callbacks)) {
    if (callback !== undefined && typeof callback !== 'function') {
      throw developerError(`${name} must be a function.`);
    }
  }
  return callbacks;
}

export function readIntents(value: unknown): readonly Intent[] {
  return optional(some(oneOf(knownIntents)))(value, 'callbackIntents') ?? [];
}

/**
 * The intents of the request and the callbacks of the client must match. Callbacks without any
 * intents break the provider's own code: a TypeError, not a PaymentsError.
 */
export function assertIntents(intents: readonly Intent[], callbacks: Callbacks | undefined): void {
  if (callbacks && intents.length === 0) {
    throw new TypeError("Cannot read properties of undefined (reading 'includes')");
  }
  const authorizes = intents.includes('PAYMENT_AUTHORIZATION');
  if (authorizes !== (callbacks?.onPaymentAuthorized !== undefined)) {
    throw developerError(
      'callbackIntents must hold PAYMENT_AUTHORIZATION if, and only if, onPaymentAuthorized is set.',
    );
  }
  const changes = intents.some((intent) => intent !== 'PAYMENT_AUTHORIZATION');
  if (changes !== (callbacks?.onPaymentDataChanged !== undefined)) {
    throw developerError(
      'callbackIntents must hold another intent if, and only if, onPaymentDataChanged is set.',
    );
  }
}
