import { isSettled, type Outcome } from '@wallet-buttons/protocol';
import type { ReactiveControllerHost } from '@lit/reactive-element';
import { askStatus, isRefused, type Backend } from '../backend.ts';
import { WalletError } from '../errors.ts';
import { WalletErrorEvent, WalletResultEvent, type WalletEvent } from '../events.ts';
import { markOf, setMark, whenFree, type Mark } from '../order-lock.ts';
import { transitions, type OrderEvent, type OrderState } from '../order-states.ts';

/** A button of the order. */
export interface OrderHost extends ReactiveControllerHost, HTMLElement, Backend {
  readonly order: string;
}

/** What other documents, and later visits, have to know of a state. */
const marks: Partial<Record<OrderState, Mark>> = {
  sheet: 'open',
  sent: 'sent',
  bank: 'sent',
  paid: 'sent',
  unsure: 'sent',
};

/** The orders of this document that have a button. */
const orders = new Map<string, Order>();

/** One order in this document: all its buttons share what is known of it. */
export class Order {
  state: OrderState = 'free';
  readonly reference: string;
  readonly #hosts = new Set<OrderHost>();
  #looking = false;

  constructor(reference: string) {
    this.reference = reference;
  }

  static of(reference: string): Order {
    const order = orders.get(reference) ?? new Order(reference);
    orders.set(reference, order);
    return order;
  }

  /** A payment of this document goes on. */
  #isPaying(): boolean {
    return this.state === 'sheet' || this.state === 'sent';
  }

  add(host: OrderHost): void {
    this.#hosts.add(host);
    void this.look();
  }

  delete(host: OrderHost): void {
    this.#hosts.delete(host);
    // A move is a disconnect and a connect in one task.
    queueMicrotask(() => {
      if (!this.#hosts.size && !this.#isPaying()) orders.delete(this.reference);
    });
  }

  move(event: OrderEvent): void {
    const before = this.state;
    const state = transitions[before][event];
    if (!state || state === before) return;
    this.state = state;
    for (const host of this.#hosts) host.requestUpdate();
    // The sheet was closed here, and another document has sent a token meanwhile.
    const sentElsewhere =
      before === 'sheet' && state === 'free' && markOf(this.reference) === 'sent';
    if (sentElsewhere) void this.look();
    else if (state === 'free' || marks[state]) setMark(this.reference, marks[state]);
  }

  /** How the backend's answer changes what is known; `final` where it says so itself. */
  learn(outcome: Outcome, final: boolean): void {
    this.move(!final ? 'doubt' : isTaken(outcome) ? 'settle' : 'clear');
  }

  /** A result of this order was told in the document, by a button or a status tag of any copy. */
  heard(outcome: Outcome): void {
    if (!this.#isPaying()) this.learn(outcome, isSettled(outcome));
  }

  /** A mark changed, here or in another document. */
  marked(): void {
    const mark = markOf(this.reference);
    if (this.state === 'free' ? mark : !mark) void this.look();
  }

  /** The payer is back. What is settled is not asked again. */
  visited(): void {
    if (this.state !== 'paid') void this.look();
  }

  /**
   * Before the order is offered: another document may be paying it, or it may be paid. Only an order
   * that a token was sent for is asked about.
   */
  async look(): Promise<void> {
    if (this.#looking || this.#isPaying()) return;
    this.#looking = true;
    const { reference } = this;
    if (markOf(reference)) this.move('ask');
    await whenFree(reference, () => {
      if (this.#isPaying()) return;
      this.move('meet');
      const error = new WalletError('busy-elsewhere', 'Another tab pays this order.');
      this.#dispatch(new WalletErrorEvent(error, true));
    });
    if (!this.#isPaying()) {
      if (markOf(reference) === 'sent') await this.#ask();
      else this.move('clear');
    }
    this.#looking = false;
  }

  async #ask(): Promise<void> {
    const [host] = this.#hosts;
    if (!host) return;
    const { reference } = this;
    this.move('ask');
    try {
      const { outcome, status, final } = await askStatus(host, { order: reference });
      this.learn(outcome, final);
      this.#dispatch(new WalletResultEvent(outcome, status, reference, true));
    } catch (error) {
      if (isRefused(error)) {
        this.move('clear');
      } else {
        this.move('doubt');
        this.#dispatch(new WalletErrorEvent(WalletError.from(error), true));
      }
    }
  }

  /** One button speaks for all of the order. */
  #dispatch(event: WalletEvent): void {
    const [host] = this.#hosts;
    host?.dispatchEvent(event);
  }
}

/** Whether the sheet may say success: always, but for what surely failed. */
export function isTaken(outcome: Outcome): boolean {
  return !/failed|cancelled|expired|refunded/.test(outcome);
}
