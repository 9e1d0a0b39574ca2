import type { Wallet } from '@wallet-buttons/protocol';
import type { SheetAnswer } from '../providers/provider.ts';
import type { SheetRequest } from './data.ts';
import type { SheetChange } from './events.ts';
import type { pricedPlan } from './plans.ts';

/** The functions of one wallet for the payer's choices in its sheet. Only its own folder knows and calls them. */
export type ChoiceSupport = object;

/** The support of each wallet whose sheet offers choices. */
export type ChoiceSupports = Readonly<Partial<Record<Wallet, ChoiceSupport>>>;

/** What `./sheet.js` adds to the buttons, for the payer's choices in the sheet and for later charges. */
export interface SheetSupport {
  readonly sheetAnswer: (
    host: EventTarget,
    change: SheetChange,
    request: SheetRequest,
  ) => Promise<SheetAnswer>;
  readonly pricedPlan: typeof pricedPlan;
  readonly choices: ChoiceSupports;
}

let installed: SheetSupport | undefined;

/** Undefined if the page does not import `./sheet.js`. */
export function sheetSupport(): SheetSupport | undefined {
  return installed;
}

export function installSheet(support: SheetSupport): void {
  installed = support;
}
