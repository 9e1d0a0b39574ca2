/** The page's answer to a selection: an update object, or the arguments of versions 1 and 2. */
import { isObject, type Members, optional, type Read } from '../sheet/members.ts';
import { newBillings } from './billing.ts';
import { errorList } from './error.ts';
import { lineItem, total } from './line-item.ts';
import { dictionary, list, type Rules } from './members.ts';
import type { Selection } from './selection.ts';
import { shippingMethods } from './shipping.ts';
import { statusCodes, statusErrors } from './status.ts';

const updateMembers = {
  newTotal: total,
  newLineItems: list(lineItem),
  /** Undefined: the methods stay as they are. */
  newShippingMethods: optional(shippingMethods),
};
const withErrors = { ...updateMembers, errors: errorList };

/** A valid update. */
export type Update = Read<typeof updateMembers> & Partial<Read<typeof withErrors>>;

/** The check of WebIDL before the method runs: an object with `newTotal`. */
export function updateObject(input: unknown): Members {
  if (!isObject(input)) throw new TypeError('update is not an object.');
  if (input['newTotal'] === undefined) throw new TypeError('Missing newTotal.');
  return input;
}

/** The whole update; throws TypeError. */
export function readUpdate(rules: Rules, selection: Selection, input: Members): Update {
  // Without a field of its own a method of delivery cannot be wrong.
  const members = selection === 'shippingmethodselected' ? updateMembers : withErrors;
  return dictionary({ ...newBillings, ...members })(input, 'update', rules);
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
