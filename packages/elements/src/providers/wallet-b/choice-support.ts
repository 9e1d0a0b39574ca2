import { intents, sheetSupport } from '../../sheet/support.ts';
import type { choices } from './choices.ts';
import type { intentsOf } from './intents.ts';

/** This wallet's functions for the payer's choices. Undefined if the page does not import `./sheet.js`. */
export function choiceSupport(): typeof choices | undefined {
  return sheetSupport()?.choices['wallet-b'] as typeof choices | undefined;
}

/** The choices that the page listens to. Known before the functions have loaded; none without `./sheet.js`. */
export function chosenIntents(...tag: Parameters<typeof intentsOf>): readonly string[] {
  const readIntents = intents['wallet-b'] as typeof intentsOf | undefined;
  return readIntents?.(...tag) ?? [];
}
