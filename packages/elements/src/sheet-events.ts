import type { Address } from '@wallet-buttons/protocol';
import { WalletError } from './errors.ts';
import { WalletEvent } from './events.ts';
import type { PaymentMethod, SheetUpdate } from './sheet.ts';

type Update = SheetUpdate | PromiseLike<SheetUpdate>;

/**
 * The payer chose something in the open sheet, which waits for what that changes. Without
 * `updateWith()` nothing does.
 * @see https://www.w3.org/TR/payment-request/#dom-paymentrequestupdateevent
 */
abstract class WalletSheetEvent extends WalletEvent {
  /** @internal */
  update: Update = {};

  /**
   * Answers the sheet, at once or within 12 seconds: after that, and when the promise rejects, the
   * sheet tells the payer that the choice could not be worked out.
   * @throws {WalletError} `config` after the listeners were called.
   */
  updateWith(update: Update): void {
    if (!this.eventPhase) {
      throw new WalletError('config', 'Call updateWith() in the listener; it takes a promise.');
    }
    this.update = update;
  }
}

/** Without name and street until the payer agrees. */
export class WalletShippingAddressChangeEvent extends WalletSheetEvent {
  readonly shippingAddress: Address;
  constructor(shippingAddress: Address) {
    super('wallet-shipping-address-change');
    this.shippingAddress = shippingAddress;
  }
}

export class WalletShippingOptionChangeEvent extends WalletSheetEvent {
  /** `id` of the option. */
  readonly shippingOption: string;
  constructor(shippingOption: string) {
    super('wallet-shipping-option-change');
    this.shippingOption = shippingOption;
  }
}

export class WalletCouponChangeEvent extends WalletSheetEvent {
  /** The last one entered; `''` when it was taken back. */
  readonly couponCode: string;
  constructor(couponCode: string) {
    super('wallet-coupon-change');
    this.couponCode = couponCode;
  }
}

export class WalletPaymentMethodChangeEvent extends WalletSheetEvent {
  readonly paymentMethod: PaymentMethod;
  constructor(paymentMethod: PaymentMethod) {
    super('wallet-payment-method-change');
    this.paymentMethod = paymentMethod;
  }
}

export interface WalletSheetEventMap {
  'wallet-shipping-address-change': WalletShippingAddressChangeEvent;
  'wallet-shipping-option-change': WalletShippingOptionChangeEvent;
  'wallet-coupon-change': WalletCouponChangeEvent;
  'wallet-payment-method-change': WalletPaymentMethodChangeEvent;
}
