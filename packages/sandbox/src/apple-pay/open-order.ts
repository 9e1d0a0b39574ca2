import type { TestCard } from '../cards.ts';
import type { WalletASettings } from '../settings/apple-pay.ts';
import type { SheetContent } from '../sheet/content.ts';
import type { Sheet } from '../sheet/sheet.ts';
import { fieldError } from './error.ts';
import { payment, sheetContent, sheetOptions } from './payment.ts';
import type { ApplePayRequest } from './request.ts';
import { selectionEvent, type Selection } from './selection.ts';
import type { ShippingMethod } from './shipping.ts';
import type { Update } from './update.ts';

/** The order of the open sheet, with the page's answers and the payer's choices. */
export class OpenOrder {
  readonly #request: ApplePayRequest;
  readonly #version: number;
  #amount: string;
  #methods: readonly ShippingMethod[];
  coupon = '';

  constructor(version: number, request: ApplePayRequest) {
    this.#version = version;
    this.#request = request;
    this.#amount = request.total.amount;
    this.#methods = request.shippingMethods;
  }

  /** The content of the sheet when it opens. */
  get content(): SheetContent {
    return sheetContent(this.#request);
  }

  /** Applies the page's answer to a selection, and shows it. */
  update({ newTotal, newLineItems, newShippingMethods, errors = [] }: Update, sheet: Sheet): void {
    this.#amount = newTotal.amount;
    sheet.setTotal(newTotal, newLineItems);
    if (newShippingMethods) {
      this.#methods = newShippingMethods;
      sheet.offer('shippingOption', sheetOptions(newShippingMethods));
    }
    sheet.setErrors(errors.map(fieldError));
  }

  /** The event of a selection for the page. */
  selected(selection: Selection, { card, address, shippingOption }: Sheet): Event {
    const shippingMethod = this.#methods.find(({ identifier }) => identifier === shippingOption);
    const choice = { card, address, shippingMethod, couponCode: this.coupon };
    return selectionEvent(selection, choice, this.#request, this.#version);
  }

  /** What the page gets when the payer agrees. @param merchantIdentifier of the merchant session */
  payment(
    card: TestCard,
    { address }: Sheet,
    merchantIdentifier: string,
    settings: WalletASettings,
  ): Promise<Readonly<Record<string, unknown>>> {
    const agreement = { card, amount: this.#amount, address, merchantIdentifier, settings };
    return payment(this.#request, agreement);
  }
}
