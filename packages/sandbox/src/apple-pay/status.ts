import { ApplePayError } from './error.ts';

/** The `STATUS_…` constants of ApplePaySession, without their prefix. */
export const statusCodes = {
  SUCCESS: 0,
  FAILURE: 1,
  INVALID_BILLING_POSTAL_ADDRESS: 2,
  INVALID_SHIPPING_POSTAL_ADDRESS: 3,
  INVALID_SHIPPING_CONTACT: 4,
  PIN_REQUIRED: 5,
  PIN_INCORRECT: 6,
  PIN_LOCKOUT: 7,
} as const;

/** Whether a number is one of them. */
export function isStatus(status: number): boolean {
  return Object.values<number>(statusCodes).includes(status);
}

/** The errors that replaced a status of versions 1 and 2 in version 3. */
export function statusErrors(status: number): readonly ApplePayError[] {
  switch (status) {
    case statusCodes.SUCCESS:
      return [];
    case statusCodes.INVALID_BILLING_POSTAL_ADDRESS:
      return [new ApplePayError('billingContactInvalid')];
    case statusCodes.INVALID_SHIPPING_POSTAL_ADDRESS:
      return [new ApplePayError('shippingContactInvalid', 'postalAddress')];
    case statusCodes.INVALID_SHIPPING_CONTACT:
      return [new ApplePayError('shippingContactInvalid')];
    default:
      return [new ApplePayError('unknown')];
  }
}
