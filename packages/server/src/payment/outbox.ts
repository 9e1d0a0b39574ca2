import { describe, WalletServerError } from '../errors.ts';
import { type Context, withTimeout } from './context.ts';
import { deliveryLease, type UndeliveredChange } from './store.ts';

/** How long the merchant's callback may take. */
const timeLimit = 10_000;
/** A change that waits so long raises an alarm, each time it fails. */
const alarmAfter = 60 * 60_000;

/** Delivers what is due, those of one order one after another. Answers how many the merchant took. */
export async function deliverDue(context: Context, limit = 100): Promise<number> {
  if (!context.onStatusChange) return 0;
  for (let count = 0; ;) {
    const claimed = await context.payments.claimUndelivered(limit, deliveryLease);
    const taken = await Promise.all(claimed.map((each) => tell(each, context)));
    const seqs = claimed.filter((_, at) => taken[at]).map(({ seq }) => seq);
    if (seqs.length > 0) await mark(seqs, context);
    count += seqs.length;
    if (claimed.length === 0 || context.ending.aborted) return count;
  }
}

/** Delivers one change that is leased to this process. */
export async function deliver(undelivered: UndeliveredChange, context: Context): Promise<void> {
  if (await tell(undelivered, context)) await mark([undelivered.seq], context);
}

/** Where it fails, the change stays and is delivered again once its lease is over. */
async function tell({ change, tries, age }: UndeliveredChange, context: Context): Promise<boolean> {
  const { onStatusChange, log, ending } = context;
  const late = new WalletServerError('internal', 'onStatusChange did not end in time.');
  // Async, so that what it throws at once is a rejection too.
  const told = (async () => onStatusChange?.(change))();
  try {
    await withTimeout(told, timeLimit, late, ending);
    return true;
  } catch (error) {
    const { id, order, attempt } = change;
    const fields = { change: id, order, attempt, tries: tries + 1, ...describe(error) };
    log.error(age > alarmAfter ? 'delivery_failing' : 'onStatusChange failed', fields);
    return false;
  }
}

/** Where it fails, the merchant is told again: at least once is the promise. */
async function mark(seqs: readonly number[], { payments, log }: Context): Promise<void> {
  try {
    await payments.delivered(seqs);
  } catch (error) {
    log.error('a delivery could not be marked', { changes: seqs.length, ...describe(error) });
  }
}
