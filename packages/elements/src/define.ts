import './sheet-define.ts';
export * from './define-buttons.ts';
export { WalletPaymentStatus } from './wallet-payment-status-define.ts';
