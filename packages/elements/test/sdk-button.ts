/**
 * Wallet A where its SDK is: an `<apple-pay-button>` that draws as the SDK does, with `innerHTML` from a
 * string, and a border that adds to its size unless the page asks for `border-box`.
 */
class SdkButton extends HTMLElement {
  static readonly observedAttributes = ['buttonstyle'];

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    try {
      root.innerHTML = '<button part="face" aria-label="Buy with Wallet A">Buy</button>';
    } catch {
      // Under Trusted Types its bar stays blank.
    }
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      :host {
        display: inline-block;
        min-width: 140px;
        min-height: 30px;
        box-sizing: var(--apple-pay-button-box-sizing, content-box);
        width: var(--apple-pay-button-width, auto);
        height: var(--apple-pay-button-height, 30px);
      }
      :host([buttonstyle='white-outline']) { border: 1px solid #000; }
      button { border: 0; width: 100%; height: 100%; }`);
    root.adoptedStyleSheets = [sheet];
  }
}

customElements.define('apple-pay-button', SdkButton);

Object.assign(window, {
  ApplePaySession: { canMakePayments: () => true, supportsVersion: () => true },
});
