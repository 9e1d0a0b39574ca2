import { WalletError } from '../errors.ts';
import type { SheetChange } from '../providers/provider.ts';
import {
  WalletCouponChangeEvent,
  WalletPaymentMethodChangeEvent,
  WalletShippingAddressChangeEvent,
  WalletShippingOptionChangeEvent,
} from '../sheet-events.ts';
import type { SheetUpdate } from '../sheet.ts';

/** Both sheets give up after 30 seconds, and wallet B may ask two things at once. */
const patience = 12_000;

/**
 * Asks the page what a choice of the payer changes.
 * @throws whatever the page's promise rejects with; {@link WalletError} `config` when it takes too long.
 */
export async function sheetUpdate(host: EventTarget, change: SheetChange): Promise<SheetUpdate> {
  const event = eventOf(change);
  host.dispatchEvent(event);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new WalletError('config', 'updateWith() was not answered in time.'));
    }, patience);
  });
  try {
    return await Promise.race([event.update, late]);
  } finally {
    clearTimeout(timer);
  }
}

function eventOf({ shippingAddress, shippingOption, couponCode, paymentMethod }: SheetChange) {
  if (shippingAddress) return new WalletShippingAddressChangeEvent(shippingAddress);
  if (paymentMethod) return new WalletPaymentMethodChangeEvent(paymentMethod);
  return couponCode === undefined
    ? new WalletShippingOptionChangeEvent(shippingOption ?? '')
    : new WalletCouponChangeEvent(couponCode);
}
