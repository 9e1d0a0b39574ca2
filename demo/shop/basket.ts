import type { SheetItem } from '@wallet-buttons/elements';

/** What is in the basket, as the sheets show it above the total. */
export const basket: readonly SheetItem[] = [
  { label: 'Poppy ‘Ladybird’', amount: '54.90' },
  { label: 'Cornflower ‘Blue Ball’', amount: '48.00' },
  { label: 'Sunflower ‘Early Lark’', amount: '62.00' },
  { label: 'Letter post', amount: '35.00' },
];
