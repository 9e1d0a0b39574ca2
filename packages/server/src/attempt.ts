import type { Outcome, Wallet } from '@wallet-buttons/protocol';

/** How far an attempt can be; a state is only ever left for one of a higher rank. */
const ranks = {
  created: 0,
  sending: 1,
  unknown: 2,
  pending: 3,
  awaiting_bank: 3,
  authorized: 4,
  rejected: 5,
  released: 5,
  expired: 6,
  failed: 7,
  paid: 8,
  paid_off: 9,
  refunded: 10,
  // Nothing follows a void.
  cancelled: 11,
} as const;

/** The states of one attempt to pay an order. */
export type AttemptState = keyof typeof ranks;

/** All of them, in the order of their ranks. */
export const attemptStates = Object.keys(ranks) as readonly AttemptState[];

const outcomes: Record<AttemptState, Outcome> = {
  created: 'pending',
  sending: 'unknown',
  unknown: 'unknown',
  pending: 'pending',
  awaiting_bank: 'pending',
  authorized: 'authorized',
  rejected: 'failed',
  failed: 'failed',
  released: 'failed',
  expired: 'expired',
  paid: 'succeeded',
  paid_off: 'succeeded',
  refunded: 'refunded',
  cancelled: 'cancelled',
};

/**
 * What needs a person: the service names another amount, or nobody knows after three days. `decided`: a
 * person has said what came of it, whatever amount the service goes on to name.
 */
export type AttemptFlag = 'mismatch' | 'needs_review' | 'decided';

/** One attempt to pay one order: one session of the service, at most one token sent. */
export interface Attempt {
  readonly id: string;
  readonly order: string;
  readonly state: AttemptState;
  /** Holds the order: no other attempt of it may be live. */
  readonly live: boolean;
  /** Frozen when the attempt was opened. */
  readonly amountMinor: number;
  readonly currency: string;
  /** SHA-256 of the order's further members that it was opened with; `''` where there are none. */
  readonly orderHash: string;
  /** The service's session, and the payment in it (`''` where the service gives it no id). */
  readonly sessionId: string | null;
  readonly paymentId: string | null;
  /** Until when somebody has it for himself to open session and payment; milliseconds since 1970. */
  readonly openUntil: number | null;
  readonly wallet: Wallet | null;
  readonly idempotencyKey: string | null;
  /** SHA-256 of the request's bytes, and of the token: the token itself is never kept. */
  readonly requestHash: string | null;
  readonly tokenHash: string | null;
  /** The service's own last word; `''` before it said any. */
  readonly status: string;
  /** The bank's page, kept while it waits: a replayed request needs it, and a payer who comes back. */
  readonly acsUrl: string | null;
  readonly flag: AttemptFlag | null;
  /** Milliseconds since 1970, as all times of it. */
  readonly sentAt: number | null;
  /** When the reconciler asks next; `null` when there is nothing left to ask. */
  readonly nextCheckAt: number | null;
  readonly checks: number;
  /** When its session was opened; before that, when it was made. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Counts the writes: a write is refused when another came first. */
  readonly version: number;
}

/** What one process wants to change; the rest of the row stays. */
export type AttemptChange = Partial<Omit<Attempt, 'id' | 'order' | 'live' | 'version'>>;

/** A new attempt, before anything is known of it upstream. */
export function newAttempt(
  order: string,
  amountMinor: number,
  currency: string,
  now: number,
): Attempt {
  return {
    id: newId(now),
    order,
    state: 'created',
    live: true,
    amountMinor,
    currency,
    orderHash: '',
    sessionId: null,
    paymentId: null,
    openUntil: null,
    wallet: null,
    idempotencyKey: null,
    requestHash: null,
    tokenHash: null,
    status: '',
    acsUrl: null,
    flag: null,
    sentAt: null,
    nextCheckAt: null,
    checks: 0,
    createdAt: now,
    updatedAt: now,
    version: 0,
  };
}

/** A UUID that begins with the time (RFC 9562 5.7), so that a database keeps what is new together. */
function newId(now: number): string {
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** How far a state is; of two states the one further on wins. */
export function rankOf(state: AttemptState): number {
  return ranks[state];
}

/**
 * Whether the evidence for `to` may change an attempt in `from`: ranks rise, final never regresses.
 * The one step aside is from `pending` to the bank's page. What was concluded here, and not said by the
 * service, overrules no word of it, and gives way to any word that it is at work on the token after all.
 */
export function mayMove(from: AttemptState, to: AttemptState): boolean {
  if (isConcluded(to)) return ranks[from] < ranks.pending;
  if (isConcluded(from) && ranks[to] >= ranks.pending && !isFinal(to)) return true;
  return ranks[to] > ranks[from] || (from === 'pending' && to === 'awaiting_bank');
}

/** The attempt after a change, or `null` when the states forbid it. */
export function changed(attempt: Attempt, change: AttemptChange, now: number): Attempt | null {
  const state = change.state ?? attempt.state;
  if (state !== attempt.state && !mayMove(attempt.state, state)) return null;
  return next(attempt, { ...change, state }, now);
}

/** Back to the start: allowed only on proof that no byte of the token left. */
export function unsent(attempt: Attempt, now: number): Attempt | null {
  if (attempt.state !== 'sending' && attempt.state !== 'unknown') return null;
  return next(
    attempt,
    {
      state: 'created',
      wallet: null,
      idempotencyKey: null,
      requestHash: null,
      tokenHash: null,
      sentAt: null,
      nextCheckAt: null,
    },
    now,
  );
}

/** Whether it keeps the order for itself: nobody may start another attempt beside it. */
export function isLive(state: AttemptState): boolean {
  return ranks[state] < ranks.rejected || state === 'paid' || state === 'paid_off';
}

/** Money was taken, or is held: paying again would charge twice. */
export function isPaid(state: AttemptState): boolean {
  return state === 'authorized' || state === 'paid' || state === 'paid_off';
}

/** Nothing is left to ask for; only news from the service can change it. */
export function isFinal(state: AttemptState): boolean {
  return ranks[state] >= ranks.rejected;
}

/** No word of the service has been recorded yet. */
export function isUndecided(state: AttemptState): boolean {
  return state === 'sending' || state === 'unknown';
}

/** Taken for over, from what the service did not say. */
function isConcluded(state: AttemptState): boolean {
  return state === 'rejected' || state === 'released';
}

/** Money, or a token at work, that turns up after the order was given free again: someone may pay twice. */
export function isLateTruth(from: AttemptState, to: AttemptState): boolean {
  return isFinal(from) && ranks[from] < ranks.paid && takesOrder(to);
}

/** The service is at work on its token, or has the money: no other token of the order may leave. */
export function takesOrder(state: AttemptState): boolean {
  return ranks[state] >= ranks.pending && isLive(state);
}

/** The money went back. */
export function isGivenBack(state: AttemptState): boolean {
  return ranks[state] >= ranks.refunded;
}

/** The order is not for another token: it has one, or a person has to see which money was named for it. */
export function isClosed({ state, flag }: Attempt): boolean {
  return takesOrder(state) || (flag === 'mismatch' && !isGivenBack(state));
}

/** What the browser and the merchant are told. */
export function outcomeOf(state: AttemptState): Outcome {
  return outcomes[state];
}

/** What the payer is told: nobody says that it failed while a person looks for the money that was named. */
export function shownOutcome(attempt: Attempt): Outcome {
  const outcome = outcomeOf(attempt.state);
  const isOver = outcome === 'failed' || outcome === 'expired';
  return isOver && isClosed(attempt) ? 'unknown' : outcome;
}

/** Of an order's attempts the one that counts: paid, else one that closes it, else live, else newest. */
export function leading(attempts: readonly Attempt[]): Attempt | null {
  const weight = (attempt: Attempt): number => {
    if (isPaid(attempt.state)) return 3;
    return isClosed(attempt) ? 2 : Number(attempt.live);
  };
  const [first = null] = attempts.toSorted(
    (a, b) => weight(b) - weight(a) || b.createdAt - a.createdAt,
  );
  return first;
}

function next(
  attempt: Attempt,
  change: AttemptChange & { state: AttemptState },
  now: number,
): Attempt {
  const { state } = change;
  return {
    ...attempt,
    // What nobody knew for days is known.
    ...(isFinal(state) && attempt.flag === 'needs_review' && { flag: null }),
    ...change,
    live: isLive(state),
    ...(state !== 'awaiting_bank' && { acsUrl: null }),
    updatedAt: now,
    version: attempt.version + 1,
  };
}
