import type { PropertyDeclarations } from '@lit/reactive-element';
import { buttonSettings } from './button-settings.ts';
import { SettingsElement, type Values } from './settings.ts';

/** The settings are its properties. */
export interface WalletButtons extends Values<typeof buttonSettings> {}

/**
 * Says the settings of the buttons inside it once; a button's own settings come first. It draws nothing.
 *
 * @customElement wallet-buttons
 */
export class WalletButtons extends SettingsElement {
  static override properties: PropertyDeclarations = buttonSettings;

  /** The buttons stay where the page has put them. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
