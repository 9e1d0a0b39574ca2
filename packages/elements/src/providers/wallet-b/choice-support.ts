import { sheetSupport } from '../../sheet/support.ts';
import type { choices } from './choices.ts';

/** This wallet's functions for the payer's choices. Undefined if the page does not import `./sheet.js`. */
export function choiceSupport(): typeof choices | undefined {
  return sheetSupport()?.choices['wallet-b'] as typeof choices | undefined;
}
