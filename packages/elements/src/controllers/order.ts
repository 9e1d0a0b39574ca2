import { isSettled } from '@wallet-buttons/protocol';
import { hasNoPayment, isFree, questionTimeout, statusOf } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { isClosed, isDisputed, isTaken } from '../answers.ts';
import { WalletError } from '../errors.ts';
import { WalletResultEvent } from '../events.ts';
import { WalletErrorEvent } from '../readiness-events.ts';
import {
  isTravelling,
  markOf,
  maybeSent,
  prefix,
  remembers,
  setMark,
  stampOf,
  whenFree,
} from '../order-lock.ts';
import { page } from '../page.ts';
import { pause } from '../platform.ts';
import { whenSlow } from './shown-order.ts';
import { listen, result, type Learnt, type OrderHost, type Result } from './order-host.ts';
import { marks, transitions, type OrderEvent, type OrderState } from '../order-states.ts';

/** The orders of this document that have a button or a payment. */
const orders = new Map<string, Order>();

/** One order in this document. All its buttons share its state. */
export class Order {
  state: OrderState = 'free';
  /** The backend of its payment. While the order is free, any button's backend is asked. */
  backend: Backend | undefined;
  readonly reference: string;
  readonly hosts = new Set<OrderHost>();
  /** Whether a focus is a return of the payer: not while the page leaves for the bank, nor as a sheet closes. */
  canReturn = true;
  /** Pending until it is known whether the order may be paid. */
  looking: Promise<void> | undefined;
  /** Whether it waits for so long that its button has to say why it cannot be pressed. */
  isSlow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #isFirst = !orders.size;

  constructor(reference: string) {
    this.reference = reference;
  }

  /** The order of a button. A second or moved button needs no new question. */
  static of(reference: string, host: OrderHost): Order {
    const existing = orders.get(reference);
    const order = existing ?? new Order(reference);
    order.hosts.add(host);
    if (existing) return existing;
    orders.set(reference, order);
    (page().orders ??= new Map()).set(reference, order);
    if (orders.size === 1) listen(true, forward);
    order.#lookFirst();
    return order;
  }

  /** Whether this document has a payment of the order under way. */
  #isPaying(): boolean {
    return this.state === 'sheet' || this.state === 'sent';
  }

  /** Whether the press has to ask the backend. Earlier, a page of a hundred orders would ask a hundred questions. */
  get mustAsk(): boolean {
    return !this.#isFirst && !remembers();
  }

  delete(host: OrderHost): void {
    this.hosts.delete(host);
    // A move is a disconnect and a connect in one task.
    queueMicrotask(() => {
      if (this.hosts.size || this.#isPaying()) return;
      orders.delete(this.reference);
      page().orders?.delete(this.reference);
      if (!orders.size) listen(false, forward);
    });
  }

  move(event: OrderEvent): void {
    const previousState = this.state;
    const state = transitions[previousState][event];
    if (!state || state === previousState) return;
    this.state = state;
    clearTimeout(this.#timer);
    this.isSlow = false;
    this.#timer = whenSlow(state, () => {
      this.isSlow = true;
      this.#updateHosts();
    });
    if (state === 'free') this.backend = undefined;
    this.canReturn = !/bank|closed/.test(state);
    this.#updateHosts();
    const { reference } = this;
    const mark = marks[state];
    const isOwn = this.#isPaying() || previousState === 'sent';
    // While the sheet was open here, another document may have sent a token.
    if (previousState === 'sheet' && state === 'free' && maybeSent(reference, this.#isFirst))
      this.#lookFirst();
    // A payment gets its mark once its lock is granted. A mark without a lock is left from a crash.
    else if (event === 'press' || !(mark ?? state === 'free')) return;
    // The mark of another document's token stays as it is.
    else if (isOwn || mark !== markOf(reference)) setMark(reference, mark, this.#isPaying());
  }

  #updateHosts(): void {
    for (const host of this.hosts) host.requestUpdate();
  }

  /** Applies an answer of the backend: to status, which states whether it is `final`, or to pay-token. */
  learn({ outcome, final = isSettled(outcome) }: Learnt): void {
    const end = isTaken(outcome) ? 'settle' : 'clear';
    this.move(final && !isDisputed(outcome) ? end : 'doubt');
  }

  handleEvent({ type, order, outcome, final }: Event & Partial<Result>): void {
    if (type === result) {
      if (outcome && order === this.reference && !this.#isPaying()) this.learn({ outcome, final });
    } else if (type === 'blur') {
      this.canReturn ||= this.state === 'closed';
    } else if (type === 'pageshow' || type === 'focus') {
      // From the bank a payer returns with `pageshow`, unless the page stayed. A paid order is not asked about again.
      if (this.state !== 'paid' && (type === 'pageshow' || this.canReturn)) this.look();
    } else {
      // A closed order may have lost its mark, or never had one.
      if (this.state !== 'closed' && !markOf(this.reference) !== (this.state === 'free'))
        this.look();
      this.#updateHosts();
    }
  }

  /**
   * Checks whether the order may be paid: another document may be paying it, or it may be paid. Asks the backend if a
   * token was sent, or if the document cannot know.
   */
  look(): void {
    if (!this.#isPaying()) this.looking ??= this.#look();
  }

  async #look(): Promise<void> {
    const { reference } = this;
    // The document knows this even if the page has cleared its storage.
    const isSent = marks[this.state] === 'sent';
    if (isSent || markOf(reference)) this.move('ask');
    await whenFree(reference, () => {
      this.move('meet');
      this.#dispatchOnOne(new WalletErrorEvent(new WalletError('busy-elsewhere'), true));
    });
    if (!this.#isPaying()) {
      if (!isSent && !maybeSent(reference, this.#isFirst)) this.move('clear');
      // A payment in this document may have succeeded meanwhile.
      else if (this.state !== 'paid') await this.#ask();
    }
    this.looking = undefined;
  }

  /** Checks the order before it is offered. A returning payer may press meanwhile. */
  #lookFirst(): void {
    if (maybeSent(this.reference, this.#isFirst)) this.move('ask');
    this.look();
  }

  async #ask(): Promise<void> {
    const [host] = this.hosts;
    if (!host) return;
    if (markOf(this.reference)) this.move('ask');
    const { reference, state } = this;
    const stamp = stampOf(reference);
    const answer = await statusOf(this.backend ?? host, reference, questionTimeout);
    const isStale = stamp !== stampOf(reference);
    if (!this.hosts.size || state !== this.state || isStale) {
      // A payment that began meanwhile knows better, perhaps of a new tag. If it was cancelled, this answer is too old.
      const asksAgain = this.state === 'asking' || (isStale && state === this.state);
      if (asksAgain && !this.#isPaying()) await this.#ask();
    } else if (isTravelling(reference) && isFree(answer)) {
      // The backend has not received the token yet, and knows of an earlier one at most.
      await pause(2_000);
      if (!this.#isPaying()) await this.#ask();
    } else if (!(answer instanceof WalletError)) {
      this.learn(answer);
      this.#dispatchOnOne(new WalletResultEvent(answer, reference, true));
    } else if (hasNoPayment(answer) || isClosed(answer)) {
      this.move(isClosed(answer) ? 'close' : 'clear');
    } else {
      this.move('doubt');
      this.#dispatchOnOne(new WalletErrorEvent(answer, true));
    }
  }

  #dispatchOnOne(event: WalletErrorEvent | WalletResultEvent): void {
    const [host] = this.hosts;
    host?.dispatchEvent(event);
  }
}

function forward(event: Event & Partial<Pick<StorageEvent, 'key'>>): void {
  if (event.key === prefix) return;
  for (const order of orders.values()) order.handleEvent(event);
}
