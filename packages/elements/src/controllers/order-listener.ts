import type { ReactiveController, ReactiveControllerHost } from '@lit/reactive-element';
import type { WalletResultEvent } from '../events.ts';
import { orderEvent } from '../order-lock.ts';
import { result } from './order-host.ts';

/** The fields of a result event, which may come from another copy of the package. */
type Result = Pick<WalletResultEvent, 'order' | 'outcome' | 'status' | 'final'>;

/** The functions that an event calls. */
interface Handlers {
  /** Another tag of the document has an answer of its backend. */
  answered(result: Result): void;
  /** The payer comes back to the page. */
  returned(): void;
  /** The mark of an order has changed, in whatever document. */
  changed(): void;
}

const types = [result, orderEvent, 'storage', 'focus', 'pageshow'];

/** Follows what the window gets to know of orders, while the tag is connected. */
export class OrderListener implements ReactiveController {
  readonly #host: EventTarget;
  readonly #handlers: Handlers;

  constructor(host: ReactiveControllerHost & EventTarget, handlers: Handlers) {
    this.#host = host;
    this.#handlers = handlers;
    host.addController(this);
  }

  /** A result is received in the capture phase, since another listener may stop it later. */
  hostConnected(): void {
    for (const type of types) addEventListener(type, this, type === result);
  }

  hostDisconnected(): void {
    for (const type of types) removeEventListener(type, this, type === result);
  }

  handleEvent(event: Event & Partial<Result>): void {
    const { type, outcome, order = '', status = '', final } = event;
    if (type === 'focus' || type === 'pageshow') this.#handlers.returned();
    else if (type !== result) this.#handlers.changed();
    else if (outcome && event.composedPath()[0] !== this.#host) {
      this.#handlers.answered({ order, outcome, status, ...(final !== undefined && { final }) });
    }
  }
}
