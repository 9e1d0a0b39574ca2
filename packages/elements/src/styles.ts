import { unsafeCSS, type CSSResult } from '@lit/reactive-element';

/**
 * The same styles for both wallets. A size below the smallest that both can draw is raised to that size. The box is
 * reserved before the provider's button exists, and is hidden in favour of the slot if the wallet is unavailable.
 * Rules with `:state()` are separate, because an older browser drops such a rule. The box has no columns, and a page gives
 * it no rule between them: the colour of that rule shows the colour scheme, and its transition runs when the scheme
 * changes, or when a hidden box is shown again.
 * Under forced colours the provider's logo would be drawn on a background of its own colour, so the box keeps its own.
 * The note takes no place while it is empty, and stays, since a screen reader follows only what it knows.
 * The grid gives the tag its width where its container asks for it, and none that the container cannot give: a column of
 * a grid or a cell of a table. The text has no blanks, because no minifier removes them from a template. The last two rules are for the SDK's
 * element of wallet A and for the browser's own button.
 */
export const styles: CSSResult =
  unsafeCSS(`:host{display:inline-grid;grid-template-columns:minmax(0,var(--wallet-button-inline-size,240px)) minmax(0,1fr);vertical-align:top;inline-size:min(var(--wallet-button-inline-size,240px),100%);min-inline-size:min(140px,100%);max-inline-size:100%}
:host(:state(unavailable)){display:contents}
:host([data-state=unavailable]){display:contents}
[part]{grid-column:1/-1;min-inline-size:0}
[part=button]{forced-color-adjust:none;block-size:max(40px,var(--wallet-button-height,44px));column-rule-color:CanvasText;column-rule-color:light-dark(#000,#fff);transition:column-rule-color 1ms step-start}
[part=button]>*{display:block}
[part=button]>*,[part] button{box-sizing:border-box;block-size:100%;inline-size:100%;min-inline-size:0!important}
[data-disabled]{opacity:.5}
[data-disabled]>*{pointer-events:none}
[part=note]:not(:empty){font-size:.875em;line-height:1.4;padding-block-start:4px}
:host([hidden]),[hidden]{display:none}
@starting-style{[part=button]:has(*){column-rule-color:#0000}}
[part] button{border-radius:var(--wallet-button-radius,4px)!important}
:host{--apple-pay-button-box-sizing:border-box;--apple-pay-button-width:100%;--apple-pay-button-height:max(40px,var(--wallet-button-height,44px));--apple-pay-button-border-radius:var(--wallet-button-radius,4px)}
[part]>button{appearance:-apple-pay-button;border:0}`);
