import * as choicesA from './providers/wallet-a/choices.ts';
import * as choicesB from './providers/wallet-b/choices.ts';
import { transaction } from './providers/wallet-b/plans.ts';
import { sheetAnswer } from './sheet/answer.ts';
import { pricedPlan } from './sheet/plans.ts';
import { installSheet } from './sheet/support.ts';

// Enables choices in the sheet and later charges for the buttons of the page.
installSheet({
  sheetAnswer,
  pricedPlan,
  membersA: choicesA.members,
  listen: choicesA.listen,
  errorOfA: choicesA.errorOf,
  canMend: choicesA.canMend,
  membersB: choicesB.members,
  intentsOf: choicesB.intentsOf,
  changed: choicesB.changed,
  errorOfB: choicesB.errorOf,
  transaction,
});
