import type { Original } from './copies.ts';
import type { ServiceEmulator } from './emulator.ts';
import { requests } from './requests.ts';
import { openShop, type StoreOver } from './shop.ts';

/**
 * `paid`: prepared, paid at once, its change delivered and its webhook taken. `undecided`: its token was sent, and the
 * service has no outcome. `undelivered`: paid, and the shop did not accept the change.
 */
export type OrderKind = 'paid' | 'undecided' | 'undelivered';

/** Takes a real order to this state in a store, which is closed then. */
export async function realOrder(
  kind: OrderKind,
  service: ServiceEmulator,
  storeOver: StoreOver,
): Promise<Original> {
  const order = `${kind}-0000000`;
  const refuse = async (): Promise<void> => Promise.reject(new Error('The shop is down.'));
  const onStatusChange = kind === 'undelivered' ? refuse : undefined;
  await using shop = await openShop(service, storeOver, onStatusChange);
  service.status = kind === 'undecided' ? 'processing' : 'paid';
  await shop.take(requests.prepare(order), requests.pay(order));
  if (kind === 'paid') await shop.take(requests.webhook(order, 'paid', service));
  const payment = await shop.wallet.find(order);
  if (!payment) throw new Error('The order has no payment.');
  return payment;
}
