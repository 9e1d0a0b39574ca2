/** The page's answer to a selection: an update object, or the arguments of versions 1 and 2. */
import { billingMembers, readBillings } from './billing.ts';
import { ApplePayError, readErrors } from './error.ts';
import { readLineItems, readTotal, type LineItem, type Total } from './line-item.ts';
import { dictionary, type Members, type Rules } from './members.ts';
import type { Selection } from './selection.ts';
import { readShippingMethods, type ShippingMethod } from './shipping.ts';
import { statusCodes } from './status.ts';

/** A valid update. */
export interface Update {
  readonly total: Total;
  readonly lines: readonly LineItem[];
  /** Undefined: the methods stay as they are. */
  readonly shippingMethods: readonly ShippingMethod[] | undefined;
  readonly errors: readonly ApplePayError[];
}

const commonMembers = ['newTotal', 'newLineItems', ...billingMembers.map(asNew)];

const updateMembers: Readonly<Record<Selection, readonly string[]>> = {
  paymentmethodselected: [...commonMembers, 'errors', 'newShippingMethods'],
  shippingcontactselected: [...commonMembers, 'errors', 'newShippingMethods'],
  shippingmethodselected: [...commonMembers, 'newShippingMethods'],
  couponcodechanged: [...commonMembers, 'errors', 'newShippingMethods'],
};

/** The check of WebIDL before the method runs: an object with `newTotal`. */
export function updateObject(input: unknown): Members {
  if (typeof input !== 'object' || input === null) throw new TypeError('update is not an object.');
  const update = input as Members;
  if (update['newTotal'] === undefined) throw new TypeError('Missing newTotal.');
  return update;
}

/** The whole update; throws TypeError. */
export function readUpdate(rules: Rules, selection: Selection, input: Members): Update {
  const update = dictionary(input, 'update', rules, updateMembers[selection]);
  const methods = update['newShippingMethods'];
  const newTotal = readTotal(rules, update['newTotal'], 'newTotal');
  readBillings(rules, update, asNew);
  return {
    total: newTotal,
    lines: readLineItems(rules, update['newLineItems'], 'newLineItems'),
    shippingMethods:
      methods === undefined ? undefined : readShippingMethods(rules, methods, 'newShippingMethods'),
    errors: readErrors(update['errors']),
  };
}

/** Versions 1 and 2: `(newTotal, newLineItems)`. */
export function paymentMethodUpdate(args: readonly unknown[]): Members {
  const [first, newLineItems] = args;
  return updateObject(args.length > 1 ? { newTotal: first, newLineItems } : first);
}

/** Versions 1 and 2: `(status, newShippingMethods, newTotal, newLineItems)`. */
export function shippingContactUpdate(args: readonly unknown[]): Members {
  const [status, newShippingMethods, newTotal, newLineItems] = args;
  if (typeof status !== 'number') return updateObject(status);
  return updateObject({
    newShippingMethods,
    newTotal,
    newLineItems,
    errors: statusErrors(status),
  });
}

/** Versions 1 and 2: `(status, newTotal, newLineItems)`; any status but success ends the session. */
export function shippingMethodUpdate(args: readonly unknown[]): Members | 'cancel' {
  const [status, newTotal, newLineItems] = args;
  if (typeof status !== 'number') return updateObject(status);
  return status === statusCodes.SUCCESS ? updateObject({ newTotal, newLineItems }) : 'cancel';
}

/** The errors that replaced a status of versions 1 and 2 in version 3. */
export function statusErrors(status: number): ApplePayError[] {
  if (status === statusCodes.SUCCESS) return [];
  if (status === statusCodes.INVALID_BILLING_POSTAL_ADDRESS) {
    return [new ApplePayError('billingContactInvalid')];
  }
  if (status === statusCodes.INVALID_SHIPPING_POSTAL_ADDRESS) {
    return [new ApplePayError('shippingContactInvalid', 'postalAddress')];
  }
  if (status === statusCodes.INVALID_SHIPPING_CONTACT) {
    return [new ApplePayError('shippingContactInvalid')];
  }
  return [new ApplePayError('unknown')];
}

function asNew(member: string): string {
  return `new${member.charAt(0).toUpperCase()}${member.slice(1)}`;
}
