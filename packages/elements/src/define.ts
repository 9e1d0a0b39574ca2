export * from './define-buttons.ts';
import './sheet-define.ts';
export { WalletPaymentStatus } from './wallet-payment-status-define.ts';
