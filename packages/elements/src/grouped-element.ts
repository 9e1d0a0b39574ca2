import { SettingsElement } from './settings.ts';

/** Reads what it was not told itself from the `<wallet-buttons>` around it. */
export abstract class GroupedElement extends SettingsElement {
  override connectedCallback(): void {
    this.group = this.closest<SettingsElement>('wallet-buttons');
    this.group?.addController?.(this);
    this.nonce ||= this.group?.nonce ?? '';
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    this.group?.removeController?.(this);
    super.disconnectedCallback();
  }

  /** @internal As a controller of the group around it: what is said there later counts too. */
  hostUpdated(): void {
    this.requestUpdate();
  }
}
