import { isSettled, readOrderRequest } from '@wallet-buttons/protocol';
import type { StatusAnswer } from '@wallet-buttons/protocol';
import { isFinal, shownOutcome } from '../attempt.ts';
import type { Attempt } from '../attempt.ts';
import type { Context } from '../context.ts';
import { WalletServerError } from '../errors.ts';
import { mayAsk } from '../payment/order.ts';
import { isFresh, refresh } from '../payment/reconcile.ts';
import type { Input, Reply } from './route.ts';

/** How long a page waits for the service; after that it hears what is stored, and asks again. */
const patience = 3000;

/** How the order's payment stands. Only reads: nothing that a page says can change it. */
export async function status({ original, json }: Input, context: Context): Promise<Reply> {
  const { order } = readOrderRequest(json());
  await mayAsk(order, { original }, context);
  const attempt = await context.store.find({ order });
  if (!attempt || attempt.state === 'created') {
    throw new WalletServerError('no_payment', 'There is no payment of this order.');
  }
  const now = await upToDate(attempt, context);
  const outcome = shownOutcome(now);
  const body: StatusAnswer = {
    outcome,
    status: now.status,
    final: isSettled(outcome),
    // For the payer who left the bank's page and wants to go back to it.
    ...(now.acsUrl !== null && { acs_url: now.acsUrl }),
  };
  return { status: 200, body };
}

async function upToDate(attempt: Attempt, context: Context): Promise<Attempt> {
  if (isFinal(attempt.state) || isFresh(attempt, context)) return attempt;
  const asked = refresh(attempt, context);
  context.background(asked);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const enough = new Promise<Attempt>((resolve) => {
    timer = setTimeout(resolve, patience, attempt);
  });
  return Promise.race([asked, enough]).finally(() => {
    clearTimeout(timer);
  });
}
