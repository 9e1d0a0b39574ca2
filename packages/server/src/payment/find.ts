import { fromMinor, type OrderRef, type Outcome, type Wallet } from '@wallet-buttons/protocol';
import { WalletServerError } from '../errors.ts';
import {
  type Attempt,
  type AttemptFlag,
  type AttemptState,
  isPaid,
  leading,
  mayMove,
  shownOutcome,
} from './attempt.ts';
import type { Context } from './context.ts';
import { ask } from './reconcile.ts';
import { record } from './record.ts';
import type { HistoryEvent, ListQuery, Operation } from './store.ts';
import type { Transition } from './transition.ts';

/** One payment as the back office sees it. Amounts are exact decimal strings in major units. */
export interface Payment {
  readonly order: OrderRef;
  readonly attempt: string;
  readonly state: AttemptState;
  readonly outcome: Outcome;
  /** The provider status. */
  readonly status: string;
  /** Why it waits for a manual review, or `resolved`; see {@link resolve}. */
  readonly flag: AttemptFlag | null;
  readonly wallet: Wallet | null;
  readonly currency: string;
  readonly amounts: {
    readonly asked: string;
    readonly held: string;
    readonly charged: string;
    readonly refunded: string;
  };
  readonly sessionId: string;
  readonly paymentId: string;
  readonly card?: { readonly network?: string; readonly last4?: string };
  readonly bankReference?: string;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly updatedAt: string;
}

/** The payment of an order, with all that happened to it. */
export interface OrderPayment extends Payment {
  /** Every attempt of the order, oldest first; the payment itself is the one that counts. */
  readonly attempts: readonly Payment[];
  readonly history: readonly (Omit<HistoryEvent, 'at'> & { readonly at: string })[];
  readonly operations: readonly (Pick<
    Operation,
    'id' | 'attempt' | 'kind' | 'state' | 'refusal'
  > & {
    readonly amount: string;
    readonly at: string;
  })[];
}

/** One page of payments, newest first; `next` is the cursor of the next page. */
export interface PaymentPage {
  readonly payments: readonly Payment[];
  readonly next?: string;
}

/** The payment of an order; `fresh` asks the service first. `null` where nobody tried to pay it. */
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
    history: events.map(({ at, ...event }) => ({ ...event, at: new Date(at).toISOString() })),
    operations: operations.map(({ id, attempt, kind, state, refusal, amount, sentAt }) => ({
      id,
      attempt,
      kind,
      state,
      refusal,
      amount: fromMinor(amount, counts.currency),
      at: new Date(sentAt).toISOString(),
    })),
  };
}

/** Payments by page, newest first. */
export async function list(query: ListQuery, { payments }: Context): Promise<PaymentPage> {
  const { attempts, next } = await payments.list(query);
  return { payments: attempts.map(view), ...(next !== undefined && { next }) };
}

/**
 * Ends an attempt that waits for a manual review as its finder says. The service is told nothing.
 * @throws {WalletServerError} `no_payment` where it waits for no review.
 */
export async function resolve(
  id: string,
  outcome: 'succeeded' | 'failed',
  context: Context,
): Promise<Payment> {
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
  const { order, id, state, status, flag, wallet, currency, sessionId, bankReference } = attempt;
  const { cardNetwork, cardLast4, paymentId, openedAt, updatedAt } = attempt;
  const money = (minor: number): string => fromMinor(minor, currency);
  return {
    order,
    attempt: id,
    state,
    outcome: shownOutcome(attempt),
    status,
    flag,
    wallet,
    currency,
    amounts: {
      asked: money(attempt.asked),
      held: money(attempt.held),
      charged: money(attempt.charged),
      refunded: money(attempt.refunded),
    },
    sessionId,
    paymentId: paymentId ?? '',
    ...((cardNetwork !== null || cardLast4 !== null) && {
      card: {
        ...(cardNetwork !== null && { network: cardNetwork }),
        ...(cardLast4 !== null && { last4: cardLast4 }),
      },
    }),
    ...(bankReference !== null && { bankReference }),
    openedAt: new Date(openedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}
