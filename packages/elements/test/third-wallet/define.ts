import '../../src/wallet-buttons-define.ts';
import { define } from '../../src/define-element.ts';
import { WalletCButton } from './button.ts';

define('wallet-c-button', WalletCButton);
