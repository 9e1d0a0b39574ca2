import { describe } from '../context.ts';
import type { Context } from '../context.ts';

/** How long a delivery may take before it counts as failed and is made again, in milliseconds. */
const lease = 30_000;

/** Tells the merchant what changed, oldest first, at least once each. Answers how many got through. */
export async function deliver(
  { store, onStatusChange, log, now }: Context,
  limit = 100,
): Promise<number> {
  const mark = async (id: string): Promise<boolean> => {
    try {
      await store.markDelivered(id, now());
      return true;
    } catch (error) {
      log.error('a delivery could not be noted', { change: id, ...describe(error) });
      return false;
    }
  };
  const marked: Promise<boolean>[] = [];
  for (const change of await store.claimNews(now(), limit, lease)) {
    try {
      await onStatusChange(change);
      // Not awaited one by one, so that all of them share one commit.
      marked.push(mark(change.id));
    } catch (error) {
      // It stays in the outbox and is delivered again once its lease is over.
      const reason = error instanceof Error ? error.message : '';
      log.error('onStatusChange failed', { change: change.id, order: change.order, reason });
    }
  }
  return (await Promise.all(marked)).filter(Boolean).length;
}
