import type { SheetData } from '../../sheet/data.ts';
import { words } from '../values.ts';

/** A discount that the sheet offers. */
export interface Offer {
  /** The value of `couponCode` if the payer takes the offer. */
  readonly redemptionCode: string;
  /** The text for the payer. */
  readonly description: string;
}

/** The choices that the page listens to. */
export function intentsOf(
  tag: Pick<SheetData, 'request' | 'shippingOptions' | 'couponCode'>,
  offers: readonly Offer[],
): readonly string[] {
  const asks = words(tag.request);
  return [
    asks.includes('shipping-address') && 'SHIPPING_ADDRESS',
    tag.shippingOptions[0] && 'SHIPPING_OPTION',
    (tag.couponCode !== undefined || offers[0]) && 'OFFER',
    asks.includes('payment-method') && 'PAYMENT_METHOD',
  ].filter((intent) => typeof intent === 'string');
}
