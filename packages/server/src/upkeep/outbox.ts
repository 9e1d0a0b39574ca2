import { withTimeout } from '@wallet-buttons/service-client';
import { describe } from '../errors.ts';
import { deliveryLease, removeChange } from '../order/delivery.ts';
import type { Context } from '../context.ts';
import type { UndeliveredChange } from '../records/types.ts';

const timeLimit = 10_000;
/** After this time, each failed delivery of a change raises an alarm. */
const alarmAfter = 60 * 60_000;

/** A change that was just claimed. */
export interface LeasedChange extends UndeliveredChange {
  /** The time from which on its lease counts, by the monotonic clock. */
  readonly leasedAt: number;
}

/** Delivers a change. Returns whether the merchant accepted it. */
export async function deliver(due: LeasedChange, context: Context): Promise<boolean> {
  // By the end of the lease another process may have delivered it, and later ones.
  if (performance.now() - due.leasedAt > deliveryLease - timeLimit) return false;
  if (!(await call(due, context))) return false;
  const { order, id } = due.change;
  // If this fails, the change is delivered again: delivery is at least once.
  await context.payments.change({ order }, 'delivered', (storedRecord, { at }) => {
    return { record: removeChange(storedRecord, id, at), result: null };
  });
  return true;
}

/** Calls the merchant. If that fails, the change stays, and is delivered again once its lease has ended. */
async function call({ change, tries, age }: UndeliveredChange, context: Context): Promise<boolean> {
  const { onStatusChange, log, ending } = context;
  try {
    // Async, so that a synchronous throw becomes a rejection.
    await withTimeout(timeLimit, async () => onStatusChange?.(change), ending);
    return true;
  } catch (error) {
    const { id, order, attempt } = change;
    const fields = { change: id, order, attempt, tries: tries + 1, ...describe(error) };
    log.error(age > alarmAfter ? 'delivery_failing' : 'onStatusChange failed', fields);
    return false;
  }
}
