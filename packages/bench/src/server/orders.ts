import type { Original } from './copies.ts';
import type { ServiceEmulator } from './emulator.ts';
import { requests } from './requests.ts';
import { openShop, type Shop, type StoreOver } from './shop.ts';

/**
 * `paid`: prepared, paid at once, its change delivered and its webhook taken. `undecided`: its token was sent, and the
 * service has no outcome. `asked`: the same, and the service was asked about it. `undelivered`: paid, and the shop has refused its change six times; it is due in half an hour.
 */
export type OrderKind = 'paid' | 'undecided' | 'asked' | 'undelivered';

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
  service.status = kind === 'undecided' || kind === 'asked' ? 'processing' : 'paid';
  await shop.take(requests.prepare(order), requests.pay(order));
  if (kind === 'paid') await shop.take(requests.webhook(order, 'paid', service));
  if (kind === 'undelivered') await backOff(shop);
  if (kind === 'asked') await askOnce(shop);
  const payment = await shop.wallet.find(order);
  if (!payment) throw new Error('The order has no payment.');
  return payment;
}

async function askOnce({ wallet, wait }: Shop): Promise<void> {
  wait(5_000);
  const { asked } = await wallet.reconcile();
  if (asked !== 1) throw new Error('The payment was not asked about.');
}

/** The pauses between two deliveries double, from half a minute. */
async function backOff({ wallet, wait }: Shop): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) {
    wait(31_000 * 2 ** tries);
    await wallet.reconcile();
  }
}
