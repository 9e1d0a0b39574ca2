import { describe } from '../context.ts';
import type { Context } from '../context.ts';
import type { StatusChange } from '../status-change.ts';

/** How long whoever tells a change has it for himself, in milliseconds. */
export const lease = 30_000;
/** How long the merchant may take to hear a change; after that it is told again. */
const patience = 10_000;

/**
 * Tells the merchant what nobody has told him in time, at least once each, and the changes of an order one
 * after another. Answers how many got through.
 */
export async function deliver(context: Context, limit = 100): Promise<number> {
  const claimed = await context.store.claimNews(context.now(), limit, lease);
  const told = await Promise.all(claimed.map((change) => tell(change, context)));
  return told.reduce((sum, count) => sum + count, 0);
}

/** Tells one change, by whoever has it for himself, and then what waited behind it. Answers how many got through. */
export async function tell(change: StatusChange, context: Context): Promise<number> {
  let count = 0;
  for (let next: StatusChange | null = change; next && (await isHeard(next, context));) {
    count += 1;
    next = await mark(next, context);
  }
  return count;
}

/** Where not, it stays in the outbox and is told again once its lease is over. */
async function isHeard(change: StatusChange, { onStatusChange, log }: Context): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new DOMException('The merchant has not heard it in time.', 'TimeoutError'));
    }, patience);
  });
  try {
    await Promise.race([onStatusChange(change), late]);
    return true;
  } catch (error) {
    log.error('onStatusChange failed', {
      change: change.id,
      order: change.order,
      ...describe(error),
    });
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function mark(
  { id }: StatusChange,
  { store, log, now }: Context,
): Promise<StatusChange | null> {
  try {
    return await store.markDelivered(id, now(), lease);
  } catch (error) {
    log.error('a delivery could not be noted', { change: id, ...describe(error) });
    return null;
  }
}
