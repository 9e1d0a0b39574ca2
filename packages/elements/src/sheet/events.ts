import type { Address } from '@wallet-buttons/protocol';
import { WalletError } from '../errors.ts';
import { kebab } from '../names.ts';
import { WalletEvent } from '../base-event.ts';
import type { PaymentMethod, SheetUpdate } from './data.ts';

type Update = SheetUpdate | PromiseLike<SheetUpdate>;

/** What the payer chose in the open sheet: one of these. */
export interface SheetChange {
  /** Without name and street until the payer agrees. */
  readonly shippingAddress?: Address;
  /** `id` of the option. */
  readonly shippingOption?: string;
  /** The last one entered; `''` when it was taken back. */
  readonly couponCode?: string;
  /** The card that the payer looks at. */
  readonly paymentMethod?: PaymentMethod;
}

/**
 * The payer chose something in the open sheet, which waits for what that changes. Without
 * `updateWith()` nothing does.
 * @see https://www.w3.org/TR/payment-request/#dom-paymentrequestupdateevent
 */
export class WalletSheetEvent extends WalletEvent {
  /** @internal */
  update: Update = {};

  /** The type is named after the choice, the field is the choice itself. */
  constructor(change: SheetChange) {
    const [name = ''] = Object.keys(change);
    super(`wallet-${kebab(name.replace('Code', ''))}-change`, change);
  }

  /**
   * Answers the sheet, at once or within 12 seconds: after that, and when the promise rejects, the
   * sheet tells the payer that the choice could not be worked out.
   * @throws {WalletError} `config` after the listeners were called.
   */
  updateWith(update: Update): void {
    if (!this.eventPhase) {
      throw new WalletError('config', 'updateWith() outside of its listener');
    }
    this.update = update;
  }
}

/** One of the choices, which is there. */
type ChangeEvent<K extends keyof SheetChange> = WalletSheetEvent & Required<Pick<SheetChange, K>>;
/** The payer chose an address: country, region, locality and postal code, no name and no street yet. */
export type WalletShippingAddressChangeEvent = ChangeEvent<'shippingAddress'>;
/** The payer chose another way of delivery, by its `id`. */
export type WalletShippingOptionChangeEvent = ChangeEvent<'shippingOption'>;
/** The payer entered a coupon code, or took it back: `''`. */
export type WalletCouponChangeEvent = ChangeEvent<'couponCode'>;
/** The payer looks at another card. */
export type WalletPaymentMethodChangeEvent = ChangeEvent<'paymentMethod'>;

/** The events of an open sheet, by name. */
export interface WalletSheetEventMap {
  'wallet-shipping-address-change': WalletShippingAddressChangeEvent;
  'wallet-shipping-option-change': WalletShippingOptionChangeEvent;
  'wallet-coupon-change': WalletCouponChangeEvent;
  'wallet-payment-method-change': WalletPaymentMethodChangeEvent;
}
