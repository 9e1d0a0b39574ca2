import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payments } from '../../src/index.ts';
import { openShop } from '../shop.ts';

/** Stores with which a shop would give money back twice. */
const mutants: Readonly<Record<string, (payments: Payments) => Partial<Payments>>> = {
  'an operation is sent before its intent is durable': ({ change }) => ({
    change: async (lookup, cause, decide) => {
      if (cause !== 'refund') return change(lookup, cause, decide);
      return change(lookup, cause, (record, time) => {
        const decision = decide(record, time);
        return typeof decision === 'string' ? decision : { ...decision, record };
      });
    },
  }),
  'a second call does not join the first': ({ change, history }) => ({
    change: async (lookup, cause, decide) =>
      change(lookup, cause, (record, time) =>
        decide(cause === 'refund' ? { ...record, operations: [] } : record, time),
      ),
    history: async (order) => ({ ...(await history(order)), operations: [] }),
  }),
};

describe('two back offices that refund at once, and again when no answer came', () => {
  it('give the money back once', async () => {
    assert.equal(await refunds(() => ({})), 1);
  });

  for (const [mutant, replace] of Object.entries(mutants)) {
    it(`give it back more often where ${mutant}`, async () => {
      assert.ok((await refunds(replace)) > 1);
    });
  }
});

/** How often the service was asked for a refund. */
async function refunds(replace: (payments: Payments) => Partial<Payments>): Promise<number> {
  await using shop = await openShop({ payments: replace });
  shop.service.on('/v1/pay-token', ({ body }) => {
    const answer = { status: 'paid', amount: '199.90' };
    shop.service.statuses.set(String(body['session_id']), answer);
    return answer;
  });
  await shop.pay();
  await shop.wallet.drain();
  // The service takes each one, and its answer is lost.
  shop.service.on('/v1/void', (_, response) => (response.destroy(), null));
  const refund = async (): Promise<unknown> =>
    shop.wallet.refund('o-1', { amount: '50.00' }).catch(() => null);
  await Promise.all([refund(), refund()]);
  await refund();
  await shop.wallet.drain();
  return shop.service.to('/v1/void').length;
}
