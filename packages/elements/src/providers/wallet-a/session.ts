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
  oncancel: (event?: { readonly sessionError?: { readonly code: string } }) => void;
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

/** Defined once the provider's API is there. */
declare const ApplePaySession: SessionClass;

/** The newest version of the provider's API that this code knows. */
const newest = 15;

/** The provider's class, after it was found. */
export function sessionClass(): SessionClass {
  return ApplePaySession;
}

/** The provider's class, if the page has it. */
export function findSessionClass(): SessionClass | undefined {
  const { ApplePaySession } = globalThis as { ApplePaySession?: SessionClass };
  // An element with this id would be there too.
  return ApplePaySession?.supportsVersion && ApplePaySession;
}

/** The newest version of the API that both sides know. */
export function newestOf(Session: SessionClass): number {
  let version = newest;
  while (version > 1 && !Session.supportsVersion(version)) version--;
  return version;
}

/** Whether the browser has the wallet itself. Only such a browser has the CSS of its button. */
export function isNative(): boolean {
  return Boolean(findSessionClass()) && CSS.supports('-webkit-appearance', '-apple-pay-button');
}
