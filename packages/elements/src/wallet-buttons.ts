import { ButtonSettings } from './button-settings.ts';

/**
 * Holds shared settings for the buttons inside it. A button's own settings take precedence. It draws nothing.
 *
 * @customElement wallet-buttons
 */
export class WalletButtons extends ButtonSettings {
  /** Without a shadow root, the buttons stay where the page has put them. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
