import { createWalletServer, type OrderPayment, type Store } from '../../src/index.ts';
import { plainOptions } from '../shop.ts';

/** All that a server shows of a store, the oldest order first. */
export async function contentOf(store: Store): Promise<readonly (OrderPayment | null)[]> {
  const wallet = createWalletServer({ ...plainOptions, store });
  const { payments } = await wallet.list({ limit: 100 });
  const orders = new Set(payments.map(({ order }) => order).toReversed());
  const content = await Promise.all(Array.from(orders, async (order) => wallet.find(order)));
  await wallet.close();
  return content;
}
