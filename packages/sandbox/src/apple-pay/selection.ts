/** The four selections of the payer that a page may have to answer, in the order they were made. */
import {
  CouponCodeChangedEvent,
  PaymentMethodSelectedEvent,
  ShippingContactSelectedEvent,
  ShippingMethodSelectedEvent,
} from './events.ts';
import { redactedContact, selectedMethod } from './payment.ts';
import type { ApplePayRequest } from './request.ts';
import type { ShippingMethod } from './shipping.ts';

/** Each by its event. */
export type Selection =
  | 'paymentmethodselected'
  | 'shippingcontactselected'
  | 'shippingmethodselected'
  | 'couponcodechanged';

/** What is chosen in the sheet right now. */
export interface Chosen {
  readonly address: string | undefined;
  readonly shippingMethod: ShippingMethod | undefined;
  readonly couponCode: string;
}

/** Selections that the page has not been asked about yet; one made again moves to the end. */
export class Selections {
  #waiting: readonly Selection[] = [];

  /** What the sheet asks of itself as soon as the merchant is validated, ahead of all others. */
  openWith(request: ApplePayRequest): void {
    const ships = request.requiredShippingContactFields.includes('postalAddress');
    const first: readonly Selection[] = ships
      ? ['paymentmethodselected', 'shippingcontactselected']
      : ['paymentmethodselected'];
    this.#waiting = [...first, ...this.#waiting.filter((other) => !first.includes(other))];
  }

  add(selection: Selection): void {
    this.#waiting = [...this.#waiting.filter((other) => other !== selection), selection];
  }

  take(): Selection | undefined {
    const [next, ...rest] = this.#waiting;
    this.#waiting = rest;
    return next;
  }
}

/** The event that tells the page of what is chosen, without what the payer has not agreed to tell. */
export function selectionEvent(
  selection: Selection,
  chosen: Chosen,
  request: ApplePayRequest,
  version: number,
): Event {
  switch (selection) {
    case 'paymentmethodselected':
      return new PaymentMethodSelectedEvent(selectedMethod(request, version));
    case 'shippingcontactselected':
      return new ShippingContactSelectedEvent(redactedContact(request, chosen.address));
    case 'shippingmethodselected':
      return new ShippingMethodSelectedEvent(chosen.shippingMethod?.given ?? {});
    case 'couponcodechanged':
      return new CouponCodeChangedEvent(chosen.couponCode);
  }
}
