/**
 * The providers' scripts as the benchmark serves them to every contender: as small as they can be,
 * instant, and counting. They are sent as text, so they may use nothing from outside.
 */

/** `https://pay.google.com/gp/p/js/pay.js` */
export function walletBScript(): void {
  const { bench } = window;
  interface ButtonOptions {
    readonly onClick: (event: Event) => void;
    readonly buttonColor?: string;
  }
  interface PaymentDataRequest {
    readonly transactionInfo: { readonly totalPrice: string };
  }
  class PaymentsClient {
    constructor() {
      bench.counts.clients++;
    }
    async isReadyToPay() {
      bench.counts.isReadyToPay++;
      return Promise.resolve({ result: true, paymentMethodPresent: true });
    }
    createButton({ onClick, buttonColor }: ButtonOptions) {
      bench.counts.createButton++;
      const box = document.createElement('div');
      const button = document.createElement('button');
      button.type = 'button';
      button.style.cssText = `width:240px;height:40px;background:${buttonColor ?? 'black'}`;
      button.addEventListener('click', onClick);
      box.append(button);
      return box;
    }
    prefetchPaymentData() {
      // There is nothing to fetch.
    }
    loadPaymentData(request: PaymentDataRequest) {
      bench.presses.push(request.transactionInfo.totalPrice);
      const { promise, reject } = Promise.withResolvers<never>();
      setTimeout(() => {
        reject({ statusCode: 'CANCELED' });
      });
      return promise;
    }
  }
  Object.assign(window, { google: { payments: { api: { PaymentsClient } } } });
}

/** Wallet A as a browser has it natively: there before any script of the page. */
export function nativeWalletA(): void {
  interface PaymentRequest {
    readonly total: { readonly amount: string };
  }
  class ApplePaySession {
    static readonly STATUS_SUCCESS = 0;
    static readonly STATUS_FAILURE = 1;
    static supportsVersion() {
      return true;
    }
    static canMakePayments() {
      window.bench.counts.isReadyToPay++;
      return true;
    }
    oncancel: ((event: object) => void) | undefined;
    readonly #price: string;
    constructor(_version: number, { total }: PaymentRequest) {
      this.#price = total.amount;
    }
    begin() {
      window.bench.presses.push(this.#price);
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
      window.bench.counts.createButton++;
      const button = document.createElement('button');
      button.type = 'button';
      button.style.cssText = 'width:240px;height:40px;background:black';
      const box = document.createElement('div');
      box.append(button);
      this.attachShadow({ mode: 'open' }).append(box);
    }
  }
  customElements.define('apple-pay-button', ApplePayButton);
}
