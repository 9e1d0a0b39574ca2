import assert from 'node:assert/strict';
import { type Attempt, changed } from '../src/order/attempt.ts';
import type { Write } from '../src/order/write.ts';
import type { Payments } from '../src/records/payments.ts';
import type { Moves } from './payments/moves.ts';
import { operationOf } from './payments/operations.ts';

export const draft = {
  id: '1',
  order: 'o-1',
  currency: 'UAH',
  asked: 100,
  sessionId: 's-1',
  paymentId: null,
};

/** Each method of a store, on the attempt of the order `o-1`. */
export function methodsOf(
  payments: Payments & Moves,
  attempt: Attempt,
): Readonly<Record<string, () => Promise<unknown>>> {
  const next = { ...intentOf(attempt), id: attempt.id };
  const change = { ...changeOf(attempt), id: 'c' };
  return {
    insert: async () => payments.insert(draft),
    begin: async () => payments.begin(operationOf(attempt, 'refund')),
    find: async () => payments.find({ order: 'o-1' }),
    commit: async () => payments.commit(next, { cause: 'pay', from: 'created', change }),
    makeDue: async () => payments.makeDue('s-1'),
    look: async () => payments.look(),
    claimDue: async () => payments.claimDue(8, 1000),
    claimUndelivered: async () => payments.claimUndelivered(8),
    delivered: async () => payments.delivered([change]),
    history: async () => payments.history('o-1'),
    list: async () => payments.list({}),
    prune: async () => payments.prune(1),
    prunePaid: async () => payments.prune(1, { paid: true }),
  };
}

export function intentOf(attempt: Attempt, token = 't'): Attempt {
  return next(attempt, { state: 'sending', tokenHash: token, idempotencyKey: token });
}

export function unknownOf(attempt: Attempt): Attempt {
  return next(attempt, { state: 'unknown' });
}

export function next(attempt: Attempt, change: Parameters<typeof changed>[1]): Attempt {
  return changed(attempt, change) ?? assert.fail('The states forbid this change.');
}

export function changeOf({
  id,
  order,
  sessionId,
  currency,
}: Attempt): NonNullable<Write['change']> {
  return {
    id: 'c',
    order,
    attempt: id,
    sessionId,
    paymentId: '',
    wallet: null,
    currency,
    outcome: 'unknown',
    previous: 'pending',
    status: '',
    amount: '1.00',
  };
}
