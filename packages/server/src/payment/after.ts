import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { describe, WalletServerError } from '../errors.ts';
import type { PaymentAnswer } from '../service/operations.ts';
import { type Attempt, newId, states } from './attempt.ts';
import type { Context } from './context.ts';
import { minorOf } from './order.ts';
import { ask } from './reconcile.ts';
import { record } from './outbox.ts';
import type { Operation, OperationKind } from './store.ts';
import { afterFailure, grace, type Transition } from './transition.ts';

/** What a back office may say of a capture, a void or a refund. */
export interface OperationOptions {
  /** A part, as an exact decimal string in major units; all that is left when left out. */
  readonly amount?: string;
  /** One attempt of the order: a second charge is voided by its own id. The one that counts when left out. */
  readonly attempt?: string;
  /** Calls of one kind with the same key are one operation. By default the amount: say it to refund a part twice. */
  readonly key?: string;
}

/** What came of it. `unknown`: no answer; get-status or a webhook tells, and it is not sent again. */
export interface OperationResult {
  readonly id: string;
  readonly kind: OperationKind;
  readonly order: OrderRef;
  readonly attempt: string;
  readonly state: 'done' | 'unknown' | 'refused';
  readonly amount: string;
  readonly currency: string;
  /** The service's error code, where it refused. */
  readonly refusal?: string;
  /** When it was sent: ISO 8601. */
  readonly at: string;
}

/**
 * A capture, void or refund of an order's payment: commit the intent, send once, commit the outcome. A second
 * call for the same thing joins the first, in whichever process.
 * @throws {WalletServerError} `no_payment`, `operation_not_possible`, `amount_too_high`, `invalid_amount`,
 * `operation_in_progress`; `service_unreachable` and other errors that prove that nothing was sent.
 */
export async function operate(
  kind: OperationKind,
  order: OrderRef,
  options: OperationOptions,
  context: Context,
): Promise<OperationResult> {
  const { payments } = context;
  const { amount: given } = options;
  for (let seen = -1; ;) {
    const attempt = await payments.find(
      options.attempt === undefined ? { order } : { id: options.attempt },
    );
    if (attempt?.order !== order) {
      throw new WalletServerError('no_payment', 'There is no such payment of this order.');
    }
    const { currency } = attempt;
    const asked =
      given === undefined ? null : minorOf({ amount: given, currency }, 'invalid_amount');
    const key = `${kind} ${options.key === undefined ? String(asked ?? 'all') : `by ${options.key}`}`;
    // A refused operation may be sent again.
    const isJoined = (each: Operation): boolean => each.key === key && each.state !== 'refused';
    const joined = await operationOf(attempt, isJoined, context);
    if (joined) return result(joined, attempt);
    const amount = amountFor(kind, asked, attempt);
    const before = kind === 'capture' ? attempt.charged : attempt.refunded;
    const draft = { id: newId(), attempt: attempt.id, kind, key, amount, before };
    const begun = await payments.begin(draft);
    if (begun !== 'busy') {
      const { operation, isNew } = begun;
      if (!isNew) return result(operation, attempt);
      const isWhole = asked === null || kind === 'void';
      return result(await send(operation, attempt, isWhole, context), attempt);
    }
    // Another operation ended between the look and the intent: what is left has changed.
    if (attempt.version === seen) {
      throw new WalletServerError('operation_in_progress', 'Another operation has no outcome yet.');
    }
    seen = attempt.version;
  }
}

async function operationOf(of: Attempt, isIt: (each: Operation) => boolean, context: Context) {
  const { operations } = await context.payments.history(of.order);
  return operations.find((each) => each.attempt === of.id && isIt(each));
}

/** How much is captured, voided or refunded, in minor units: what is asked for, or all that is left. */
function amountFor(kind: OperationKind, asked: number | null, attempt: Attempt): number {
  const { state, flag, held, charged, refunded, currency } = attempt;
  const { money } = states[state];
  let left = 0;
  if (money === 'held' && kind !== 'refund' && charged === 0) left = held;
  if (money === 'charged' && kind !== 'capture') left = charged - refunded;
  if (left <= 0 || flag === 'mismatch') {
    const text = `A ${kind} is not possible: the payment is ${flag ?? state} and nothing is left for it.`;
    throw new WalletServerError('operation_not_possible', text);
  }
  const amount = asked ?? left;
  if (amount > left) {
    const text = `Only ${fromMinor(left, currency)} ${currency} are left.`;
    throw new WalletServerError('amount_too_high', text);
  }
  if (kind === 'void' && amount < left) {
    const text = 'Only all of it can be voided; capture or refund a part instead.';
    throw new WalletServerError('operation_not_possible', text);
  }
  return amount;
}

async function send(operation: Operation, attempt: Attempt, whole: boolean, context: Context) {
  const { service, profile, ending, log } = context;
  const { kind, amount: minor, id } = operation;
  const { sessionId, currency, order } = attempt;
  const amount = { amount: fromMinor(minor, currency), currency };
  const part = { paymentId: attempt.paymentId ?? undefined, amount };
  const input = { sessionId, ...(!whole && part) };
  const call = { capture: 'completeHold', void: 'void', refund: 'refund' } as const;
  try {
    await service[call[kind]](input, { signal: ending });
  } catch (error) {
    const failure = afterFailure(error, profile);
    const about = { operation: id, attempt: attempt.id, order, failure };
    log.warn(`${kind} was not answered`, { ...about, ...describe(error) });
    if (failure === 'not_sent') {
      await end({ ...operation, state: 'refused', refusal: 'not_sent' }, attempt, context);
      throw error;
    }
    const code = (error instanceof WalletServerError && error.details.serviceCode) || 'refused';
    const refusal = failure === 'unknown' ? '' : code;
    const open = { ...operation, state: 'unknown', refusal } as const;
    // Only get-status proves that a refusal changed nothing.
    await end(open, attempt, context);
    await ask(attempt, context);
    return (await operationOf(attempt, (each) => each.id === id, context)) ?? open;
  }
  const done = { ...operation, state: 'done' } as const;
  await end(done, attempt, context, true);
  // Its final status comes by webhook or get-status; an answer now spares the shop a look.
  context.background(ask(attempt, context));
  return done;
}

/** Records the end of an operation with the amounts that it proves; answers the attempt as it is then. */
async function end(ended: Operation, attempt: Attempt, context: Context, isAnswered = false) {
  const { id, kind, amount, before, state, refusal } = ended;
  const decide = (stored: Attempt): Transition => {
    if (state !== 'done') return { change: {} };
    // A status may have named the whole before. One that ends a capture has set what is charged.
    const isCharged = isAnswered && stored.refunded <= amount;
    if (kind === 'capture') return { change: isCharged ? { charged: amount } : {} };
    const refunded = Math.min(stored.charged, before + amount);
    return { change: refunded > stored.refunded ? { refunded } : {} };
  };
  return record(context, attempt, kind, decide, { operation: { id, state, refusal } });
}

/** The operation of an attempt whose outcome is not known, if there is one. */
export async function openOperation(of: Attempt, context: Context) {
  return operationOf(of, ({ state }) => state === 'sent' || state === 'unknown', context);
}

/** Ends an open operation where a status proves it: money moved, or not, though it was refused or the grace period is over. */
export async function endOperation(
  operation: Operation,
  after: Attempt,
  answer: PaymentAnswer,
  context: Context,
) {
  const { kind, refusal, amount, sentAt } = operation;
  const { money } = states[after.state];
  const isAtWork = context.profile.meaningOf(answer.status) === 'pending';
  const isOver = !isAtWork && (refusal !== '' || after.readAt - sentAt > grace);
  const moved =
    kind === 'capture'
      ? money === 'charged'
      : money === 'returned' || after.refunded >= operation.before + amount;
  // A service that names no refunded amount proves nothing about a part of it.
  const isWhole = money === 'held' || amount === after.charged;
  const isKnown = isWhole || answer.refunded !== null;
  if (moved) return end({ ...operation, state: 'done', refusal: '' }, after, context);
  if (!isOver || !isKnown) return after;
  const code = refusal || 'not_processed';
  return end({ ...operation, state: 'refused', refusal: code }, after, context);
}

/** An operation as the back office sees it. */
export function result(
  { id, kind, attempt, amount, refusal, state, sentAt }: Operation,
  { order, currency }: Pick<Attempt, 'order' | 'currency'>,
): OperationResult {
  return {
    ...{ id, kind, order, attempt, currency },
    state: state === 'sent' ? 'unknown' : state,
    amount: fromMinor(amount, currency),
    at: new Date(sentAt).toISOString(),
    ...(refusal !== '' && state === 'refused' && { refusal }),
  };
}
