import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import type { Actor } from './actor.ts';
import { type Attempt, leading } from './attempt.ts';
import { isPaid, states } from './state.ts';
import type { Operation, OperationKind } from './operation.ts';

/** The options of a capture, a void or a refund. */
export interface OperationOptions extends Actor {
  /** A part, as an exact decimal string in major units; by default the whole remaining amount. */
  readonly amount?: string;
  /**
   * The id of one attempt of the order. By default the only payment of the order; where two could be meant, the call
   * is refused with `attempt_required`, unless it has a key.
   */
  readonly attempt?: string;
  /**
   * Names one operation of the order: a call that is repeated with it is the same operation, whatever else happened to
   * the order meanwhile. By default the amount: set it to refund a part twice, and for every job that may run again.
   */
  readonly key?: string;
  /**
   * What the caller believes is left for the operation, in major units. With another amount left the call is refused
   * with `payment_changed`, so that two clerks who look at one payment do not both refund a part of it.
   */
  readonly left?: string;
  /** Sends it although a bank disputes the payment: the money may go back twice. */
  readonly force?: boolean;
}

/** One call of the back office. */
export interface Command extends OperationOptions {
  readonly kind: OperationKind;
  readonly order: OrderRef;
}

/** The key under which an operation is stored. */
export function keyOf({ kind, key }: Command, part: number | null): string {
  return `${kind} ${key === undefined ? String(part ?? 'all') : `by ${key}`}`;
}

/**
 * Refuses an empty key: all jobs with an unset variable would have it, and only the first of them would be sent. A key
 * stays in the record of its order, so its length has a limit.
 */
export function checkKey(key: string | undefined): void {
  if (key === undefined) return;
  // Untyped callers may pass a number, or null.
  if (typeof key === 'string' && key !== '' && key.length <= 255) return;
  const text = 'The key of the operation is empty, over 255 characters, or not a string.';
  throw new WalletServerError('invalid_idempotency_key', text, {
    suggestion: 'Give the key of the job, or none at all.',
  });
}

/** The newest operation of the order that has the caller's key. */
export function earlierOf(
  command: Command,
  operations: readonly Operation[],
): Operation | undefined {
  if (command.key === undefined) return undefined;
  const key = keyOf(command, null);
  return operations.findLast((each) => each.key === key);
}

/** Throws if a key means another operation than before. */
export function checkSame(
  { amount, attempt }: Command,
  part: number | null,
  earlierOperation: Operation,
): void {
  const isSameAmount = amount === undefined || part === earlierOperation.amount;
  const isSameAttempt = attempt === undefined || attempt === earlierOperation.attempt;
  if (isSameAmount && isSameAttempt) return;
  const text = 'The key names another operation of this order.';
  throw new WalletServerError('idempotency_key_reused', text, {
    suggestion: 'Use a new key for another amount or another attempt.',
  });
}

/**
 * The attempt that a call is about: the named one, else the leading one.
 * @throws {WalletServerError} `attempt_required` where the call has no key and could mean another payment too: one that
 * has money, or that had an operation of this kind, also if it was pruned since.
 */
export function attemptOf(
  { kind, order, attempt: attemptId, key }: Command,
  attempts: readonly Attempt[],
  operations: readonly Operation[],
): Attempt | null | undefined {
  if (attemptId !== undefined) return attempts.find(({ id }) => id === attemptId);
  const leadingAttempt = leading(attempts);
  if (leadingAttempt === null || key !== undefined) return leadingAttempt;
  const meantIds = [
    ...attempts.filter(({ state }) => isPaid(state)).map(({ id }) => id),
    ...operations.filter((each) => each.kind === kind).map(({ attempt }) => attempt),
  ];
  if (meantIds.every((id) => id === leadingAttempt.id)) return leadingAttempt;
  const meantAttempts = attempts.filter(({ id }) => meantIds.includes(id));
  const descriptions = meantAttempts.map(
    ({ id, state, charged, held, asked, currency }) =>
      `${id} (${state}, ${fromMinor(charged || held || asked, currency)} ${currency})`,
  );
  const text = `The order ${order} has or had several payments: ${descriptions.join(', ')}. Name one as attempt.`;
  throw new WalletServerError('attempt_required', text);
}

/** Refuses to move money that a bank may take back as well. @throws {WalletServerError} `payment_disputed` */
export function checkDispute({ state }: Attempt, { kind, force = false }: Command): void {
  if (state !== 'disputed' || force) return;
  throw new WalletServerError('payment_disputed', `No ${kind}: a bank disputes the payment.`);
}

/** What an operation is asked for, in minor units. */
interface Request {
  readonly kind: OperationKind;
  /** `null`: the whole remaining amount. */
  readonly part: number | null;
  /** What the caller believes is left; `null`: the caller does not say. */
  readonly left?: number | null;
}

/**
 * The amount of an operation in minor units: the amount asked for, or the whole remaining one.
 * @throws {WalletServerError} `payment_changed`, `operation_not_possible`, `amount_too_high`
 */
export function amountFor({ kind, part, left = null }: Request, attempt: Attempt): number {
  const { state, flag, currency } = attempt;
  const remainder = remainderFor(kind, attempt);
  if (left !== null && left !== remainder) {
    const text = `${fromMinor(remainder, currency)} ${currency} are left, and no longer ${fromMinor(left, currency)}.`;
    throw new WalletServerError('payment_changed', text);
  }
  if (remainder <= 0 || flag === 'mismatch' || flag === 'contradicted') {
    const text = `A ${kind} is not possible: the payment is ${flag ?? state} and nothing is left for it.`;
    throw new WalletServerError('operation_not_possible', text);
  }
  const amount = part ?? remainder;
  if (amount > remainder) {
    const text = `Only ${fromMinor(remainder, currency)} ${currency} are left.`;
    throw new WalletServerError('amount_too_high', text);
  }
  if (kind === 'void' && amount < remainder) {
    const text = 'Only all of it can be voided; capture or refund a part instead.';
    throw new WalletServerError('operation_not_possible', text);
  }
  return amount;
}

/** What is left for an operation, in minor units. */
function remainderFor(kind: OperationKind, { state, held, charged, refunded }: Attempt): number {
  const { money } = states[state];
  if (money === 'held') return kind !== 'refund' && charged === 0 ? held : 0;
  return money === 'charged' && kind !== 'capture' ? charged - refunded : 0;
}
