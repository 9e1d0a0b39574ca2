/** As much of a peer without types as its page uses. */
declare module 'braintree-web/client' {
  export interface Client {
    getVersion(): string;
  }
  export function create(options: { authorization: string }): Promise<Client>;
}
declare module 'braintree-web/google-payment' {
  import type { Client } from 'braintree-web/client';
  export interface GooglePayment {
    createPaymentDataRequest(overrides: object): object;
  }
  export function create(options: {
    client: Client;
    googlePayVersion: number;
  }): Promise<GooglePayment>;
}
declare module 'braintree-web/apple-pay' {
  import type { Client } from 'braintree-web/client';
  export interface ApplePay {
    createPaymentRequest(request: object): object;
  }
  export function create(options: { client: Client }): Promise<ApplePay>;
}
