import { goods } from '../shop.ts';

/** The part of wallet B's API that a shop's own page needs; several contenders share it. */
export interface PaymentsClient {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<unknown>;
}

const script = 'https://pay.google.com/gp/p/js/pay.js';
const version = { apiVersion: 2, apiVersionMinor: 0 };
const method = {
  type: 'CARD',
  parameters: {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['VISA', 'MASTERCARD'],
  },
};
const tokenizationSpecification = {
  type: 'PAYMENT_GATEWAY',
  parameters: { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' },
};
const allowedPaymentMethods = [{ ...method, tokenizationSpecification }];

export const readiness = { ...version, allowedPaymentMethods: [method] };

export async function newClient(): Promise<PaymentsClient> {
  const api = (window as { google?: { payments: { api: Api } } }).google?.payments.api;
  if (api) return new api.PaymentsClient({ environment: 'TEST' });
  await new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = script;
    element.onload = resolve;
    element.onerror = reject;
    document.head.append(element);
  });
  return newClient();
}

export function paymentRequest() {
  return {
    ...version,
    allowedPaymentMethods,
    merchantInfo: { merchantId: 'merchant', merchantName: goods.label },
    transactionInfo: {
      totalPrice: goods.price,
      totalPriceStatus: 'FINAL',
      totalPriceLabel: goods.label,
      currencyCode: goods.currency,
      countryCode: goods.country,
    },
  };
}

interface Api {
  readonly PaymentsClient: new (options: object) => PaymentsClient;
}
