/** What a wallet puts into its sheet, and what it hears back; the same for both wallets. */
import type { TestCard } from '../cards.ts';

/** A label and, unless it is still open, an amount as a decimal string. */
export interface SheetLine {
  readonly label: string;
  readonly amount?: string | undefined;
}

/** One address that the payer can choose. */
export interface SheetAddress {
  readonly id: string;
  readonly label: string;
  /** As on an envelope, in one line. */
  readonly text: string;
}

/** One way of delivery that the payer can choose. */
export interface SheetOption {
  readonly id: string;
  readonly label: string;
  readonly detail?: string | undefined;
  /** A decimal string in the sheet's currency. */
  readonly amount?: string | undefined;
}

/** Where in the sheet a problem is shown; `payment` is none of the fields, but the line above Pay. */
export type SheetField =
  'account' | 'card' | 'address' | 'shippingOption' | 'couponCode' | 'contact' | 'payment';

/** A problem that the page has with what the payer chose or entered. */
export interface FieldError {
  readonly field: SheetField;
  /** The provider's own word for the field or the reason, e.g. `postalCode`. */
  readonly detail: string;
  /** What the payer reads. */
  readonly message: string;
  /** Whether Pay rests until the payer has chosen something else. */
  readonly blocks: boolean;
}

/** What the payer reads. */
export interface SheetContent {
  readonly wallet: 'A' | 'B';
  /** ISO 4217. */
  readonly currency: string;
  readonly total: SheetLine;
  readonly lines: readonly SheetLine[];
  readonly cards: readonly TestCard[];
  /** Missing or empty: the payer cannot sign in with another one. The first one is signed in. */
  readonly accounts?: readonly SheetAddress[];
  /** Missing or empty: no address is asked for. The first one is chosen. */
  readonly addresses?: readonly SheetAddress[];
  /** Missing or empty: no way of delivery is offered yet. */
  readonly shippingOptions?: readonly SheetOption[];
  /** The way of delivery that is chosen at the start; missing: the first. */
  readonly shippingOption?: string;
  /** The code at the start, perhaps empty; missing: there is no field for one. */
  readonly couponCode?: string;
  /** What else the payer hands over: name, mail, phone. */
  readonly contact?: readonly string[];
}

/** What the payer did. After `cancelled` the sheet is already gone. */
export interface SheetListener {
  paid(card: TestCard): void;
  cancelled(): void;
  cardChosen?(card: TestCard): void;
  /** Another account, by its `id`. */
  accountChosen?(id: string): void;
  /** Another address, by its `id`. */
  addressChosen?(id: string): void;
  /** Another way of delivery, by its `id`. */
  shippingOptionChosen?(id: string): void;
  /** A code was entered and applied, or an empty one to take it back. */
  couponEntered?(code: string): void;
}
