import { describe } from '../context.ts';
import type { Context } from '../context.ts';
import type { StatusChange } from '../status-change.ts';

/** How long a delivery may take before it counts as failed and is made again, in milliseconds. */
export const lease = 30_000;

/** Tells the merchant what nobody has told him in time, oldest first, at least once each. Answers how many got through. */
export async function deliver(context: Context, limit = 100): Promise<number> {
  const { store, now } = context;
  const marked: Promise<boolean>[] = [];
  for (const change of await store.claimNews(now(), limit, lease)) {
    // Not awaited one by one, so that all of them share one commit.
    if (await isHeard(change, context)) marked.push(mark(change, context));
  }
  return (await Promise.all(marked)).filter(Boolean).length;
}

/** Tells the merchant one change, by whoever has it for himself. */
export async function tell(change: StatusChange, context: Context): Promise<void> {
  if (await isHeard(change, context)) await mark(change, context);
}

/** Where not, it stays in the outbox and is delivered again once its lease is over. */
async function isHeard(change: StatusChange, { onStatusChange, log }: Context): Promise<boolean> {
  try {
    await onStatusChange(change);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    log.error('onStatusChange failed', { change: change.id, order: change.order, reason });
    return false;
  }
}

async function mark({ id }: StatusChange, { store, log, now }: Context): Promise<boolean> {
  try {
    await store.markDelivered(id, now());
    return true;
  } catch (error) {
    log.error('a delivery could not be noted', { change: id, ...describe(error) });
    return false;
  }
}
