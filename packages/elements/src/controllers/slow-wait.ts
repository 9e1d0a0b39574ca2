import type { OrderState } from '../order-states.ts';
import { shownOrders } from './shown-order.ts';

/** The time after which a payer wonders, in milliseconds. */
const slowAfter = 1_000;

/** Notices when an order waits for so long that its button has to say why it cannot be pressed. */
export class SlowWait {
  isSlow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #notify: () => void;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  /** The order has another state, which it may have for long. */
  restart(orderState: OrderState): void {
    clearTimeout(this.#timer);
    this.isSlow = false;
    const { text, state } = shownOrders[orderState] ?? {};
    if (!text || state === 'done') return;
    this.#timer = setTimeout(() => {
      this.isSlow = true;
      this.#notify();
    }, slowAfter);
  }
}
