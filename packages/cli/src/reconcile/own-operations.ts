import type { Attempt, HistoryEvent, Operation, OrderHistory } from '@wallet-buttons/server';

/** Something that moved money, as the store has it. */
export interface OwnOperation {
  /** The same in each run. */
  readonly id: string;
  readonly kind: 'payment' | 'capture' | 'refund' | 'void';
  /** Minor units. */
  readonly amount: number;
  /** Between these times the service did it. Milliseconds since 1970. */
  readonly earliest: number;
  readonly latest: number;
}

/** One attempt with its operations. */
export interface OwnAttempt {
  readonly attempt: Attempt;
  /** `null`: it took no money. */
  readonly payment: OwnOperation | null;
  /** `null`: nothing was captured, or without a call of the shop. */
  readonly capture: OwnOperation | null;
  /** Refunds and voids, oldest first. */
  readonly returns: readonly OwnOperation[];
  /** When its outcome was known; before, the service may say anything. */
  readonly settledAt: number;
}

/** Held or charged, whatever became of it. */
const moneyStates: ReadonlySet<string> = new Set([
  'authorized',
  'paid',
  'paid_off',
  'refunded',
  'cancelled',
]);

/** The attempts of an order with what moved money in them. An operation that the service refused did not. */
export function ownAttempts({ attempts, operations, events }: OrderHistory): readonly OwnAttempt[] {
  return attempts.map((attempt) => {
    const isOwn = ({ attempt: id }: { readonly attempt: string }): boolean => id === attempt.id;
    const doneOperations = operations.filter((each) => isOwn(each) && each.state === 'done');
    return ownAttempt(attempt, doneOperations, events.filter(isOwn));
  });
}

function ownAttempt(
  attempt: Attempt,
  operations: readonly Operation[],
  events: readonly HistoryEvent[],
): OwnAttempt {
  const { id, state, asked, charged, openedAt, sentAt } = attempt;
  const isTaken = charged > 0 || moneyStates.has(state);
  const moneyEvent = events.find(({ to }) => moneyStates.has(to));
  const takenAt = moneyEvent?.at ?? sentAt ?? openedAt;
  const captures = operations.filter(({ kind }) => kind === 'capture').map(sentOperation);
  const capture = captures.at(-1) ?? null;
  const amount = capture ? asked : charged || asked;
  return {
    attempt,
    payment: isTaken ? { id, kind: 'payment', amount, earliest: openedAt, latest: takenAt } : null,
    capture,
    returns: returnsOf(attempt, operations, takenAt),
    settledAt: isTaken ? takenAt : (events.at(-1)?.at ?? openedAt),
  };
}

function returnsOf(
  attempt: Attempt,
  operations: readonly Operation[],
  takenAt: number,
): readonly OwnOperation[] {
  const { id, state, held, asked, charged, refunded, amountsAt, updatedAt } = attempt;
  const sent = operations.filter(({ kind }) => kind !== 'capture').map(sentOperation);
  const sum = sent.reduce((total, { amount }) => total + amount, 0);
  const isReleased = state === 'cancelled' && charged === 0 && sent.length === 0;
  // What was not sent from here was done in the cabinet, at a time that only the service knows.
  const other = isReleased ? held || asked : refunded - sum;
  if (other <= 0) return sent;
  const kind = state === 'cancelled' ? 'void' : 'refund';
  const latest = Math.max(amountsAt ?? updatedAt, takenAt);
  const operation = { id: `${id}:other`, kind, amount: other, earliest: takenAt, latest } as const;
  return [...sent, operation].toSorted((a, b) => a.latest - b.latest);
}

function sentOperation({ id, kind, amount, sentAt }: Operation): OwnOperation {
  return { id, kind, amount, earliest: sentAt, latest: sentAt };
}
