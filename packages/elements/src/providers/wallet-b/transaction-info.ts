import type { SheetItem, SheetRequest } from '../../sheet/data.ts';
import { filled } from '../values.ts';

export function transactionInfo(request: SheetRequest): object {
  const isEstimated = request.totalStatus === 'estimated';
  return {
    currencyCode: request.currency,
    countryCode: request.country,
    totalPrice: request.amount,
    totalPriceStatus: isEstimated ? 'ESTIMATED' : 'FINAL',
    totalPriceLabel: request.label,
    ...(!isEstimated && { checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE' }),
    ...filled({ displayItems: request.displayItems.map(itemOf) }),
  };
}

export function itemOf({ label, amount, pending, type = 'item' }: SheetItem): object {
  return {
    label,
    type: type === 'item' ? 'LINE_ITEM' : type.toUpperCase(),
    price: amount,
    status: pending ? 'PENDING' : 'FINAL',
  };
}
