import type * as choicesA from '../providers/wallet-a/choices.ts';
import type * as choicesB from '../providers/wallet-b/choices.ts';
import type * as plansB from '../providers/wallet-b/plans.ts';
import type { SheetAnswer } from '../providers/provider.ts';
import type { SheetRequest } from './data.ts';
import type { SheetChange } from './events.ts';
import type { pricedPlan } from './plans.ts';

/** The functions that `./sheet.js` adds to the buttons, for the payer's choices in the sheet and for later charges. */
export interface SheetSupport {
  readonly sheetAnswer: (
    host: EventTarget,
    change: SheetChange,
    request: SheetRequest,
  ) => Promise<SheetAnswer>;
  readonly pricedPlan: typeof pricedPlan;
  readonly membersA: typeof choicesA.members;
  readonly listen: typeof choicesA.listen;
  readonly errorOfA: typeof choicesA.errorOf;
  readonly canMend: typeof choicesA.canMend;
  readonly membersB: typeof choicesB.members;
  readonly intentsOf: typeof choicesB.intentsOf;
  readonly changed: typeof choicesB.changed;
  readonly errorOfB: typeof choicesB.errorOf;
  readonly transaction: typeof plansB.transaction;
}

/** Undefined if the page does not import `./sheet.js`. */
export let sheetSupport: SheetSupport | undefined;

export function installSheet(support: SheetSupport): void {
  sheetSupport = support;
}
