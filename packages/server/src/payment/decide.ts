import type { OrderRef } from '@wallet-buttons/protocol';
import { isPaid, mayMove } from '../attempt.ts';
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
  if (!attempt || !isOpen(attempt)) {
    throw new WalletServerError('no_payment', 'No payment of this order waits for a person.', {
      suggestion: 'Decide only what amount_mismatch or needs_review was raised for.',
    });
  }
  const decided = await record(context, attempt, 'person', (stored) => verdictOf(stored, decision));
  if (!isOpen(decided)) return;
  throw new WalletServerError('already_paid', 'It was recorded as paid before.', {
    suggestion: 'Void it with the service, whose word of that is recorded.',
  });
}

function isOpen({ flag }: Attempt): boolean {
  return flag !== null && flag !== 'decided';
}

/** What is over stays as it ended. */
function verdictOf(attempt: Attempt, decision: Decision): Verdict {
  const { state } = attempt;
  if (!isOpen(attempt)) return { change: null };
  if (decision === 'succeeded') {
    return { change: { state: mayMove(state, 'paid') ? 'paid' : state, flag: 'decided' } };
  }
  const fails = isPaid(state) || mayMove(state, 'failed');
  return { change: { state: fails ? 'failed' : state, flag: 'decided' } };
}
