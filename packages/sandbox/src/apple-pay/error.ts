import { list } from './members.ts';
import type { FieldError, SheetField } from '../sheet/content.ts';

const errorCodes = [
  'shippingContactInvalid',
  'billingContactInvalid',
  'addressUnserviceable',
  'couponCodeInvalid',
  'couponCodeExpired',
  'unknown',
];

const contactFields = [
  'phoneNumber',
  'emailAddress',
  'name',
  'phoneticName',
  'postalAddress',
  'addressLines',
  'locality',
  'subLocality',
  'postalCode',
  'administrativeArea',
  'subAdministrativeArea',
  'country',
  'countryCode',
];

const personFields = contactFields.slice(0, 4);

/** Error of one field, for `completePayment` and the selections. */
export class ApplePayError {
  code: string;
  contactField?: string;
  message: string;

  constructor(errorCode: string, contactField?: string, message = '') {
    if (!errorCodes.includes(errorCode)) {
      throw new TypeError(`"${errorCode}" is not a valid error code.`);
    }
    if (contactField !== undefined && !contactFields.includes(contactField)) {
      throw new TypeError(`"${contactField}" is not a valid contact field.`);
    }
    this.code = errorCode;
    if (contactField !== undefined) this.contactField = contactField;
    this.message = message;
  }
}

/** The `errors` of a result or an update: only ApplePayErrors, no look-alikes. */
export const errorList = list((error) => {
  if (error instanceof ApplePayError) return error;
  throw new TypeError('errors is not a sequence of ApplePayError.');
});

/** The error as the sheet shows it to the payer. */
export function fieldError({ code, contactField, message }: ApplePayError): FieldError {
  return {
    field: sheetField(code, contactField),
    detail: contactField ?? code,
    message: message || `Check: ${contactField ?? code}`,
    // The provider's sheet accepts no payment for an address that the shop does not serve.
    blocks: code === 'shippingContactInvalid' || code === 'addressUnserviceable',
  };
}

function sheetField(code: string, contactField = ''): SheetField {
  if (code.startsWith('couponCode')) return 'couponCode';
  if (code === 'billingContactInvalid') return 'card';
  if (personFields.includes(contactField)) return 'contact';
  return code === 'unknown' ? 'payment' : 'address';
}
