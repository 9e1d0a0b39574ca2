import { define } from './define-element.ts';
import { WalletButtons } from './wallet-buttons.ts';

define('wallet-buttons', WalletButtons);

declare global {
  interface HTMLElementTagNameMap {
    'wallet-buttons': WalletButtons;
  }
}

export { WalletButtons };
