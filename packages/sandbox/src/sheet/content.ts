/** The content of a sheet, and its events; the same for both wallets. */
import type { TestCard } from '../cards.ts';

/** A label and, unless it is still open, an amount as a decimal string. */
export interface SheetLine {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** One account, address or way of delivery that the payer can choose. */
export interface SheetChoice extends SheetLine {
  readonly id: string;
  /** An address as on an envelope, in one line. */
  readonly detail?: string | undefined;
}

/** What the payer chooses from a list. */
export type ChoiceName = 'account' | 'card' | 'address' | 'shippingOption';

/** Where in the sheet a problem is shown; `payment` is the line above Pay. */
export type SheetField = ChoiceName | 'couponCode' | 'contact' | 'payment';

/** An error of the page about a choice or an entry of the payer. */
export interface FieldError {
  readonly field: SheetField;
  /** The provider's own name of the field or the reason, such as `postalCode`. */
  readonly detail: string;
  /** What the payer reads. */
  readonly message: string;
  /** Whether Pay is disabled until the payer has chosen something else. */
  readonly blocks: boolean;
}

/** The content of a sheet. A missing or empty list is not shown; the first item of a list is chosen. */
export interface SheetContent {
  readonly wallet: 'A' | 'B';
  /** ISO 4217. */
  readonly currency: string;
  readonly total: SheetLine;
  readonly lines: readonly SheetLine[];
  readonly cards: readonly TestCard[];
  readonly accounts?: readonly SheetChoice[];
  readonly addresses?: readonly SheetChoice[];
  readonly shippingOptions?: readonly SheetChoice[];
  /** The way of delivery that is chosen at the start. */
  readonly shippingOption?: string;
  /** The code at the start, perhaps empty; missing: there is no field for one. */
  readonly couponCode?: string;
  /** What else the payer hands over: name, mail, phone. */
  readonly contact?: readonly string[];
}

/** Gets the payer's actions. The sheet is already closed when it calls `cancelled`. */
export interface SheetListener {
  paid(card: TestCard): void;
  cancelled(): void;
  /** `value` is the `id` of the new choice, or a coupon code; an empty code removes it. */
  changed(field: ChoiceName | 'couponCode', value: string): void;
}
