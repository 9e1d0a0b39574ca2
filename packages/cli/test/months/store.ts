import type { Attempt, OrderHistory, Payments } from '@wallet-buttons/server';
import type { Move, Payment } from './payment.ts';

const nothing: OrderHistory = {
  attempts: [],
  operations: [],
  events: [],
  reports: [],
  earlierAttempts: 0,
  tooManyAttempts: false,
};

/** The part of a store that a comparison reads, as it is at a time. */
export function storeAt(payments: readonly Payment[], time: number): Payments {
  const byOrder = new Map<string, OrderHistory>();
  for (const payment of payments) {
    if (payment.isForeign || payment.openedAt > time) continue;
    const known = byOrder.get(payment.order);
    const own = historyOf(payment, time);
    byOrder.set(payment.order, known ? joined(known, own) : own);
  }
  const histories = [...byOrder.values()];
  const part: Pick<Payments, 'orders' | 'history' | 'find'> = {
    orders: async () => Promise.resolve({ orders: histories }),
    history: async (order) => Promise.resolve(byOrder.get(order) ?? nothing),
    find: async () => Promise.resolve(null),
  };
  return part as Payments;
}

function joined(first: OrderHistory, second: OrderHistory): OrderHistory {
  return {
    ...nothing,
    attempts: [...first.attempts, ...second.attempts],
    operations: [...first.operations, ...second.operations],
    events: [...first.events, ...second.events],
  };
}

function historyOf(payment: Payment, time: number): OrderHistory {
  const { id, order } = payment;
  const moves = payment.moves.filter((move) => move.here !== null && move.here <= time);
  const attempt = attemptOf(payment, moves);
  const operations = moves.flatMap((move, index) => {
    const { kind, amount, here, isFromCabinet = false } = move;
    if (isFromCabinet || (kind !== 'capture' && kind !== 'refund' && kind !== 'void')) return [];
    const operationId = `${id}-${String(index)}`;
    const done = { key: operationId, before: 0, state: 'done', refusal: '' } as const;
    return [{ ...done, id: operationId, attempt: id, kind, amount, sentAt: here ?? 0 }];
  });
  const [first] = moves;
  const to =
    first &&
    ({ payment: 'paid', hold: 'authorized', failure: 'failed' } as const)[first.kind as 'payment'];
  const event = {
    attempt: id,
    from: 'sending',
    cause: 'pay',
    status: '',
    at: first?.here ?? 0,
  } as const;
  const events = to ? [{ ...event, to }] : [];
  return { ...nothing, attempts: [{ ...attempt, order }], operations, events };
}

/** The amounts and the state that the moves come to. */
function attemptOf(payment: Payment, moves: readonly Move[]): Attempt {
  const { id, paymentId, currency, asked, openedAt } = payment;
  let [state, held, charged, refunded]: [Attempt['state'], number, number, number] = [
    'pending',
    0,
    0,
    0,
  ];
  for (const { kind, amount } of moves) {
    if (kind === 'failure') state = 'failed';
    if (kind === 'payment') [state, charged] = ['paid', amount];
    if (kind === 'hold') [state, held] = ['authorized', amount];
    if (kind === 'capture') [state, held, charged] = ['paid', 0, amount];
    if (kind === 'refund') refunded += amount;
    if (kind === 'void') [state, held, refunded] = ['cancelled', 0, charged];
  }
  if (state === 'paid' && refunded >= charged) state = 'refunded';
  const lastAt = Math.max(openedAt, ...moves.map(({ here }) => here ?? 0));
  const times = { openedAt, sentAt: openedAt, updatedAt: lastAt, amountsAt: lastAt };
  const money = { currency, asked, held, charged, refunded };
  const fields = { id, sessionId: `s-${id}`, paymentId, state, live: state !== 'failed' };
  return { ...fields, ...money, ...times } as Attempt;
}
