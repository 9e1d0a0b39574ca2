// @ts-nocheck
import type { Context } from '../context.ts';

/** How long a delivery may take before it counts as failed and is made again, in milliseconds. */
const lease = 30_000;

/** Tells the merchant what changed, oldest first, at least once each. Answers how many got through. */
export async function deliver(
  { store, onStatusChange, log, now }: Context,
  limit = 100,
): Promise<number> {
  let delivered = 0;
  for (const change of await store.claimNews(now(), limit, lease)) {
    try {
      await onStatusChange(change);
      await store.markDelivered(change.id, now());
      delivered += 1;
    } catch (error) {
      // It stays in the outbox and is delivered again once its lease is over.
      const reason = error instanceof Error ? error.message : '';
      log.error('onStatusChange failed', { change: change.id, order: change.order, reason });
    }
  }
  return delivered;
}
