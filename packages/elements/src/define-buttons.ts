export { WalletAButton } from './wallet-a-button-define.ts';
export { WalletBButton } from './wallet-b-button-define.ts';
