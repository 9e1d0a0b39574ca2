/** The argument of `completePayment`. */
import { isObject, type Members, optional } from '../sheet/members.ts';
import { invalidAccess } from './access.ts';
import { type ApplePayError, errorList } from './error.ts';
import { anything, dictionary, type Rules, since, text, url } from './members.ts';
import { isStatus, statusCodes, statusErrors } from './status.ts';

/** A valid result. */
export interface Result {
  readonly status: number;
  readonly errors: readonly ApplePayError[];
}

const resultMembers = dictionary({
  status: anything,
  errors: errorList,
  orderDetails: since(
    14,
    optional(
      dictionary({
        orderTypeIdentifier: text,
        orderIdentifier: text,
        webServiceURL: url,
        authenticationToken: text,
      }),
    ),
  ),
});

/** The check of WebIDL before the method runs: a number, or an object with `status`. */
export function resultObject(input: unknown): Members {
  if (typeof input === 'number') return { status: input };
  if (!isObject(input)) throw new TypeError('result is not an object.');
  if (typeof input['status'] === 'number') return input;
  throw new TypeError('Member ApplePayPaymentAuthorizationResult.status is required.');
}

/** The whole result; the three address statuses become a failure with an error of that field. */
export function readResult(rules: Rules, input: Members): Result {
  const status = Number(input['status']);
  if (!isStatus(status)) throw invalidAccess(`${status} is not a status.`);
  const { errors } = resultMembers(input, 'result', rules);
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
