import type { ReactiveController } from '@lit/reactive-element';
import type { OrderState } from '../order-states.ts';
import { Order, type OrderHost } from './order.ts';

/** The state that a button has because of its order. */
type Busy = 'busy' | 'redirecting' | 'done';
const shown: Readonly<Partial<Record<OrderState, Busy>>> = {
  sheet: 'busy',
  sent: 'busy',
  bank: 'redirecting',
  paid: 'done',
  unsure: 'done',
  asking: 'busy',
  elsewhere: 'busy',
};

/** Follows the order of a button. */
export class OrderWatch implements ReactiveController {
  /** Undefined while the button has no order. */
  order: Order | undefined;
  readonly #host: OrderHost;

  constructor(host: OrderHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): Busy | undefined {
    // The page may have set another order since the last update.
    this.hostUpdate();
    return this.order && shown[this.order.state];
  }

  /** Keeps the order when the tag is moved. At the first connect, the provider's script is requested first. */
  hostConnected(): void {
    if (this.#host.hasUpdated) this.hostUpdate();
  }

  hostUpdate(): void {
    const host = this.#host;
    if (!host.isConnected) return;
    if (host.order === (this.order?.reference ?? '')) return;
    this.order?.delete(host);
    this.order = host.order ? Order.of(host.order, host) : undefined;
  }

  hostDisconnected(): void {
    this.order?.delete(this.#host);
    this.order = undefined;
  }
}
