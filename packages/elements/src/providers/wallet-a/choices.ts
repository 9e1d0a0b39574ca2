import type { FieldError } from '@wallet-buttons/protocol';
import type { SheetChange } from '../../sheet/events.ts';
import type { SheetRequest, SheetUpdate, ShippingOption } from '../../sheet/data.ts';
import { camel } from '../../names.ts';
import { addressOf, networkWord } from '../payer.ts';
import { filled, words } from '../values.ts';
import type { SheetAnswer } from '../provider.ts';
import { linesOf, totalOf } from './lines.ts';
import { planOf } from './plans.ts';
import type { ErrorClass, Session } from './session.ts';
import { needs } from './version.ts';

/** Defined once the provider's API is there. */
declare const ApplePayError: ErrorClass;

type Choose = (change: SheetChange, complete: (answer: SheetAnswer) => void) => unknown;
type Completion = keyof {
  [K in keyof Session as K extends `complete${string}${'Selection' | 'Change'}` ? K : never]: true;
};

/** The provider's codes for those of a {@link FieldError}; a missing one becomes `unknown`. */
const errorCodes: ReadonlyMap<string, string> = new Map([
  ['shipping_address_invalid', 'shippingContactInvalid'],
  ['shipping_address_unserviceable', 'addressUnserviceable'],
  ['billing_address_invalid', 'billingContactInvalid'],
  ['coupon_invalid', 'couponCodeInvalid'],
  ['coupon_expired', 'couponCodeExpired'],
]);

/** The provider's names of fields that are not simply in camel case. */
const errorFields: ReadonlyMap<string, string> = new Map([
  ['email', 'emailAddress'],
  ['phone', 'phoneNumber'],
  ['country', 'countryCode'],
]);

/** The functions that `./sheet.js` installs. */
export const choices = { members, listen, canMend, errorOf };

/** The members of the provider's request for shipping, a coupon and later charges. */
function members(request: SheetRequest, version: number): object {
  const { couponCode, shippingOptions, plan } = request;
  const [kind, member] = plan ? planOf(plan) : [];
  if (kind) needs(14, version, kind);
  return {
    ...filled({ shippingMethods: shippingOptions.map(methodOf) }),
    ...(kind && { [`${kind}PaymentRequest`]: member }),
    // An older sheet has no such field.
    ...(couponCode !== undefined && version >= 12 && { supportsCouponCode: true, couponCode }),
  };
}

/** Listens to the choices that the page asked for. The sheet waits for an answer to each. */
function listen(session: Session, { request, ...tag }: SheetRequest, choose: Choose): void {
  const asks = words(request);
  const answer = (change: SheetChange, complete: Completion) =>
    choose(change, ({ request: now, update }) => {
      // An option has no error. The list, with the previous choice first, reverts it.
      session[complete](updateOf(now, change.shippingOption ? { ...update, errors: [] } : update));
    });
  if (asks.includes('shipping-address')) {
    session.onshippingcontactselected = ({ shippingContact }) =>
      answer({ shippingAddress: addressOf(shippingContact) }, 'completeShippingContactSelection');
  }
  // An address may bring the first shipping options.
  if (tag.shippingOptions[0] ?? asks.includes('shipping-address')) {
    session.onshippingmethodselected = ({ shippingMethod }) =>
      answer({ shippingOption: shippingMethod.identifier }, 'completeShippingMethodSelection');
  }
  if (tag.couponCode !== undefined) {
    session.oncouponcodechanged = ({ couponCode }) =>
      answer({ couponCode }, 'completeCouponCodeChange');
  }
  if (asks.includes('payment-method')) {
    session.onpaymentmethodselected = ({ paymentMethod: { network, type, billingContact } }) => {
      const billingAddress = addressOf(billingContact);
      const method = filled({ network: network && networkWord(network), type, billingAddress });
      return answer({ paymentMethod: method }, 'completePaymentMethodSelection');
    };
  }
}

/** Whether the sheet stays open, because the payer can correct all of these errors. */
function canMend(errors: readonly FieldError[]): boolean {
  return errors.length > 0 && errors.every(({ code }) => errorCodes.has(code));
}

/** The argument of every `complete…Selection` and of `completeCouponCodeChange`. */
function updateOf(request: SheetRequest, update: SheetUpdate): object {
  const { shippingOptions, multiTokenContexts, errors = [] } = update;
  const rankOf = ({ id }: ShippingOption) => Number(id === request.shippingOption);
  const changedPlan = update.recurring ?? update.deferred ?? update.automaticReload;
  const [kind = '', member] = changedPlan && request.plan ? planOf(request.plan) : [];
  return {
    newTotal: totalOf(request),
    newLineItems: linesOf(request),
    ...(shippingOptions && {
      // The first one is the selected one.
      newShippingMethods: [...request.shippingOptions]
        .sort((a, b) => rankOf(b) - rankOf(a))
        .map(methodOf),
    }),
    ...filled({
      [camel(`new_${kind}PaymentRequest`)]: member,
      newMultiTokenContexts: multiTokenContexts,
      errors: errors.map(errorOf),
    }),
  };
}

/** `ApplePayError`. */
function errorOf({ code, field, message }: FieldError): object {
  const providerCode = errorCodes.get(code) ?? 'unknown';
  const name = field && camel(field);
  try {
    return new ApplePayError(providerCode, name && (errorFields.get(name) ?? name), message);
  } catch {
    // Without the field, which the provider does not know, the payer still sees the message.
    return new ApplePayError(providerCode, undefined, message);
  }
}

function methodOf({ id, label, amount, detail = '' }: ShippingOption) {
  return { identifier: id, label, amount, detail };
}
