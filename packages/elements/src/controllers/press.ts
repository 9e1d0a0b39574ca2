import type { ReactiveController } from '@lit/reactive-element';
import { backendOf, checkOrder, isFree, statusOf } from '../backend.ts';
import type { Backend } from '../endpoint.ts';
import { WalletError } from '../errors.ts';
import { WalletClickEvent, WalletErrorEvent, WalletRedirectEvent } from '../events.ts';
import { announce, claim, lock, markOf, setMark } from '../order-lock.ts';
import { page, type Paying } from '../page.ts';
import type { WalletProvider } from '../providers/provider.ts';
import { pageDomain, type RedirectMode } from '../redirect.ts';
import type { SheetData, SheetRequest } from '../sheet/data.ts';
import { sheetRequest } from '../sheet/request.ts';
import { withTimeout } from '../with-timeout.ts';
import { leaveFor } from './bank.ts';
import { busyIn, type Busy } from './busy.ts';
import { learnFrom } from './ending.ts';
import { Order } from './order.ts';
import type { OrderHost } from './order-host.ts';
import { pay, type Payment } from './payment.ts';
import { dispatchEnd } from './report.ts';

/** The members of a button that a press reads. */
export interface PressHost extends OrderHost, SheetData {
  /** Whether the order may be paid by this button. */
  readonly pressable: boolean;
  readonly redirect: RedirectMode;
  /** Wallet A: the domain that the backend validates, if it is not that of the page. */
  readonly merchantDomain?: string;
}

/**
 * After this time without a token, in milliseconds, buttons take presses again: the sheet may have disappeared
 * without an event. A press on another button reports why it is refused; one on the payment's own button ends it.
 */
const late = 5_000;
/** The time that a consent waits for its turn, in milliseconds. The sheet waits 30 seconds, mostly for the backend. */
const turnTimeout = 4_000;

/** The backend and the request of a press. */
interface Admitted {
  readonly backend: Backend;
  readonly request: SheetRequest;
}

/** The code that only a press needs. */
export interface PressPart {
  readonly PressController: typeof PressController;
}

/** Follows the order of a button, takes the presses, and runs the payment of each. */
export class PressController implements ReactiveController {
  /** Undefined while the button has no order. */
  order: Order | undefined;
  readonly #host: PressHost;
  #admitted: Admitted | undefined;
  #payment: Payment | undefined;

  constructor(host: PressHost) {
    this.#host = host;
    host.addController(this);
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
    if (event.type === 'pagehide') {
      this.abort();
      return;
    }
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
    if (this.#admitted) void this.#pay(this.#admitted);
    this.#admitted = undefined;
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
      checkOrder(host.order);
      // A sandboxed frame of a text has no domain that the backend could validate.
      const hasDomain = host.merchantDomain || pageDomain();
      if (!hasDomain && host.provider().validates)
        throw new WalletError('config', 'merchant-domain');
      return { backend: backendOf(host), request: sheetRequest(host) };
    } catch (error) {
      dispatchEnd(host, new WalletErrorEvent(error), 'press');
      return undefined;
    }
  }

  async #pay({ backend, request }: Admitted): Promise<void> {
    const host = this.#host;
    const { order } = this;
    const shared = page();
    if (!order || shared.paying) return;
    const focused = host.matches(':focus-within');
    const paying: Paying = (shared.paying = { late: false });
    const { reference } = order;
    let granted!: (isHeld: boolean) => void;
    const turn = new Promise<boolean>((resolve) => {
      granted = resolve;
    });
    const mayPost = async () => {
      const isHeld = await withTimeout(turn, turnTimeout);
      if (isHeld === undefined) return false;
      return isHeld ? markOf(reference) !== 'sent' : claim(reference);
    };
    shared.presses = (shared.presses ?? 0) + 1;
    const parts = { host, order, backend, provider: host.provider(), request, mayPost };
    const payment = (this.#payment = pay(parts));
    lock(reference, async (isHeld) => {
      if (order.mustAsk && !isFree(await statusOf(backend, reference))) setMark(reference, 'sent');
      granted(isHeld);
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
    }, late);
    const ending = await payment.ended;
    clearTimeout(timer);
    removeEventListener('pagehide', this);
    this.#payment = shared.paying = undefined;
    learnFrom(ending, order);
    // The order was kept only for this payment.
    if (this.order !== order) order.delete(host);
    announce();
    // If the page has replaced its button meanwhile, the new one dispatches the event.
    const isSame = (each: OrderHost) => each.isConnected && each.localName === host.localName;
    const target = [host, ...order.hosts].find(isSame) ?? host;
    const followed = dispatchEnd(target, ending, payment.phase(), reference);
    if (ending instanceof WalletRedirectEvent) {
      // A page that removed the tag does not want to leave.
      const mode = followed && target.isConnected ? host.redirect : 'none';
      leaveFor(ending.url, mode, order, target);
    }
    await order.looking;
    await target.updateComplete;
    if (focused && document.activeElement === document.body) target.focus();
  }
}
