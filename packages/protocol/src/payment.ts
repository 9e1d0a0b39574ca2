/** `wallet-a` is Apple Pay on the web, `wallet-b` is Google Pay. `wallets` of the wire profile has all that a backend takes. */
export type Wallet = `wallet-${string}`;

/** The merchant's own order reference: 1 to 128 visible characters, without a blank at either end. */
export type OrderRef = string;

/**
 * Whether a value is an {@link OrderRef}. With an invisible character two references would look the same. A database
 * may ignore it, or a blank at an end, and then two references would be one order.
 */
export function isOrderRef(value: unknown): boolean {
  const reference = /^(?!\s|.*\s$)[^\p{C}\p{DI}\p{Zl}\p{Zp}\u2800]{1,128}$/u;
  return typeof value === 'string' && reference.test(value);
}

/** Whether a value has the form of a receipt: 16 to 128 letters, digits, `-` and `_`. */
export function isReceipt(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{16,128}$/.test(value);
}

/**
 * The wallet's encrypted token as text: for wallet A the JSON of `payment.token`, for wallet B
 * `tokenizationData.token` byte for byte. It is never parsed on the way.
 */
export type WalletToken = string;

/** The outcome of a payment, independent of the payment service's statuses. */
export type Outcome =
  | 'succeeded'
  | 'authorized'
  | 'pending'
  | 'unknown'
  | 'failed'
  | 'cancelled'
  | 'expired'
  | 'refunded'
  | 'disputed';
/** Every {@link Outcome}. */
export const outcomes: readonly Outcome[] = [
  'succeeded',
  'authorized',
  'pending',
  'unknown',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'disputed',
];

/** Whether an outcome is settled. `pending` and `unknown` are not: the status has to be asked again. */
export function isSettled(outcome: Outcome): boolean {
  return outcome !== 'pending' && outcome !== 'unknown';
}
