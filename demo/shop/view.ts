import type { WalletError } from '@wallet-buttons/elements';
import { words, type Outcome, type Words } from './words.ts';

/** The state of a till, for every framework: one panel at a time. */
export interface View {
  readonly panel: 'buttons' | 'checking' | 'receipt' | 'none';
  readonly notice?: Notice;
  readonly receipt?: Words;
}

/** A line for the payer, perhaps with an error code for the shop. */
export interface Notice {
  readonly trouble?: boolean;
  readonly title?: string;
  readonly text: string;
  readonly code?: string;
}

/** Nothing has happened yet, or a wallet was pressed. */
export const ready: View = { panel: 'buttons' };
export const agreed: View = hint('Your wallet agreed. Paying…');
export const cancelled: View = hint('You closed the wallet. Nothing was paid.');
/** The payer is on the way to the bank's page. */
export const leaving: View = { panel: 'none', notice: { text: 'Taking you to your bank…' } };
/** The shop itself does not answer; nothing can be paid. */
export const closed: View = {
  panel: 'none',
  notice: {
    trouble: true,
    title: 'The shop does not answer.',
    text: 'Please load the page again in a moment.',
  },
};

/** The view of a payment's outcome. The page does not offer to pay again until the outcome is settled. */
export function concluded(outcome: Outcome): View {
  if (outcome === 'pending' || outcome === 'unknown') return { panel: 'checking' };
  const said = words[outcome];
  if (said.stamp) return { panel: 'receipt', receipt: said };
  return { panel: 'buttons', notice: { trouble: true, ...said } };
}

/** The view of a button's error. After `unreachable` the token may have arrived, so the page checks. */
export function troubled({ code }: WalletError): View {
  if (code === 'unreachable') return { panel: 'checking' };
  if (code === 'busy-elsewhere')
    return hint(`You are paying this order in another tab. Finish it there.`);
  return {
    panel: 'buttons',
    notice: {
      trouble: true,
      title: 'That did not work.',
      text: 'You were not charged. Try again, or pay another way.',
      code,
    },
  };
}

/** The view of an error of `<wallet-payment-status>`. The tag asks again unless there is no payment. */
export function checkTroubled({ cause }: WalletError): View {
  const code = typeof cause === 'object' && cause && 'code' in cause ? cause.code : undefined;
  if (code !== 'no_payment') return { panel: 'checking' };
  return {
    panel: 'buttons',
    notice: { title: 'Nothing was paid.', text: 'You can try again.' },
  };
}

function hint(text: string): View {
  return { panel: 'buttons', notice: { text } };
}
