import type { OrderRef } from '@wallet-buttons/protocol';
import { isPaid } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import type { Verdict } from '../outcome.ts';
import { record } from './record.ts';

/** What a person may find out of a payment that nobody else could decide. */
export type Decision = 'succeeded' | 'failed';

/** Ends the order's payment that an alarm has left to a person, and tells the merchant as of any other end. */
export async function decide(order: OrderRef, decision: Decision, context: Context): Promise<void> {
  const attempt = await context.store.find({ order });
  if (attempt?.flag == null) {
    throw new WalletServerError('no_payment', 'No payment of this order waits for a person.', {
      suggestion: 'Decide only what amount_mismatch or needs_review was raised for.',
    });
  }
  const decided = await record(context, attempt, 'person', (stored) => verdictOf(stored, decision));
  if (decided.flag === null) return;
  throw new WalletServerError('already_paid', 'It was recorded as paid before.', {
    suggestion: 'Void it with the service, whose word of that is recorded.',
  });
}

function verdictOf({ state, flag }: Attempt, decision: Decision): Verdict {
  if (flag === null) return { change: null };
  if (decision === 'failed') return { change: { state: 'failed', flag: null } };
  const isHeld = state === 'authorized';
  return { change: { state: isPaid(state) && !isHeld ? state : 'paid', flag: null } };
}
