import { createHash } from 'node:crypto';
import { WalletServerError } from '@wallet-buttons/server';
import { type Checkout, closeCheckout, keepBankPage } from './checkouts.ts';
import { wallet } from './wallet.ts';

/** Pays with the token of the agent's wallet. `false`: the session was cancelled. */
export async function complete(
  { id, agent }: Checkout,
  token: string,
  agentKey: string,
): Promise<boolean> {
  if (!closeCheckout(id)) return false;
  // An agent chooses its keys, so they count for its own session alone.
  const text = JSON.stringify([agent, id, agentKey]);
  const key = createHash('sha256').update(text).digest('hex');
  try {
    const { acs_url } = await wallet.pay({ order: id, wallet: 'wallet-b', token, key });
    keepBankPage(id, acs_url);
  } catch (error) {
    const payment = error instanceof WalletServerError ? error.details.payment : undefined;
    if (!payment) throw error;
    keepBankPage(id, payment.acs_url);
  }
  return true;
}

export type Status = 'ready' | 'declined' | 'bank' | 'open' | 'completed' | 'canceled';

export async function statusOf({ id, state, bankPage }: Checkout): Promise<Status> {
  if (state === 'canceled') return 'canceled';
  const payment = await wallet.find(id);
  // `created`: the service has a session, and no token was sent.
  if (!payment || payment.state === 'created') return 'ready';
  switch (payment.outcome) {
    case 'succeeded':
    case 'authorized':
    case 'disputed':
      // A disputed one was charged, and no other is taken.
      return 'completed';
    case 'pending':
      return bankPage === null ? 'open' : 'bank';
    case 'unknown':
      return 'open';
    case 'failed':
    case 'expired':
      return 'declined';
    case 'refunded':
    case 'cancelled':
      return 'canceled';
  }
}
