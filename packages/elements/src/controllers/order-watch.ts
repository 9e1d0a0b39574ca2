import type { ReactiveController } from '@lit/reactive-element';
import { listen, result } from '../document-listeners.ts';
import type { WalletResultEvent } from '../events.ts';
import { orderEvent } from '../order-lock.ts';
import type { OrderState } from '../order-states.ts';
import { Order, type OrderHost } from './order.ts';

/** By its fields: the event may come from another copy of the package. */
type Result = Pick<WalletResultEvent, 'order' | 'outcome'>;

/** What a button is up to because of its order. */
type Busy = 'busy' | 'redirecting' | 'done';
const shown: Readonly<Record<OrderState, Busy | undefined>> = {
  free: undefined,
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
  /** Undefined while the button has none. */
  order: Order | undefined;
  readonly #host: OrderHost;

  constructor(host: OrderHost) {
    this.#host = host;
    host.addController(this);
  }

  get state(): Busy | undefined {
    return this.order && shown[this.order.state];
  }

  hostUpdate(): void {
    const host = this.#host;
    if (!host.isConnected) return;
    listen(this);
    if (host.order === (this.order?.reference ?? '')) return;
    this.order?.delete(host);
    this.order = host.order ? Order.of(host.order) : undefined;
    this.order?.add(host);
  }

  hostDisconnected(): void {
    listen(this, false);
    this.order?.delete(this.#host);
    this.order = undefined;
  }

  handleEvent(event: Event): void {
    const { type } = event;
    const { order } = this;
    if (type === result) {
      const { order: reference, outcome } = event as Event & Result;
      if (reference === order?.reference) order.heard(outcome);
    } else if (type === 'pageshow' || type === 'focus') {
      // At the bank the payer comes back with `pageshow` alone.
      if (type === 'pageshow' || order?.state !== 'bank') order?.visited();
    } else {
      order?.marked();
      if (type === orderEvent) this.#host.requestUpdate();
    }
  }
}
