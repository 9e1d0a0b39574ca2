import './counter.ts';
import { currentOrder, readOutcome, type ShopOrder } from './order.ts';
import { closed, concluded, ready, type View } from './view.ts';

/** The first state of a checkout page; without an order the shop does not answer. */
export interface Opening {
  readonly order?: ShopOrder;
  readonly view: View;
}

// After the back button on the bank's page, the page is in its old state.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** The order from the shop's server, with the status of its payment if there is one. */
export async function openCheckout(): Promise<Opening> {
  try {
    const { order, isNew } = await currentOrder();
    document.querySelector('shop-counter')?.setAttribute('order', order.id);
    const outcome = isNew ? undefined : await readOutcome(order.id);
    return { order, view: outcome ? concluded(outcome) : ready };
  } catch {
    return { view: closed };
  }
}
