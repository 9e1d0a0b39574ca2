import { css, type CSSResult } from '@lit/reactive-element';

/**
 * One setting for both wallets. The host is the box that is reserved before the provider's button
 * is there; without a button it makes way for the slot.
 */
export const styles: CSSResult = css`
  :host {
    display: inline-block;
    vertical-align: top;
    inline-size: var(--wallet-button-inline-size, 240px);
    max-inline-size: 100%;
    block-size: var(--wallet-button-height, 44px);
    --apple-pay-button-width: 100%;
    --apple-pay-button-height: var(--wallet-button-height, 44px);
    --apple-pay-button-border-radius: var(--wallet-button-radius, 4px);
  }
  :host([hidden]),
  slot,
  :host(:state(unavailable)) [part] {
    display: none;
  }
  :host(:state(unavailable)),
  :host(:state(unavailable)) slot {
    display: contents;
  }
  [part],
  [part] > * {
    display: block;
    block-size: 100%;
    inline-size: 100%;
  }
  :host([disabled]) [part],
  :host(:state(busy)) [part] {
    opacity: 0.5;
  }
  [part] > button {
    appearance: -apple-pay-button;
    border: 0;
  }
  [part] button {
    border-radius: var(--wallet-button-radius, 4px) !important;
    min-inline-size: 0 !important;
  }
`;
