import type { Address } from '@wallet-buttons/protocol';
import { WalletError } from '../errors.ts';
import { kebab } from '../names.ts';
import { WalletEvent } from '../base-event.ts';
import type { PaymentMethod, SheetUpdate } from './data.ts';

type Update = SheetUpdate | PromiseLike<SheetUpdate>;

/** The payer's choice in the open sheet: one of these. */
export interface SheetChange {
  /** Without name and street until the payer agrees. */
  readonly shippingAddress?: Address;
  /** `id` of the option. */
  readonly shippingOption?: string;
  /** The last code that the payer entered; `''` if it was removed. */
  readonly couponCode?: string;
  /** The card that the payer selects. */
  readonly paymentMethod?: PaymentMethod;
}

/**
 * The payer made a choice in the open sheet, which waits for its effect. Without `updateWith()` nothing
 * changes.
 * @see https://www.w3.org/TR/payment-request/#dom-paymentrequestupdateevent
 */
export class WalletSheetEvent extends WalletEvent {
  /** @internal */
  update: Update = {};

  /** The type and the field are named after the choice. */
  constructor(change: SheetChange) {
    const [name = ''] = Object.keys(change);
    super(`wallet-${kebab(name.replace('Code', ''))}-change`, change);
  }

  /**
   * Answers the sheet at once, or within 12 seconds. After that, or if the promise rejects, the sheet shows an error
   * to the payer.
   * @throws {WalletError} `config` after the listeners were called.
   */
  updateWith(update: Update): void {
    if (!this.eventPhase) {
      throw new WalletError('config', 'updateWith() too late');
    }
    this.update = update;
  }
}

/** An event with one of the choices. */
type ChangeEvent<K extends keyof SheetChange> = WalletSheetEvent & Required<Pick<SheetChange, K>>;
/** The payer chose an address: country, region, locality and postal code, but not yet name and street. */
export type WalletShippingAddressChangeEvent = ChangeEvent<'shippingAddress'>;
/** The payer chose a shipping option, by its `id`. */
export type WalletShippingOptionChangeEvent = ChangeEvent<'shippingOption'>;
/** The payer entered a coupon code, or removed it: `''`. */
export type WalletCouponChangeEvent = ChangeEvent<'couponCode'>;
/** The payer selected another card. */
export type WalletPaymentMethodChangeEvent = ChangeEvent<'paymentMethod'>;

/** The events of an open sheet, by name. */
export interface WalletSheetEventMap {
  'wallet-shipping-address-change': WalletShippingAddressChangeEvent;
  'wallet-shipping-option-change': WalletShippingOptionChangeEvent;
  'wallet-coupon-change': WalletCouponChangeEvent;
  'wallet-payment-method-change': WalletPaymentMethodChangeEvent;
}
