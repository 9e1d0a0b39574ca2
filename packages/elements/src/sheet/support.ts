import type { Wallet } from '@wallet-buttons/protocol';
import type { SheetAnswer } from '../providers/provider.ts';
import type { SheetRequest } from './data.ts';
import type { SheetChange } from './events.ts';
import type { pricedPlan } from './plans.ts';

/** The functions of one wallet for the payer's choices in its sheet. Only its own folder knows and calls them. */
export type ChoiceSupport = object;

/** What `./sheet.js` adds to the buttons, for the payer's choices in the sheet and for later charges. */
export interface SheetSupport {
  readonly sheetAnswer: (
    host: EventTarget,
    change: SheetChange,
    request: SheetRequest,
  ) => Promise<SheetAnswer>;
  readonly pricedPlan: typeof pricedPlan;
}

/** The support of each wallet whose sheet offers choices. */
export type ChoiceSupports = Readonly<Partial<Record<Wallet, ChoiceSupport>>>;

/** Undefined if the page does not import `./sheet.js`. */
export let choiceSupports: ChoiceSupports | undefined;

/** Undefined if the page does not import `./sheet.js`. */
export let sheetSupport: SheetSupport | undefined;

export function installSheet(support: SheetSupport, choices: ChoiceSupports): void {
  sheetSupport = support;
  choiceSupports = choices;
}
