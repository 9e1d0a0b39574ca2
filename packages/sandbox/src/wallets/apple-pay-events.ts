/** The events of an `ApplePaySession`, with the members that Apple's documentation gives them. */

export class ValidateMerchantEvent extends Event {
  readonly validationURL: string;
  constructor(validationURL: string) {
    super('validatemerchant');
    this.validationURL = validationURL;
  }
}

export class PaymentMethodSelectedEvent extends Event {
  readonly paymentMethod: Readonly<Record<string, unknown>>;
  constructor(paymentMethod: Readonly<Record<string, unknown>>) {
    super('paymentmethodselected');
    this.paymentMethod = paymentMethod;
  }
}

export class ShippingContactSelectedEvent extends Event {
  readonly shippingContact: Readonly<Record<string, unknown>>;
  constructor(shippingContact: Readonly<Record<string, unknown>>) {
    super('shippingcontactselected');
    this.shippingContact = shippingContact;
  }
}

export class PaymentAuthorizedEvent extends Event {
  readonly payment: Readonly<Record<string, unknown>>;
  constructor(payment: Readonly<Record<string, unknown>>) {
    super('paymentauthorized');
    this.payment = payment;
  }
}

/** `sessionError` tells nothing in practice: an unknown code and no info. */
export class CancelEvent extends Event {
  readonly sessionError: { readonly code: string; readonly info: object } = {
    code: 'unknown',
    info: {},
  };
  constructor() {
    super('cancel');
  }
}

type Handler = (event: Event) => unknown;

/**
 * An EventTarget that knows whether anybody listens: the wallet answers a selection by itself if the
 * page does not. `on…` handlers are listeners whose place in the order is that of their first setting.
 */
export class ListenedTarget extends EventTarget {
  readonly #listeners = new Map<string, Set<EventListenerOrEventListenerObject>>();
  readonly #handlers = new Map<string, Handler>();

  hasListener(type: string): boolean {
    return this.#handlers.has(type) || (this.#listeners.get(type)?.size ?? 0) > 0;
  }

  override addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void {
    super.addEventListener(type, listener, options);
    if (listener) this.#of(type).add(listener);
  }

  override removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void {
    super.removeEventListener(type, listener, options);
    if (listener) this.#of(type).delete(listener);
  }

  /** The current `on…` handler. */
  protected handler(type: string): Handler | null {
    return this.#handlers.get(type) ?? null;
  }

  /** Sets an `on…` handler; anything but a function removes it, as an event handler attribute does. */
  protected setHandler(type: string, handler: unknown): void {
    if (typeof handler !== 'function') {
      this.#handlers.delete(type);
      return;
    }
    if (!this.#handled.has(type)) {
      this.#handled.add(type);
      super.addEventListener(type, (event) => this.#handlers.get(type)?.call(this, event));
    }
    this.#handlers.set(type, handler as Handler);
  }

  readonly #handled = new Set<string>();

  #of(type: string): Set<EventListenerOrEventListenerObject> {
    const listeners = this.#listeners.get(type) ?? new Set();
    this.#listeners.set(type, listeners);
    return listeners;
  }
}
