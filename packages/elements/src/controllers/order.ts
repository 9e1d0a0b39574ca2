import { isSettled, type Outcome } from '@wallet-buttons/protocol';
import type { ReactiveControllerHost } from '@lit/reactive-element';
import { askStatus, hasNoPayment, type Backend } from '../backend.ts';
import { WalletError } from '../errors.ts';
import { WalletErrorEvent, WalletResultEvent } from '../events.ts';
import type { WalletEvent } from '../base-event.ts';
import {
  markOf,
  maybeSent,
  orderEvent,
  prefix,
  setMark,
  whenFree,
  type Mark,
} from '../order-lock.ts';
import { transitions, type OrderEvent, type OrderState } from '../order-states.ts';

/** A button of the order. */
export interface OrderHost extends ReactiveControllerHost, HTMLElement, Backend {
  readonly order: string;
  readonly hasUpdated: boolean;
}

/** By its fields: the event may come from another copy of the package. */
type Result = Pick<WalletResultEvent, 'order' | 'outcome'>;

/** What other documents, and later visits, have to know of a state. */
const marks: Partial<Record<OrderState, Mark>> = {
  sheet: 'open',
  sent: 'sent',
  bank: 'sent',
  paid: 'sent',
  unsure: 'sent',
};

/** The orders of this document that have a button or a payment. They share its listeners: a thousand would be slow. */
const orders = new Map<string, Order>();
/** Heard on its way down: another listener may stop it further in. */
const result = 'wallet-result';

/** One order in this document: all its buttons share what is known of it. */
export class Order {
  state: OrderState = 'free';
  /** Where its payment went. While it is free, any button's own is asked. */
  backend: Backend | undefined;
  readonly reference: string;
  /** Its buttons. */
  readonly hosts = new Set<OrderHost>();
  /** Under way until it is known whether the order is offered. */
  looking: Promise<void> | undefined;
  /** Its own event, which says less than the answer: not whether that is final. */
  #said: WalletEvent | undefined;

  constructor(reference: string) {
    this.reference = reference;
  }

  /** The order with that button. A second one, and one that was moved, have nothing new to ask. */
  static of(reference: string, host: OrderHost): Order {
    const known = orders.get(reference);
    const order = known ?? new Order(reference);
    order.hosts.add(host);
    if (known) return known;
    orders.set(reference, order);
    if (orders.size === 1) listen(true);
    order.#lookFirst();
    return order;
  }

  /** A payment of this document goes on. */
  #isPaying(): boolean {
    return this.state === 'sheet' || this.state === 'sent';
  }

  delete(host: OrderHost): void {
    this.hosts.delete(host);
    // A move is a disconnect and a connect in one task.
    queueMicrotask(() => {
      if (this.hosts.size || this.#isPaying()) return;
      orders.delete(this.reference);
      if (!orders.size) listen(false);
    });
  }

  move(event: OrderEvent): void {
    const before = this.state;
    const state = transitions[before][event];
    if (!state || state === before) return;
    this.state = state;
    if (state === 'free') this.backend = undefined;
    for (const host of this.hosts) host.requestUpdate();
    // The sheet was closed here, and another document may have sent a token meanwhile.
    if (before === 'sheet' && state === 'free' && maybeSent(this.reference)) this.#lookFirst();
    // A payment is marked once its lock is granted: a mark without a lock is one that a crash left.
    else if (event !== 'press' && (state === 'free' || marks[state])) {
      setMark(this.reference, marks[state]);
    }
  }

  /** How the backend's answer changes what is known; `final` where it says so itself. */
  learn(outcome: Outcome, final: boolean): void {
    this.move(!final ? 'doubt' : isTaken(outcome) ? 'settle' : 'clear');
  }

  handleEvent(event: Event): void {
    const { type } = event;
    if (type === result) {
      const { order, outcome } = event as Event & Result;
      if (order === this.reference && event !== this.#said && !this.#isPaying()) {
        this.learn(outcome, isSettled(outcome));
      }
    } else if (type === 'pageshow' || type === 'focus') {
      // At the bank the payer comes back with `pageshow` alone; what is settled is not asked again.
      if (this.state !== 'paid' && (this.state !== 'bank' || type !== 'focus')) this.look();
    } else {
      if ((this.state === 'free') === Boolean(markOf(this.reference))) this.look();
      for (const host of this.hosts) host.requestUpdate();
    }
  }

  /**
   * Before the order is offered: another document may be paying it, or it may be paid. The backend is asked
   * where a token was sent, and where the document cannot know.
   */
  look(): void {
    if (!this.#isPaying()) this.looking ??= this.#look();
  }

  async #look(): Promise<void> {
    const { reference } = this;
    // Known here, whatever the page did to its storage.
    const isSent = marks[this.state] === 'sent';
    if (isSent || markOf(reference)) this.move('ask');
    await whenFree(reference, () => {
      if (this.#isPaying()) return;
      this.move('meet');
      this.#dispatch(new WalletErrorEvent(new WalletError('busy-elsewhere'), true));
    });
    if (!this.#isPaying()) {
      if (!isSent && !maybeSent(reference)) this.move('clear');
      // A payment of this document may have succeeded meanwhile.
      else if (this.state !== 'paid') await this.#ask();
    }
    this.looking = undefined;
  }

  /** Offers the order only after that. A payer who comes back may press in the meantime. */
  #lookFirst(): void {
    if (maybeSent(this.reference)) this.move('ask');
    this.look();
  }

  async #ask(): Promise<void> {
    const [host] = this.hosts;
    if (!host) return;
    const { reference } = this;
    if (markOf(reference)) this.move('ask');
    const { state } = this;
    const answer = await askStatus(this.backend ?? host, { order: reference }).catch(
      (error: unknown) => WalletError.from(error),
    );
    if (state !== this.state) {
      // A payment began meanwhile, which knows better; if it was cancelled, the answer is too old.
      if (this.state === 'asking') await this.#ask();
    } else if (!(answer instanceof WalletError)) {
      this.learn(answer.outcome, answer.final);
      this.#dispatch(new WalletResultEvent(answer.outcome, answer.status, reference, true));
    } else if (hasNoPayment(answer)) {
      this.move('clear');
    } else {
      this.move('doubt');
      this.#dispatch(new WalletErrorEvent(answer, true));
    }
  }

  /** One button speaks for all of the order. */
  #dispatch(event: WalletEvent): void {
    const [host] = this.hosts;
    this.#said = event;
    host?.dispatchEvent(event);
  }
}

/** Hears when the payer comes back, and what becomes of orders; or no more. */
function listen(on: boolean): void {
  for (const type of ['pageshow', 'focus', 'storage', orderEvent, result]) {
    window[on ? 'addEventListener' : 'removeEventListener'](type, tell, type === result);
  }
}

function tell(event: Event & Partial<Pick<StorageEvent, 'key'>>): void {
  if (event.key === prefix) return;
  for (const order of orders.values()) order.handleEvent(event);
}

/** Whether the sheet may say success: always, but for what surely failed. */
export function isTaken(outcome: Outcome): boolean {
  return !/failed|cancelled|expired|refunded/.test(outcome);
}
