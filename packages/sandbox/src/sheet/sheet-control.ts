import type { FieldError } from './content.ts';

/** What the payer sees of a sheet; `closed` when no sheet is open. */
export type SheetState = 'closed' | 'waiting' | 'ready' | 'processing' | 'done' | 'failed';

/** The open sheet, as far as a test that plays the payer needs it. */
export interface SheetControl {
  readonly state: SheetState;
  /** The errors of the page, as the payer reads them at the fields. */
  readonly errors: readonly FieldError[];
  /** Chooses a card by its id and presses Pay. Throws if the sheet would not let a payer do so. */
  pay(card?: string): void;
  /** Presses Cancel. Throws if the sheet would not let a payer do so. */
  cancel(): void;
  /** Chooses a test card by its id. This and the methods below throw if the sheet does not offer the choice. */
  chooseCard(id: string): void;
  /** Chooses an address by its id: `home`, `work`, `abroad`, or `page` for the page's own. */
  chooseAddress(id: string): void;
  /** Chooses a way of delivery by the id that the page gave it. */
  chooseShippingOption(id: string): void;
  /** Types a coupon code and applies it; an empty one removes it. */
  enterCoupon(code: string): void;
  /** Signs in with another account of wallet B, by its id. */
  chooseAccount(id: string): void;
}

/** A closed sheet: nothing can be pressed. */
export const closedSheet: SheetControl = {
  state: 'closed',
  errors: [],
  pay: refuse,
  cancel: refuse,
  chooseCard: refuse,
  chooseAddress: refuse,
  chooseShippingOption: refuse,
  enterCoupon: refuse,
  chooseAccount: refuse,
};

function refuse(): never {
  throw new Error('No wallet sheet is open.');
}
