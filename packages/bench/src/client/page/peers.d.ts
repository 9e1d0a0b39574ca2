/** As much of a peer without types as its page uses. */
declare module 'braintree-web/client' {
  export interface Client {
    getVersion(): string;
  }
  const client: { create(options: { authorization: string }): Promise<Client> };
  export default client;
}
declare module 'braintree-web/google-payment' {
  import type { Client } from 'braintree-web/client';
  export interface GooglePayment {
    createPaymentDataRequest(overrides: object): object;
  }
  const googlePayment: {
    create(options: { client: Client; googlePayVersion: number }): Promise<GooglePayment>;
  };
  export default googlePayment;
}
declare module 'braintree-web/apple-pay' {
  import type { Client } from 'braintree-web/client';
  export interface ApplePay {
    createPaymentRequest(request: object): object;
  }
  const applePay: { create(options: { client: Client }): Promise<ApplePay> };
  export default applePay;
}
