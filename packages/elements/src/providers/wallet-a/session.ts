import type { ProviderContact } from '../payer.ts';

/** The part of the provider's API that is used here. Its own types would become part of every user's types. */
export interface SessionClass {
  new (version: number, request: object): Session;
  supportsVersion(version: number): boolean;
  canMakePayments(): boolean;
  applePayCapabilities?(merchantId: string): Promise<{ paymentCredentialStatus: string }>;
}

export interface Session {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: { readonly payment: Payment }) => unknown;
  oncancel: (event: { readonly sessionError?: { readonly code: string } }) => void;
  onshippingcontactselected: (event: { readonly shippingContact: ProviderContact }) => unknown;
  onshippingmethodselected: (event: { readonly shippingMethod: { identifier: string } }) => unknown;
  oncouponcodechanged: (event: { readonly couponCode: string }) => unknown;
  onpaymentmethodselected: (event: { readonly paymentMethod: CardMethod }) => unknown;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: object): void;
  completeShippingContactSelection(update: object): void;
  completeShippingMethodSelection(update: object): void;
  completeCouponCodeChange(update: object): void;
  completePaymentMethodSelection(update: object): void;
  completePayment(result: object): void;
}

/** `ApplePayError`. */
export type ErrorClass = new (code: string, field?: string, message?: string) => object;

export interface Payment {
  readonly token: { readonly paymentMethod?: CardMethod };
  readonly shippingContact?: ProviderContact;
  readonly billingContact?: ProviderContact;
}

export interface CardMethod {
  readonly network?: string;
  readonly type?: string;
  /** The network and the last four digits. */
  readonly displayName?: string;
  readonly billingContact?: ProviderContact;
}
