import { Part } from './part.ts';
import { intentsOf } from './providers/wallet-b/intents.ts';
import { installSheet } from './sheet/support.ts';

// Enables choices in the sheet and later charges for the buttons of the page.
installSheet(new Part(() => import('./sheet-part.ts')), { 'wallet-b': intentsOf });
