import type { PropertyDeclarations } from '@lit/reactive-element';
import { buttonSettings } from './button-settings.ts';
import { SettingsElement, type Values } from './settings.ts';

/** The settings are its properties. */
export interface WalletButtons extends Values<typeof buttonSettings> {}

/**
 * Holds shared settings for the buttons inside it. A button's own settings take precedence. It draws nothing.
 *
 * @customElement wallet-buttons
 */
export class WalletButtons extends SettingsElement {
  static override properties: PropertyDeclarations = buttonSettings;

  /** Without a shadow root, the buttons stay where the page has put them. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
