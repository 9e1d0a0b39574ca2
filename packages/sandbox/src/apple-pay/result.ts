/** The argument of `completePayment`. */
import { invalidAccess } from './access.ts';
import { readErrors, type ApplePayError } from './error.ts';
import { dictionary, text, url, membersSince, type Members, type Rules } from './members.ts';
import { isStatus, statusCodes } from './status.ts';
import { statusErrors } from './update.ts';

/** A valid result. */
export interface Result {
  readonly status: number;
  readonly errors: readonly ApplePayError[];
}

const orderDetails = [
  'orderTypeIdentifier',
  'orderIdentifier',
  'webServiceURL',
  'authenticationToken',
];

/** The check of WebIDL before the method runs: a number, or an object with `status`. */
export function resultObject(input: unknown): Members {
  if (typeof input === 'number') return { status: input };
  if (typeof input !== 'object' || input === null) throw new TypeError('result is not an object.');
  const result = input as Members;
  if (typeof result['status'] !== 'number') {
    throw new TypeError('Member ApplePayPaymentAuthorizationResult.status is required.');
  }
  return result;
}

/** The whole result; the three address statuses become a failure with an error of that field. */
export function readResult(rules: Rules, input: Members): Result {
  const members = ['status', 'errors', 'orderDetails'];
  const result = dictionary(input, 'result', rules, members);
  const status = Number(result['status']);
  if (!isStatus(status)) {
    throw invalidAccess(`${String(status)} is not a status.`);
  }
  const errors = readErrors(result['errors']);
  readOrderDetails(rules, result);
  const { INVALID_BILLING_POSTAL_ADDRESS, INVALID_SHIPPING_CONTACT } = statusCodes;
  const namesField = status >= INVALID_BILLING_POSTAL_ADDRESS && status <= INVALID_SHIPPING_CONTACT;
  return namesField
    ? { status: statusCodes.FAILURE, errors: [...statusErrors(status), ...errors] }
    : { status, errors };
}

/** A failure that names only fields keeps the sheet, as do the PIN statuses. */
export function isFinal({ status, errors }: Result): boolean {
  if (status === statusCodes.SUCCESS) return true;
  if (status !== statusCodes.FAILURE) return false;
  return errors.length === 0 || errors.some(({ code }) => code === 'unknown');
}

function readOrderDetails(rules: Rules, result: Members): void {
  if (result['orderDetails'] === undefined) return;
  membersSince(rules, 14, result, ['orderDetails']);
  const details = dictionary(result['orderDetails'], 'orderDetails', rules, orderDetails);
  for (const member of orderDetails) text(details, member, 'orderDetails');
  url(details, 'webServiceURL', 'orderDetails');
}
