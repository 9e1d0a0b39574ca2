/**
 * The providers' scripts that the benchmark serves to every contender: as small as possible, instant,
 * and counting. They are sent as text, so they may use nothing from outside.
 */

/** `https://pay.google.com/gp/p/js/pay.js` */
export function walletBScript(): void {
  class PaymentsClient {
    async isReadyToPay() {
      return Promise.resolve({ result: true, paymentMethodPresent: true });
    }
    createButton({ onClick }: { readonly onClick: (event: Event) => void }) {
      const box = document.createElement('div');
      const button = document.createElement('button');
      button.type = 'button';
      button.style.cssText = 'width:240px;height:40px;background:black';
      button.addEventListener('click', onClick);
      box.append(button);
      return box;
    }
    prefetchPaymentData() {
      // There is nothing to fetch.
    }
    async loadPaymentData() {
      window.bench.sheets += 1;
      return Promise.reject(Object.assign(new Error('cancelled'), { statusCode: 'CANCELED' }));
    }
  }
  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
}

/** Wallet A of a browser that has it natively, before any script of the page. */
export function nativeWalletA(): void {
  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static supportsVersion() {
      return true;
    }
    static canMakePayments() {
      return true;
    }
    oncancel: ((event: object) => void) | undefined;
    begin() {
      window.bench.sheets += 1;
      setTimeout(() => this.oncancel?.({}));
    }
    abort() {
      this.oncancel = undefined;
    }
  }
  Object.assign(window, { ApplePaySession });
}

/** The SDK of wallet A, which draws `<apple-pay-button>` also where the wallet is native. */
export function walletAScript(): void {
  class ApplePayButton extends HTMLElement {
    constructor() {
      super();
      const button = document.createElement('button');
      button.style.cssText = 'width:240px;height:40px;background:black';
      this.attachShadow({ mode: 'open' }).append(button);
    }
  }
  customElements.define('apple-pay-button', ApplePayButton);
}
