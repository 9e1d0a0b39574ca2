/** Every wallet again, a line each, with its tag defined. */
export { WalletAButton } from './providers/wallet-a/define.ts';
export { WalletBButton } from './providers/wallet-b/define.ts';
