import type { Wallet } from '@wallet-buttons/protocol';
import type { Part } from '../part.ts';
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

/** The choices that a wallet's sheet offers for the settings of a tag. Only the wallet's own folder knows and calls it. */
export type Intents = Readonly<Partial<Record<Wallet, ChoiceSupport>>>;

let part: Part<SheetSupport> | undefined;
/** What the wallets have to know before a button is ready. */
export let intents: Intents = {};
/** Whether a button has loaded what a press needs. */
let isWanted = false;

/** Whether nothing of `./sheet.js` has to be loaded any more. */
export function isSheetLoaded(): boolean {
  return !part || part.loaded !== undefined;
}

/** Undefined if the page does not import `./sheet.js`, and until that has loaded. */
export function sheetSupport(): SheetSupport | undefined {
  return part?.loaded;
}

/** Lets the buttons load the support together with what a press needs. */
export function installSheet(support: Part<SheetSupport>, knownIntents: Intents): void {
  part = support;
  intents = knownIntents;
  if (isWanted) support.load().catch(() => undefined);
}

/**
 * Loads the support, if the page imports `./sheet.js`.
 * @throws {WalletError} `script-load`
 */
export async function loadSheet(): Promise<void> {
  isWanted = true;
  await part?.load();
}
