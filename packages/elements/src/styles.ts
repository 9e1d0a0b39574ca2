import { unsafeCSS, type CSSResult } from '@lit/reactive-element';

/**
 * One setting for both wallets, from the smallest size that both can draw: a smaller one is lifted. The box
 * is reserved before the provider's button is there; without one it makes way for the slot. Rules with
 * `:state()` stand alone: an older browser drops them. The outline is
 * not drawn: its colour tells the colour scheme, and its transition runs when that changes, or
 * when a drawn box comes to be rendered again: it had none while it was hidden.
 * Written without blanks, which no minifier takes out of a template. The last two rules are for the SDK's
 * element of wallet A, and for the browser's own button.
 */
export const styles: CSSResult =
  unsafeCSS(`:host{display:inline-block;vertical-align:top;inline-size:var(--wallet-button-inline-size,240px);min-inline-size:140px;max-inline-size:100%}
:host(:state(unavailable)){display:contents}
:host([data-state=unavailable]){display:contents}
[part]{block-size:max(40px,var(--wallet-button-height,44px));outline-color:CanvasText;outline-color:light-dark(#000,#fff);transition:outline-color 1ms step-start}
[part]>*{display:block}
[part]>*,[part] button{box-sizing:border-box;block-size:100%;inline-size:100%}
[part][data-disabled]{opacity:.5}
:host([hidden]),[hidden]{display:none}
@starting-style{[part]:has(*){outline-color:#0000}}
[part] button{border-radius:var(--wallet-button-radius,4px)!important;min-inline-size:0!important}
:host{--apple-pay-button-box-sizing:border-box;--apple-pay-button-width:100%;--apple-pay-button-height:max(40px,var(--wallet-button-height,44px));--apple-pay-button-border-radius:var(--wallet-button-radius,4px)}
[part]>button{appearance:-apple-pay-button;border:0}`);
