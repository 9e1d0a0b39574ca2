import assert from 'node:assert/strict';
import type { Store } from '../src/index.ts';
import { changeOf, draft, intentOf, next } from './attempts.ts';
import { withMoves } from './payments/moves.ts';

/** Pays an order over a store, and reads it in each way. */
export async function tryPayment(store: Store): Promise<void> {
  const records = store.forMerchant('m');
  const payments = withMoves(records);
  const attempt = await payments.insert(draft);
  const result = await payments.commit(intentOf(attempt), { cause: 'pay', from: 'created' });
  assert.ok(typeof result === 'object');
  const { attempt: sentAttempt } = result;
  const write = { cause: 'pay-token', from: 'sending', change: changeOf(sentAttempt) } as const;
  await payments.commit(next(sentAttempt, { state: 'paid' }), write);
  const found = [
    await payments.find({ id: draft.id }),
    await payments.find({ order: draft.order }),
    await payments.find({ sessionId: draft.sessionId }),
    ...(await payments.list({})).attempts,
  ];
  assert.deepEqual(
    found.map((each) => [each?.order, each?.state, each?.asked]),
    found.map(() => [draft.order, 'paid', draft.asked]),
  );
  assert.equal((await payments.backlog()).undelivered, 1);
  const [record] = await records.queued('change', 1e9, 1);
  const [due] = record?.due ?? [];
  assert.deepEqual([typeof due?.at, typeof due?.tries], ['number', 'number']);
  await payments.claimDue(1, 1000);
}
