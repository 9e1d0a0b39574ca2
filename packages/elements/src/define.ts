import './sheet-define.ts';
export { WalletAButton, WalletBButton } from './define-buttons.ts';
export { WalletPaymentStatus } from './wallet-payment-status-define.ts';
