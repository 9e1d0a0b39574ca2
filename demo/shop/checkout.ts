import '@wallet-buttons/elements/define.js';
import { WalletPaymentStatus } from '@wallet-buttons/elements';
import './counter.ts';
import { currentOrder, readOutcome } from './order.ts';
import { Till } from './till.ts';

/** The checkout page: an order from the shop's server, the two tags, and their results. */
const till = new Till();
const { body } = document;
let order = '';

body.addEventListener('wallet-click', () => {
  till.hint('');
});
body.addEventListener('wallet-authorized', () => {
  till.hint('Your wallet agreed. Paying…');
});
body.addEventListener('wallet-redirect', () => {
  till.leave();
});
body.addEventListener('wallet-result', ({ outcome }) => {
  till.conclude(outcome, order);
});
body.addEventListener('wallet-cancel', () => {
  till.hint('You closed the wallet. Nothing was paid.');
});
body.addEventListener('wallet-error', ({ target, error }) => {
  if (target instanceof WalletPaymentStatus) {
    // It keeps asking while the backend cannot be reached; a certain refusal ends that.
    if (problemCode(error) === 'no_payment') till.nothingPaid();
  } else if (error.code === 'busy-elsewhere') {
    till.hint(`You are paying this order in another tab. Finish it there.`);
  } else if (error.code === 'unreachable') {
    // The token may have arrived: the page asks the backend until it answers.
    till.check(order);
  } else {
    till.trouble(error);
  }
});

// After the back button on the bank's page, the page is in its old state.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void open();
});

await open();

async function open(): Promise<void> {
  try {
    const { order: current, isNew } = await currentOrder();
    const outcome = isNew ? undefined : await readOutcome(current.id);
    order = current.id;
    document.querySelector('shop-counter')?.setAttribute('order', order);
    till.offer(current);
    if (outcome) till.conclude(outcome, order);
  } catch {
    till.close();
  }
}

/** The backend's own code, which an error of the tags keeps as its cause. */
function problemCode({ cause }: Error): unknown {
  return typeof cause === 'object' && cause && 'code' in cause ? cause.code : undefined;
}
