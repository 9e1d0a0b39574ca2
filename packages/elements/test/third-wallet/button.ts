import type { PropertyDeclarations } from '@lit/reactive-element';
import { text, type Values } from '../../src/settings.ts';
import { WalletButton } from '../../src/wallet-button.ts';
import { WalletC } from './provider.ts';

const settings = {
  /** The test card that pays. */
  card: text('card', 'visa-approve'),
};

/** The settings are its properties. */
export interface WalletCButton extends Values<typeof settings> {}

/** The tag of the invented wallet. */
export class WalletCButton extends WalletButton {
  static override properties: PropertyDeclarations = settings;

  override readonly provider: WalletC = new WalletC(this);
}
