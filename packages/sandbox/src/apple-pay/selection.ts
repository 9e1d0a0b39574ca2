/** The four selections of the payer that a page may have to answer, in the order they were made. */
import { walletEvent } from './events.ts';
import type { TestCard } from '../cards.ts';
import { redactedContact, selectedMethod } from './payment.ts';
import type { ApplePayRequest } from './request.ts';
import type { ShippingMethod } from './shipping.ts';

/** Each selection is named by its event. */
export type Selection =
  | 'paymentmethodselected'
  | 'shippingcontactselected'
  | 'shippingmethodselected'
  | 'couponcodechanged';

/** What is chosen in the sheet right now. */
export interface Chosen {
  readonly card: TestCard | undefined;
  readonly address: string | undefined;
  readonly shippingMethod: ShippingMethod | undefined;
  readonly couponCode: string;
}

/** Selections that the page has not been asked about yet; a repeated one moves to the end. */
export class Selections {
  readonly #first: readonly Selection[];
  #waiting: readonly Selection[] = [];

  constructor({ requiredShippingContactFields: requiredFields }: ApplePayRequest) {
    this.#first = requiredFields.includes('postalAddress')
      ? ['paymentmethodselected', 'shippingcontactselected']
      : ['paymentmethodselected'];
  }

  /** Puts the selections that the sheet makes itself, once the merchant is validated, before all others. */
  open(): void {
    const others = this.#waiting.filter((other) => !this.#first.includes(other));
    this.#waiting = [...this.#first, ...others];
  }

  add(selection: Selection): void {
    this.#waiting = [...this.#waiting.filter((other) => other !== selection), selection];
  }

  /** Takes the next selection that has a listener, and drops those before it, which need no answer. */
  take(hasListener: (selection: Selection) => boolean): Selection | undefined {
    const index = this.#waiting.findIndex(hasListener);
    const next = this.#waiting[index];
    this.#waiting = next === undefined ? [] : this.#waiting.slice(index + 1);
    return next;
  }
}

/** The page's event for a selection, without the data that the payer has not yet agreed to share. */
export function selectionEvent(
  selection: Selection,
  choice: Chosen,
  request: ApplePayRequest,
  version: number,
): Event {
  switch (selection) {
    case 'paymentmethodselected':
      return walletEvent(selection, {
        paymentMethod: selectedMethod(request, version, choice.card),
      });
    case 'shippingcontactselected':
      return walletEvent(selection, { shippingContact: redactedContact(request, choice.address) });
    case 'shippingmethodselected':
      return walletEvent(selection, { shippingMethod: choice.shippingMethod?.given ?? {} });
    case 'couponcodechanged':
      return walletEvent(selection, { couponCode: choice.couponCode });
  }
}
