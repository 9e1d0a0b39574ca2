import { goods } from '../start.ts';

interface Session {
  begin(): void;
}

interface SessionClass {
  new (version: number, request: object): Session;
  canMakePayments(): boolean;
}

/** As much of wallet A's API as a shop's own page needs; the pages of several contenders share it. */
export function session(): SessionClass {
  return (window as unknown as { ApplePaySession: SessionClass }).ApplePaySession;
}

export function paymentRequest(amount: string) {
  return {
    countryCode: goods.country,
    currencyCode: goods.currency,
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    total: { label: goods.label, amount },
  };
}

/** The browser's own button, which needs CSS and no script. */
export function nativeButton(onClick: () => void): HTMLButtonElement {
  window.bench.counts.createButton++;
  const button = document.createElement('button');
  button.type = 'button';
  button.ariaLabel = 'Apple Pay';
  button.style.cssText = 'appearance:-apple-pay-button;width:240px;height:40px';
  button.addEventListener('click', onClick);
  return button;
}
