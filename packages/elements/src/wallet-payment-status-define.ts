import { define } from './define-element.ts';
import { WalletPaymentStatus } from './wallet-payment-status.ts';

define('wallet-payment-status', WalletPaymentStatus);

declare global {
  interface HTMLElementTagNameMap {
    'wallet-payment-status': WalletPaymentStatus;
  }
}

export { WalletPaymentStatus };
