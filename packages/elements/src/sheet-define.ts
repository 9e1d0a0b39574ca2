import { choices as choicesA } from './providers/wallet-a/choices.ts';
import { choices as choicesB } from './providers/wallet-b/choices.ts';
import { sheetAnswer } from './sheet/answer.ts';
import { pricedPlan } from './sheet/plans.ts';
import { installSheet } from './sheet/support.ts';

// Enables choices in the sheet and later charges for the buttons of the page.
installSheet({
  sheetAnswer,
  pricedPlan,
  choices: { 'wallet-a': choicesA, 'wallet-b': choicesB },
});
