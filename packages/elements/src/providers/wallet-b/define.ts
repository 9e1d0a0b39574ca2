// First of all, because the network takes longest.
import './early.ts';
// A group is there before its buttons.
import '../../wallet-buttons-define.ts';
import { define } from '../../define-element.ts';
import { WalletBButton } from './button.ts';

define('wallet-b-button', WalletBButton);

export { WalletBButton };
