/** Every wallet again, a line each, with its tag defined. */
export { WalletAButton } from './providers/wallet-a/wallet-a-button-define.ts';
export { WalletBButton } from './providers/wallet-b/wallet-b-button-define.ts';
