import type { ReactiveController } from '@lit/reactive-element';
import { isFree, statusOf } from '../backend.ts';
import { WalletError } from '../errors.ts';
import { writeNote } from '../button-note.ts';
import { WalletClickEvent, WalletRedirectEvent } from '../events.ts';
import { WalletErrorEvent } from '../readiness-events.ts';
import { announce, claim, lock, markOf, setMark } from '../order-lock.ts';
import { page, type Paying } from '../page.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { sheetRequest } from '../sheet/request.ts';
import { withTimeout } from '../with-timeout.ts';
import { leaveFor } from './bank.ts';
import { busyIn, type Busy } from './busy.ts';
import { DrawnButton } from './drawn-button.ts';
import { learnFrom } from './ending.ts';
import { LookController } from './look.ts';
import { Order } from './order.ts';
import type { OrderHost } from './order-host.ts';
import { admit, type Admitted, type PressHost } from './press-host.ts';
import { pay, type Payment } from './payment.ts';
import { dispatchEnd } from './report.ts';

/**
 * After this time without a token, in milliseconds, buttons take presses again: the sheet may have disappeared
 * without an event. A press on another button reports why it is refused; one on the payment's own button ends it.
 */
const tokenTimeout = 5_000;
/** The time that a consent waits for its turn, in milliseconds. The sheet waits 30 seconds, mostly for the backend. */
const turnTimeout = 4_000;

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

  get state(): Busy | undefined {
    // The page may have set another order since the last update.
    this.hostUpdate();
    return this.order && busyIn[this.order.state];
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

  /** Writes for screen readers why the order is not offered. */
  writeNote(node: HTMLElement): void {
    writeNote(node, this.#host, this.order?.state);
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
    const isSame = !this.state && this.order === admission.order && !page().paying;
    if (isSame) void this.#pay(admission);
    else this.#refuse(new WalletError('busy'));
  }

  /** Lets the provider prepare the sheet. */
  prefetch(provider: WalletProvider): void {
    provider.prefetch?.(() => sheetRequest(this.#host));
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

  async #pay({ backend, request, order }: Admitted): Promise<void> {
    const host = this.#host;
    const sharedPage = page();
    const hadFocus = host.matches(':focus-within');
    const paying: Paying = (sharedPage.paying = { late: false });
    const { reference } = order;
    let grant!: (isHeld: boolean) => void;
    const turn = new Promise<boolean>((resolve) => {
      grant = resolve;
    });
    const mayPost = async () => {
      const isHeld = await withTimeout(turn, turnTimeout);
      if (isHeld === undefined) return false;
      return isHeld ? markOf(reference) !== 'sent' : claim(reference);
    };
    sharedPage.presses = (sharedPage.presses ?? 0) + 1;
    const parts = { host, order, backend, provider: host.provider(), request, mayPost };
    const payment = (this.#payment = pay(parts));
    lock(reference, async (isHeld) => {
      if (order.mustAsk && !isFree(await statusOf(backend, reference))) setMark(reference, 'sent');
      grant(isHeld);
      // Another document may have sent a token while this one waited. A consent finds that out by itself.
      if (markOf(reference) === 'sent') {
        if (!payment.isAgreed()) payment.cancel('aborted');
      } else if (isHeld && order.state === 'sheet') {
        setMark(reference, 'open', true);
      }
      return payment.ended;
    });
    announce();
    addEventListener('pagehide', this);
    const timer = setTimeout(() => {
      paying.late = order.state === 'sheet';
      announce();
    }, tokenTimeout);
    const ending = await payment.ended;
    clearTimeout(timer);
    removeEventListener('pagehide', this);
    this.#payment = sharedPage.paying = undefined;
    learnFrom(ending, order);
    // The order was kept only for this payment.
    if (this.order !== order) order.delete(host);
    announce();
    // If the page has replaced its button meanwhile, the new one dispatches the event.
    const isSame = (each: OrderHost) => each.isConnected && each.localName === host.localName;
    const target = [host, ...order.hosts].find(isSame) ?? host;
    const isFollowed = dispatchEnd(target, ending, payment.phase(), reference);
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
