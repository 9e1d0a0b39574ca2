import type { ReactiveController } from '@lit/reactive-element';
import { WalletError } from '../errors.ts';
import { WalletClickEvent, WalletRedirectEvent } from '../events.ts';
import { WalletErrorEvent } from '../readiness-events.ts';
import { announce } from '../order-lock.ts';
import { page, type Paying } from '../page.ts';
import { sheetRequest } from '../sheet/request.ts';
import { leaveFor } from './bank.ts';
import { DrawnButton } from './drawn-button.ts';
import { learnFrom, type Ending } from './ending.ts';
import { LookController } from './look.ts';
import { Order } from './order.ts';
import type { OrderHost } from './order-host.ts';
import { admit, type Admitted, type PressHost } from './press-host.ts';
import { Payment } from './payment.ts';
import { dispatchEnd } from './report.ts';
import { shownOrders, type ShownOrder } from './shown-order.ts';

/**
 * After this time without a token, in milliseconds, buttons take presses again: the sheet may have disappeared
 * without an event. A press on another button reports why it is refused; one on the payment's own button ends it.
 */
const tokenTimeout = 5_000;

/** Follows the order of a button, draws it, takes the presses, and runs the payment of each. */
export class PressController implements ReactiveController {
  /** Undefined while the button has no order. */
  order: Order | undefined;
  readonly look: LookController;
  readonly button: DrawnButton;
  readonly #host: PressHost;
  #admitted: Admitted | undefined;
  #payment: Payment | undefined;

  constructor(host: PressHost, box: HTMLElement) {
    this.#host = host;
    host.addController(this);
    this.look = new LookController(host);
    this.button = new DrawnButton(host, box, this);
  }

  /** How the button shows its order, unless that is free. The page may have set another one since the last update. */
  get shownOrder(): ShownOrder | undefined {
    this.hostUpdate();
    return this.order && shownOrders[this.order.state];
  }

  /** Keeps the order when the tag is moved. At the first connect, the provider is asked first. */
  hostConnected(): void {
    if (this.#host.hasUpdated) this.hostUpdate();
  }

  /** With another order, the payment is aborted, since a token would pay the previous one. */
  hostUpdate(): void {
    const host = this.#host;
    const { order } = host;
    if (!host.isConnected || order === (this.order?.reference ?? '')) return;
    this.order?.delete(host);
    this.order = order ? Order.of(order, host) : undefined;
    if (this.order && this.#payment?.order !== this.order) this.abort();
  }

  hostDisconnected(): void {
    this.order?.delete(this.#host);
    this.order = undefined;
    // A move, which is a disconnect and a connect in one task, must not close the sheet.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.abort();
    });
  }

  /** Handles the end of the document, and a press in the capture phase, before the provider receives it. */
  handleEvent(event: Event): void {
    const isEnd = event.type === 'pagehide';
    if (isEnd) this.abort();
    // In a padding that the page gives to the box, the provider has no button.
    if (isEnd || event.target === event.currentTarget) return;
    this.#admitted = this.#request();
    if (this.#admitted) return;
    // The provider may open a window at once.
    event.stopImmediatePropagation();
    event.preventDefault();
  }

  abort(reason = 'aborted'): void {
    this.#payment?.cancel(reason);
  }

  /** The provider's button was pressed. */
  run(): void {
    const admission = this.#admitted;
    this.#admitted = undefined;
    if (!admission) return;
    // A moment after `wallet-click` the page may have set another order, or removed the tag.
    this.hostUpdate();
    const { order } = admission;
    const isSame = this.order === order && order.state === 'free' && !page().paying;
    if (isSame) this.#begin(admission);
    else this.#refuse(new WalletError('busy'));
  }

  /** Lets the provider prepare the sheet. */
  prefetch(): void {
    const host = this.#host;
    host.provider.prefetch?.(() => sheetRequest(host));
  }

  #request(): Admitted | undefined {
    const host = this.#host;
    try {
      if (page().paying?.late) {
        if (!this.#payment) throw new WalletError('busy');
        this.abort('closed');
      }
      const { pressable } = host;
      if (!pressable || !host.dispatchEvent(new WalletClickEvent())) return undefined;
      // A listener may have set another order, or begun another payment.
      if (!host.pressable) throw new WalletError('busy');
      return this.order && admit(host, this.order);
    } catch (error) {
      this.#refuse(error);
      return undefined;
    }
  }

  /** Ends a press before its sheet. An exception is one of the page: a setting has another form. */
  #refuse(error: unknown): void {
    dispatchEnd(this.#host, new WalletErrorEvent(WalletError.from(error, 'config')), 'press');
  }

  /** Opens the sheet, in the task of the press. */
  #begin(admission: Admitted): void {
    const host = this.#host;
    const { provider } = host;
    const { order } = admission;
    const sharedPage = page();
    const hadFocus = host.matches(':focus-within');
    // A sheet in the page gives the focus back to what had it, and the button is disabled then.
    if (hadFocus) this.button.focusBox();
    const paying: Paying = (sharedPage.paying = { late: false });
    sharedPage.presses = (sharedPage.presses ?? 0) + 1;
    const payment = (this.#payment = new Payment({ ...admission, host, provider }));
    announce();
    addEventListener('pagehide', this);
    const timer = setTimeout(() => {
      paying.late = order.state === 'sheet';
      announce();
    }, tokenTimeout);
    void payment.ended.then((ending) => {
      clearTimeout(timer);
      return this.#finish(payment, ending, hadFocus);
    });
  }

  /** Applies the ending to the order, dispatches it, and gives the focus back. */
  async #finish(payment: Payment, ending: Ending, hadFocus: boolean): Promise<void> {
    const host = this.#host;
    const { order, phase } = payment;
    removeEventListener('pagehide', this);
    this.#payment = page().paying = undefined;
    learnFrom(ending, order);
    // The order was kept only for this payment.
    if (this.order !== order) order.delete(host);
    announce();
    // If the page has replaced its button meanwhile, the new one dispatches the event.
    const isSame = (each: OrderHost) => each.isConnected && each.localName === host.localName;
    const target = [host, ...order.hosts].find(isSame) ?? host;
    const isFollowed = dispatchEnd(target, ending, phase, order.reference);
    if (ending instanceof WalletRedirectEvent) {
      // A page that removed the tag does not want to leave.
      const mode = isFollowed && target.isConnected ? host.redirect : 'none';
      leaveFor(ending.url, mode, order, target);
    }
    await order.looking;
    await target.updateComplete;
    if (hadFocus && document.activeElement === document.body) target.focus();
  }
}
