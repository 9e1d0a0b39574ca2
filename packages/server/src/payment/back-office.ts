import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type Attempt, type AttemptFlag, leading } from '../order/attempt.ts';
import { type AttemptState, isPaid, mayMove } from '../order/state.ts';
import type { Context } from './context.ts';
import { end, type OperationResult, result } from './operation.ts';
import { minorOf } from './order.ts';
import { openOperation, type Operation } from '../order/operation.ts';
import { summaryOf } from '../order/rules.ts';
import { operationsOf, record } from './outbox.ts';
import { ask } from './question.ts';
import type { ListQuery } from './payments.ts';
import type { HistoryEvent, PageReport } from '../order/record.ts';
import type { PaymentSummary } from '../order/change.ts';
import { nothing, type Transition } from '../order/transition.ts';

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

/** The payment of an order, with its attempts, history, operations and reports. */
export interface OrderPayment extends Payment {
  /** Every attempt of the order, oldest first. The payment itself is the leading attempt. */
  readonly attempts: readonly Payment[];
  readonly history: readonly (Omit<HistoryEvent, 'at'> & { readonly at: string })[];
  readonly operations: readonly OperationResult[];
  /** What ended in the payer's browser: the last ten reports of its pages, oldest first. They prove nothing. */
  readonly reports: readonly (Omit<PageReport, 'at'> & { readonly at: string })[];
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
  const { attempts, events, operations, reports } = await context.payments.history(order);
  const counts = leading(attempts);
  if (!counts) return null;
  return {
    ...view(counts),
    attempts: attempts.map(view),
    history: events.map((event) => ({ ...event, at: timeOf(event.at) })),
    operations: operations.map((each) =>
      result(each, attempts.find(({ id }) => id === each.attempt) ?? counts),
    ),
    reports: reports.map((report) => ({ ...report, at: timeOf(report.at) })),
  };
}

export async function list(query: ListQuery, { payments }: Context): Promise<PaymentPage> {
  const { attempts, next } = await payments.list(query);
  return { payments: attempts.map(view), ...(next !== undefined && { next }) };
}

/**
 * Ends an attempt, or its operation that has no outcome, with the result of a manual review.
 * @throws {WalletServerError} `no_payment` if it waits for none; `invalid_amount`.
 */
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
  const open = openOperation(await operationsOf(attempt, context));
  if (open && attempt.flag === 'needs_review') {
    return view(await resolveOperation(open, attempt, outcome, amount, context));
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

/** Ends an operation without an outcome as a review found. */
async function resolveOperation(
  operation: Operation,
  attempt: Attempt,
  outcome: 'succeeded' | 'failed',
  amount: string | undefined,
  context: Context,
): Promise<Attempt> {
  const { currency } = attempt;
  const exact = fromMinor(operation.amount, currency);
  if (
    amount !== undefined &&
    minorOf({ amount, currency }, 'invalid_amount') !== operation.amount
  ) {
    const text = `The ${operation.kind} that waits for a review is over ${exact} ${currency}.`;
    throw new WalletServerError('invalid_amount', text);
  }
  const isDone = outcome === 'succeeded';
  const ended = isDone
    ? ({ ...operation, state: 'done', refusal: '' } as const)
    : ({ ...operation, state: 'refused', refusal: 'resolved' } as const);
  return end(ended, attempt, context, isDone);
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
