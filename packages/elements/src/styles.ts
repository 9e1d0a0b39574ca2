import { unsafeCSS, type CSSResult } from '@lit/reactive-element';

/**
 * One setting for both wallets. The box is reserved before the provider's button is there; without
 * one it makes way for the slot. Rules with `:state()` stand alone: an older browser drops them.
 * Written without blanks, which no minifier takes out of a template. `own` rules are a wallet's.
 */
export const styles = (own: string): CSSResult =>
  unsafeCSS(`:host{display:inline-block;vertical-align:top;inline-size:var(--wallet-button-inline-size,240px);max-inline-size:100%}
:host(:state(unavailable)){display:contents}
[part]{block-size:var(--wallet-button-height,44px)}
[part]>*{display:block;block-size:100%;inline-size:100%}
:host([disabled]) [part]{opacity:.5}
:host([hidden]),[hidden]{display:none}
[part] button{border-radius:var(--wallet-button-radius,4px)!important;min-inline-size:0!important}${own}`);
