import { css, type CSSResult } from '@lit/reactive-element';

/**
 * One setting for both wallets. The box is reserved before the provider's button is there; without
 * one it makes way for the slot. Rules with `:state()` stand alone: an older browser drops them.
 * Written without blanks, which no minifier takes out of a template.
 */
export const styles: CSSResult = css`:host{display:inline-block;vertical-align:top;inline-size:var(--wallet-button-inline-size,240px);max-inline-size:100%;--apple-pay-button-width:100%;--apple-pay-button-height:var(--wallet-button-height,44px);--apple-pay-button-border-radius:var(--wallet-button-radius,4px)}
:host(:state(unavailable)){display:contents}
[part]{block-size:var(--wallet-button-height,44px)}
[part]>*{display:block;block-size:100%;inline-size:100%}
:host([disabled]) [part]{opacity:.5}
:host([hidden]),[hidden]{display:none}
[part]>button{appearance:-apple-pay-button;border:0}
[part] button{border-radius:var(--wallet-button-radius,4px)!important;min-inline-size:0!important}`;
