import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { describe, WalletServerError } from '../errors.ts';
import {
  type Attempt,
  type AttemptFlag,
  type AttemptState,
  isPaid,
  leading,
  mayMove,
  newId,
  states,
} from './attempt.ts';
import { checkInTime, type Context } from './context.ts';
import { end, type OperationResult, result } from './operation.ts';
import { minorOf } from './order.ts';
import { operationOf, record, summaryOf } from './outbox.ts';
import { ask } from './reconcile.ts';
import type { HistoryEvent, ListQuery, Operation, OperationKind, PaymentSummary } from './store.ts';
import { afterFailure, nothing, type Transition } from './transition.ts';

/** One payment as the back office sees it. Amounts are exact decimal strings in major units. */
export interface Payment extends PaymentSummary {
  readonly state: AttemptState;
  /** The reason for a manual review, or `resolved`; see {@link resolve}. */
  readonly flag: AttemptFlag | null;
  readonly amounts: Readonly<Record<'asked' | 'held' | 'charged' | 'refunded', string>>;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly updatedAt: string;
}

/** The payment of an order, with its attempts, history and operations. */
export interface OrderPayment extends Payment {
  /** Every attempt of the order, oldest first. The payment itself is the leading attempt. */
  readonly attempts: readonly Payment[];
  readonly history: readonly (Omit<HistoryEvent, 'at'> & { readonly at: string })[];
  readonly operations: readonly OperationResult[];
}

/** One page of payments, newest first; `next` is the cursor of the next page. */
export interface PaymentPage {
  readonly payments: readonly Payment[];
  readonly next?: string;
}

export async function find(
  order: OrderRef,
  { fresh = false }: { readonly fresh?: boolean },
  context: Context,
): Promise<OrderPayment | null> {
  if (fresh) {
    const known = await context.payments.find({ order });
    if (known && known.sentAt !== null) await ask(known, context);
  }
  const { attempts, events, operations } = await context.payments.history(order);
  const counts = leading(attempts);
  if (!counts) return null;
  return {
    ...view(counts),
    attempts: attempts.map(view),
    history: events.map((event) => ({ ...event, at: timeOf(event.at) })),
    operations: operations.map((each) =>
      result(each, attempts.find(({ id }) => id === each.attempt) ?? counts),
    ),
  };
}

export async function list(query: ListQuery, { payments }: Context): Promise<PaymentPage> {
  const { attempts, next } = await payments.list(query);
  return { payments: attempts.map(view), ...(next !== undefined && { next }) };
}

/** Ends an attempt with the result of a manual review. @throws {WalletServerError} `no_payment` if it waits for none. */
export async function resolve(
  id: string,
  outcome: 'succeeded' | 'failed',
  amount: string | undefined,
  context: Context,
) {
  const attempt = await context.payments.find({ id });
  if (!attempt || !waitsForReview(attempt)) {
    throw new WalletServerError('no_payment', 'No such attempt waits for a review.', {
      suggestion: 'list({ needsReview: true }) shows the attempts that do.',
    });
  }
  const { asked, currency } = attempt;
  const charged = amount === undefined ? asked : minorOf({ amount, currency }, 'invalid_amount');
  const end =
    outcome === 'failed' ? { state: outcome } : { state: 'paid' as const, held: 0, charged };
  const decide = (stored: Attempt): Transition => {
    if (!waitsForReview(stored)) return nothing;
    // An ended attempt keeps its state and loses only the flag. A failure takes no money back.
    const keeps = outcome === 'failed' && isPaid(stored.state);
    const ends = !keeps && mayMove(stored.state, end.state);
    return { change: { ...(ends && end), flag: 'resolved' } };
  };
  return view(await record(context, attempt, 'review', decide));
}

const waitsForReview = ({ flag }: Attempt): boolean => flag !== null && flag !== 'resolved';

function view(attempt: Attempt): Payment {
  const { state, flag, asked, held, charged, refunded, currency, openedAt, updatedAt } = attempt;
  const money = (minor: number): string => fromMinor(minor, currency);
  return {
    ...summaryOf(attempt),
    state,
    flag,
    amounts: {
      asked: money(asked),
      held: money(held),
      charged: money(charged),
      refunded: money(refunded),
    },
    openedAt: timeOf(openedAt),
    updatedAt: timeOf(updatedAt),
  };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

/** The options of a capture, a void or a refund. */
export interface OperationOptions {
  /** A part, as an exact decimal string in major units; by default the whole remaining amount. */
  readonly amount?: string;
  /** The id of one attempt of the order, for example of a second charge; by default the leading attempt. */
  readonly attempt?: string;
  /** Calls of one kind with the same key are one operation. By default the amount: set it to refund a part twice. */
  readonly key?: string;
}

/**
 * A capture, void or refund of an order's payment: commit the intent, send once, commit the outcome. A second
 * call for the same operation joins the first, in any process.
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
    const { id, version, currency, charged, refunded } = attempt;
    const asked =
      given === undefined ? null : minorOf({ amount: given, currency }, 'invalid_amount');
    const key = `${kind} ${options.key === undefined ? String(asked ?? 'all') : `by ${options.key}`}`;
    // A refused operation may be sent again.
    const isJoined = (each: Operation): boolean => each.key === key && each.state !== 'refused';
    const joined = await operationOf(attempt, isJoined, context);
    if (joined) return result(joined, attempt);
    const amount = amountFor(kind, asked, attempt);
    const before = kind === 'capture' ? charged : refunded;
    const draft = { id: newId(), attempt: id, kind, key, amount, before, version };
    const begunAt = performance.now();
    const operation = await payments.begin(draft);
    if (operation) {
      // If this process ends before the answer comes, the next pass asks.
      await payments.makeDue(attempt.sessionId);
      const isWhole = asked === null || kind === 'void';
      return result(await send(operation, attempt, isWhole, begunAt, context), attempt);
    }
    // Otherwise the attempt or its operations have changed meanwhile.
    if (version === seen) {
      throw new WalletServerError('operation_in_progress', 'Another operation has no outcome yet.');
    }
    seen = version;
  }
}

/** The amount of an operation in minor units: the amount asked for, or the whole remaining one. */
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

async function send(
  operation: Operation,
  attempt: Attempt,
  whole: boolean,
  begunAt: number,
  context: Context,
) {
  const { service, profile, ending, log } = context;
  const { kind, amount: minor, id } = operation;
  const { sessionId, currency, order } = attempt;
  const amount = { amount: fromMinor(minor, currency), currency };
  const part = { paymentId: attempt.paymentId ?? undefined, amount };
  const input = { sessionId, ...(!whole && part) };
  const call = { capture: 'completeHold', void: 'void', refund: 'refund' } as const;
  try {
    checkInTime(begunAt, context);
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
    // Only get-status can prove that a refused operation changed nothing.
    await end(open, attempt, context);
    await ask(attempt, context);
    return (await operationOf(attempt, (each) => each.id === id, context)) ?? open;
  }
  const done = { ...operation, state: 'done' } as const;
  await end(done, attempt, context, true);
  // The final status comes by webhook or get-status. Asking now shows it to the shop sooner.
  context.background(ask(attempt, context));
  return done;
}
