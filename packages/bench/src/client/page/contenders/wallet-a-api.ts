import { goods } from '../shop.ts';

interface SessionClass {
  new (version: number, request: object): { begin(): void };
  canMakePayments(): boolean;
}

/** The part of wallet A's API that a shop's own page needs. */
export function session(): SessionClass {
  return (window as unknown as { ApplePaySession: SessionClass }).ApplePaySession;
}

export function paymentRequest() {
  return {
    countryCode: goods.country,
    currencyCode: goods.currency,
    supportedNetworks: ['visa', 'masterCard'],
    merchantCapabilities: ['supports3DS'],
    total: { label: goods.label, amount: goods.price },
  };
}
