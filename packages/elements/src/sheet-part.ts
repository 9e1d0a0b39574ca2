import { choices as choicesA } from './providers/wallet-a/choices.ts';
import { choices as choicesB } from './providers/wallet-b/choices.ts';
import type { ChoiceSupports } from './sheet/support.ts';

/** What `./sheet.js` loads beside the provider's script. */
export { sheetAnswer } from './sheet/answer.ts';
export { pricedPlan } from './sheet/plans.ts';
export const choices: ChoiceSupports = { 'wallet-a': choicesA, 'wallet-b': choicesB };
