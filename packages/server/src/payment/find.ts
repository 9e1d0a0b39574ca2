import { fromMinor, type OrderRef } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import { type OperationResult, result } from './after.ts';
import {
  type Attempt,
  type AttemptFlag,
  type AttemptState,
  isPaid,
  leading,
  mayMove,
} from './attempt.ts';
import type { Context } from './context.ts';
import { ask } from './reconcile.ts';
import { factsOf, record } from './outbox.ts';
import type { HistoryEvent, ListQuery, PaymentFacts } from './store.ts';
import type { Transition } from './transition.ts';

/** One payment as the back office sees it. Amounts are exact decimal strings in major units. */
export interface Payment extends PaymentFacts {
  readonly state: AttemptState;
  /** Why it waits for a manual review, or `resolved`; see {@link resolve}. */
  readonly flag: AttemptFlag | null;
  readonly amounts: Readonly<Record<'asked' | 'held' | 'charged' | 'refunded', string>>;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly updatedAt: string;
}

/** The payment of an order, with all that happened to it. */
export interface OrderPayment extends Payment {
  /** Every attempt of the order, oldest first; the payment itself is the one that counts. */
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
    operations: operations.map((operation) => {
      const of = attempts.find(({ id }) => id === operation.attempt) ?? counts;
      return result(operation, of);
    }),
  };
}

export async function list(query: ListQuery, { payments }: Context): Promise<PaymentPage> {
  const { attempts, next } = await payments.list(query);
  return { payments: attempts.map(view), ...(next !== undefined && { next }) };
}

/** Ends an attempt as a manual review found it. @throws {WalletServerError} `no_payment` where it waits for none. */
export async function resolve(id: string, outcome: 'succeeded' | 'failed', context: Context) {
  const attempt = await context.payments.find({ id });
  if (!attempt || !waitsForReview(attempt)) {
    throw new WalletServerError('no_payment', 'No such attempt waits for a review.', {
      suggestion: 'list({ needsReview: true }) shows the attempts that do.',
    });
  }
  return view(await record(context, attempt, 'review', (stored) => resolved(stored, outcome)));
}

function waitsForReview({ flag }: Attempt): boolean {
  return flag !== null && flag !== 'resolved';
}

/** What has ended keeps its end; only the flag goes. */
function resolved(attempt: Attempt, outcome: 'succeeded' | 'failed'): Transition {
  const { state, asked } = attempt;
  if (!waitsForReview(attempt)) return { change: null };
  if (outcome === 'succeeded') {
    if (!mayMove(state, 'paid')) return { change: { flag: 'resolved' } };
    return { change: { state: 'paid', held: 0, charged: asked, flag: 'resolved' } };
  }
  const ends = !isPaid(state) && mayMove(state, 'failed');
  return { change: { ...(ends && { state: 'failed' }), flag: 'resolved' } };
}

function view(attempt: Attempt): Payment {
  const { state, flag, asked, held, charged, refunded, currency, openedAt, updatedAt } = attempt;
  const money = (minor: number): string => fromMinor(minor, currency);
  return {
    ...factsOf(attempt),
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
