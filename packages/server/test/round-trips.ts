import assert from 'node:assert/strict';
import type { Records, Store } from '../src/index.ts';
import { openShop } from './shop.ts';

/** How often a server asks a store for one order, with the work after the answer. */
export async function roundTripsOf(
  store: Store,
  count: () => number,
): Promise<Readonly<Record<string, number>>> {
  await using shop = await openShop({ store });
  await store.open();
  const costOf = async (work: () => Promise<unknown>): Promise<number> => {
    const before = count();
    await work();
    await shop.wallet.drain();
    return count() - before;
  };
  shop.service.on('/v1/pay-token', () => ({ status: 'processing' }));
  const webhook = async (): Promise<void> => {
    const [session] = shop.service.to('/v1/pay-token');
    const id = String(session?.body['session_id']);
    const message = { session_id: id, status: 'paid', amount: '199.90' };
    assert.equal((await shop.webhook(message)).status, 200);
  };
  // The first look of a process makes sure that no clock was set back.
  await shop.wallet.reconcile();
  const costs = {
    prepare: await costOf(async () => shop.post('/wallet/prepare', { order: 'o-1' })),
    pay: await costOf(async () => shop.pay()),
    webhook: await costOf(webhook),
    repeated: await costOf(webhook),
    idle: await costOf(async () => shop.wallet.reconcile()),
  };
  assert.deepEqual(
    shop.changes.map(({ outcome }) => outcome),
    ['pending', 'succeeded'],
  );
  return costs;
}

/** A store that counts its transactions. */
export function counting(store: Store): { readonly store: Store; readonly count: () => number } {
  let transactions = 0;
  const counted = ({ now, ...methods }: Records): Records => {
    const entries = Object.entries(methods).map(([name, method]) => [
      name,
      async (...args: never[]) => {
        transactions += 1;
        return (method as (...args: never[]) => Promise<unknown>)(...args);
      },
    ]);
    const records = Object.fromEntries(entries) as Records;
    return { ...records, ...(now && { now }) };
  };
  return {
    store: { ...store, forMerchant: (merchant) => counted(store.forMerchant(merchant)) },
    count: () => transactions,
  };
}
