import type { WalletButtonEventMap } from '@wallet-buttons/elements';

/** Every event of a button. */
export const buttonEvents: readonly (keyof WalletButtonEventMap)[] = [
  'wallet-ready',
  'wallet-unavailable',
  'wallet-click',
  'wallet-authorized',
  'wallet-redirect',
  'wallet-result',
  'wallet-cancel',
  'wallet-error',
];
