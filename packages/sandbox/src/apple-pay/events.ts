/** The events of an `ApplePaySession`, with the members that Apple's documentation gives them. */

export class ValidateMerchantEvent extends Event {
  readonly validationURL: string;
  constructor(validationURL: string) {
    super('validatemerchant');
    this.validationURL = validationURL;
  }
}

export class PaymentMethodSelectedEvent extends Event {
  readonly paymentMethod: Readonly<Record<string, unknown>>;
  constructor(paymentMethod: Readonly<Record<string, unknown>>) {
    super('paymentmethodselected');
    this.paymentMethod = paymentMethod;
  }
}

export class ShippingContactSelectedEvent extends Event {
  readonly shippingContact: Readonly<Record<string, unknown>>;
  constructor(shippingContact: Readonly<Record<string, unknown>>) {
    super('shippingcontactselected');
    this.shippingContact = shippingContact;
  }
}

export class ShippingMethodSelectedEvent extends Event {
  readonly shippingMethod: object;
  constructor(shippingMethod: object) {
    super('shippingmethodselected');
    this.shippingMethod = shippingMethod;
  }
}

export class CouponCodeChangedEvent extends Event {
  readonly couponCode: string;
  constructor(couponCode: string) {
    super('couponcodechanged');
    this.couponCode = couponCode;
  }
}

export class PaymentAuthorizedEvent extends Event {
  readonly payment: Readonly<Record<string, unknown>>;
  constructor(payment: Readonly<Record<string, unknown>>) {
    super('paymentauthorized');
    this.payment = payment;
  }
}

/** `sessionError` has no information in practice: an unknown code and an empty `info`. */
export class CancelEvent extends Event {
  readonly sessionError: { readonly code: string; readonly info: object } = {
    code: 'unknown',
    info: {},
  };
  constructor() {
    super('cancel');
  }
}
