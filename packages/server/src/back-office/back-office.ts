import { type Amount, fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import type { Actor } from '../order/actor.ts';
import { type Attempt, type AttemptFlag, isInReview, leading } from '../order/attempt.ts';
import type { AttemptState } from '../order/state.ts';
import type { Context } from '../context.ts';
import { checkActor, checkField, checkNames } from '../input.ts';
import { type OperationResult, result } from './operation.ts';
import { namedAmount, proposedAmount, reviewedOperation } from '../order/review.ts';
import { operationsOf } from '../order/rules.ts';
import { ask } from '../upkeep/question.ts';
import type { ListQuery, OrderHistory } from '../records/types.ts';
import type { HistoryEvent, PageReport } from '../order/record.ts';
import { reopened } from '../order/attempt-limit.ts';
import { type PaymentSummary, type StatusChange, summaryOf } from '../order/change.ts';
import { deliverNow } from '../order/delivery.ts';

/** One payment as the back office sees it. Amounts are exact decimal strings in major units. */
export interface Payment extends PaymentSummary {
  readonly state: AttemptState;
  /** The reason for a manual review, or `resolved`; see {@link resolve}. */
  readonly flag: AttemptFlag | null;
  readonly amounts: Readonly<Record<'asked' | 'held' | 'charged' | 'refunded', string>>;
  /** What the service named in place of what was asked for, as it wrote it; not in a list. */
  readonly named?: Amount;
  /** What {@link resolve} takes for the charged amount if it is given none, where a review asks for it; not in a list. */
  readonly proposal?: string;
  /** All times are ISO 8601. */
  readonly openedAt: string;
  /** When the token was sent, if it was. */
  readonly sentAt?: string;
  readonly updatedAt: string;
  /** When the service is asked next, if it is. */
  readonly nextCheckAt?: string;
}

/** The attempts, history, operations and reports of an order. Every list is oldest first. */
export interface OrderDetail {
  readonly attempts: readonly Payment[];
  readonly history: readonly (Omit<HistoryEvent, 'at'> & { readonly at: string })[];
  readonly operations: readonly OperationResult[];
  /** What ended in the payer's browser: the last ten reports of its pages. They prove nothing. */
  readonly reports: readonly (Omit<PageReport, 'at'> & { readonly at: string })[];
  /** How many more attempts ended without money before the last three; no details are kept of them. */
  readonly earlierAttempts: number;
  /** Too many failed within a day: the order is closed to payers until {@link reopen}. */
  readonly tooManyAttempts: boolean;
}

/** The payment of an order, which is its leading attempt, with everything that is known of the order. */
export interface OrderPayment extends Payment, OrderDetail {}

/** The changes of one order that the merchant has not accepted yet. */
export interface Undelivered {
  readonly order: OrderRef;
  /** Oldest first. */
  readonly changes: readonly StatusChange[];
  /** How often the oldest one was tried. */
  readonly tries: number;
  /** When it is tried next: ISO 8601. */
  readonly nextAt: string;
}

/** One page of payments, newest first; `next` is the cursor of the next page. */
export interface PaymentPage {
  readonly payments: readonly Payment[];
  readonly next?: string;
}

export async function find(
  order: OrderRef,
  options: { readonly fresh?: boolean },
  context: Context,
): Promise<OrderPayment | null> {
  checkNames(options, ['fresh']);
  const { fresh = false } = options;
  checkField('fresh', typeof fresh === 'boolean');
  if (fresh) {
    const attempt = await context.payments.find({ order });
    if (attempt && attempt.sentAt !== null) await ask(attempt, context);
  }
  const orderHistory = await context.payments.history(order);
  const detail = detailOf(orderHistory);
  const id = leading(orderHistory.attempts)?.id;
  const payment = detail.attempts.find(({ attempt }) => attempt === id);
  return payment ? { ...payment, ...detail } : null;
}

/** What a store knows of an order, as the back office sees it. */
export function detailOf(orderHistory: OrderHistory): OrderDetail {
  const { attempts, events, operations, reports } = orderHistory;
  const { earlierAttempts, tooManyAttempts } = orderHistory;
  const reviewOf = (attempt: Attempt) =>
    reviewedOperation(attempt, operationsOf(orderHistory, attempt.id));
  return {
    earlierAttempts,
    tooManyAttempts,
    attempts: attempts.map((attempt) => {
      const serviceAmount = namedAmount(attempt, events);
      const isAboutAmount =
        isInReview(attempt) && attempt.state !== 'disputed' && !reviewOf(attempt);
      const minor = isAboutAmount ? proposedAmount(attempt, events) : null;
      const proposal = minor === null ? {} : { proposal: fromMinor(minor, attempt.currency) };
      return { ...view(attempt), ...(serviceAmount && { named: serviceAmount }), ...proposal };
    }),
    history: events.map((event) => ({ ...event, at: timeOf(event.at) })),
    operations: operations.flatMap((each) => {
      const attempt = attempts.find(({ id }) => id === each.attempt);
      if (!attempt) return [];
      const inReview = reviewOf(attempt)?.id === each.id;
      return [{ ...result(each, attempt), ...(inReview && { inReview }) }];
    }),
    reports: reports.map((report) => ({ ...report, at: timeOf(report.at) })),
  };
}

/** The undelivered changes, an order each, the next to be delivered first. */
export async function undelivered(
  options: { readonly limit?: number },
  { payments }: Context,
): Promise<readonly Undelivered[]> {
  checkNames(options, ['limit']);
  const { limit = 50 } = options;
  const orders = await payments.undelivered(limit);
  return orders.map(({ changes, tries, at }) => {
    return { order: changes[0]?.order ?? '', changes, tries, nextAt: timeOf(at) };
  });
}

export async function deliver(order: OrderRef, { payments }: Context): Promise<boolean> {
  const change = await payments.change({ order }, 'deliver', (record, { at }) =>
    deliverNow(record, at),
  );
  return change === true;
}

export async function list(query: ListQuery, { payments }: Context): Promise<PaymentPage> {
  checkNames(query, listNames);
  const { attempts, next } = await payments.list(query);
  return { payments: attempts.map(view), ...(next !== undefined && { next }) };
}

const listNames = [
  'needsReview',
  'state',
  'states',
  'holdEndsBefore',
  'since',
  'until',
  'limit',
  'cursor',
] as const satisfies readonly (keyof ListQuery)[];

/** Which payments a store deletes. */
export interface PruneOptions {
  readonly before: Date;
  readonly paid?: boolean;
}

export async function prune(options: PruneOptions, { payments }: Context): Promise<number> {
  checkNames(options, ['before', 'paid']);
  const { before, paid = false } = options;
  checkField('before', before instanceof Date);
  checkField('paid', typeof paid === 'boolean');
  return payments.prune(before.getTime(), { paid });
}

/**
 * Lets payers try an order again that too many payments failed at.
 * @throws {WalletServerError} `no_payment`
 */
export async function reopen(
  order: OrderRef,
  options: Actor,
  { payments, log }: Context,
): Promise<Payment> {
  checkNames(options, ['by', 'reason']);
  checkActor(options);
  const attempt = await payments.change({ order }, 'reopen', (record, { at }) =>
    reopened(record, at, options),
  );
  if (attempt === null || typeof attempt === 'string') {
    throw new WalletServerError('no_payment', 'There is no payment of this order.');
  }
  log.info('reopened', { order, ...options });
  return view(attempt);
}

/** A payment as the back office sees it. */
export function view(attempt: Attempt): Payment {
  const { state, flag, asked, held, charged, refunded, currency } = attempt;
  const { openedAt, sentAt, updatedAt, nextCheckAt } = attempt;
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
    ...(sentAt !== null && { sentAt: timeOf(sentAt) }),
    updatedAt: timeOf(updatedAt),
    ...(nextCheckAt !== null && { nextCheckAt: timeOf(nextCheckAt) }),
  };
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
