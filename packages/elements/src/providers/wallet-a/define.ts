// First of all, because the network takes longest.
import './early.ts';
// A group is there before its buttons.
import '../../wallet-buttons-define.ts';
import { define } from '../../define-element.ts';
import { WalletAButton } from './button.ts';

define('wallet-a-button', WalletAButton);

export { WalletAButton };
