import './counter.ts';
import { currentOrder, readOutcome, type ShopOrder } from './order.ts';
import { closed, concluded, ready, type View } from './view.ts';

/** What a checkout page starts with; without an order the shop is closed. */
export interface Opening {
  readonly order?: ShopOrder;
  readonly view: View;
}

// Back from the bank's page by the back button: the page stands there as it was left.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload();
});

/** The order from the shop's server, and how its payment stands if there is one. */
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
