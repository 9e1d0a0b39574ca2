import type { PropertyDeclarations } from '@lit/reactive-element';
import { Part } from '../../src/part.ts';
import { text, type Values } from '../../src/settings.ts';
import { WalletButton } from '../../src/wallet-button.ts';
import { WalletC } from './provider.ts';

const settings = {
  /** The test card that pays. */
  card: text('card', 'visa-approve'),
};

/** What a press and its button need. */
const part = new Part(() => import('./press.ts'));

/** The settings are its properties. */
export interface WalletCButton extends Values<typeof settings> {}

/** The tag of the invented wallet. */
export class WalletCButton extends WalletButton {
  static override properties: PropertyDeclarations = settings;

  override provider(): WalletC {
    return new WalletC(this);
  }

  override pressPart(): typeof part {
    return part;
  }
}
