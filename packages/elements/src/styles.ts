import { css, type CSSResult } from '@lit/reactive-element';

/** One setting for both wallets; the box is reserved before the provider's button is there. */
export const styles: CSSResult = css`
  :host {
    display: inline-block;
    vertical-align: top;
    box-sizing: border-box;
    min-inline-size: 140px;
    inline-size: var(--wallet-button-inline-size, 240px);
    max-inline-size: 100%;
    block-size: var(--wallet-button-height, 44px);
  }
  :host([hidden]) {
    display: none;
  }
  :host(:state(unavailable)) {
    display: contents;
  }
  [part='button'] {
    display: block;
    block-size: 100%;
    --apple-pay-button-width: 100%;
    --apple-pay-button-height: var(--wallet-button-height, 44px);
    --apple-pay-button-border-radius: var(--wallet-button-radius, 4px);
    --apple-pay-button-padding: 0;
    --apple-pay-button-box-sizing: border-box;
  }
  :host(:state(unavailable)) [part='button'],
  slot {
    display: none;
  }
  :host(:state(unavailable)) slot {
    display: contents;
  }
  :host([disabled]) [part='button'],
  :host(:state(busy)) [part='button'] {
    opacity: 0.5;
  }
  [part='button'] > * {
    block-size: 100%;
    inline-size: 100%;
  }
  [part='button'] > button {
    appearance: -apple-pay-button;
    border: 0;
    cursor: pointer;
  }
  [part='button'] button {
    border-radius: var(--wallet-button-radius, 4px) !important;
    min-inline-size: 0 !important;
  }
`;
