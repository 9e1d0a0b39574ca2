/** As much of braintree-web as the shop of these tests uses; the package has no types. */
declare module 'braintree-web/client' {
  export function create(options: { authorization: string }): Promise<object>;
}

declare module 'braintree-web/apple-pay' {
  export interface ApplePay {
    createPaymentRequest(request: object): ApplePayJS.ApplePayPaymentRequest;
    performValidation(options: { validationURL: string; displayName: string }): Promise<object>;
    tokenize(options: { token: ApplePayJS.ApplePayPaymentToken }): Promise<{ nonce: string }>;
  }
  export function create(options: { client: object }): Promise<ApplePay>;
}

declare module 'braintree-web/google-payment' {
  export interface GooglePayment {
    createPaymentDataRequest(request: object): google.payments.api.PaymentDataRequest;
    parseResponse(data: google.payments.api.PaymentData): Promise<{ nonce: string }>;
  }
  export function create(options: { client: object; googlePayVersion: 2 }): Promise<GooglePayment>;
}
