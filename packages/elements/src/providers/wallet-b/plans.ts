import type { RecurringPayment } from '../../sheet/data.ts';
import type { SheetRequest } from '../../sheet/request.ts';
import { filled } from '../payer.ts';
import { itemOf, transactionInfo } from './request.ts';

/** The one of the four kinds of transaction that the request is. */
export function transaction(request: SheetRequest): Record<string, object> {
  const { recurring, deferred, automaticReload, amount, currency, country } = request;
  const plan = recurring ?? deferred ?? automaticReload;
  if (!plan) return { transactionInfo: transactionInfo(request) };
  const { managementUrl, agreement, tokenUrl } = plan;
  const common = {
    currencyCode: currency,
    countryCode: country,
    immediateTotalPrice: amount,
    ...filled({
      immediateDisplayItems: request.displayItems.map(itemOf),
      managementUrl,
      billingAgreement: agreement,
      tokenUpdateUrl: tokenUrl,
    }),
  };
  if (recurring) return { recurringTransactionInfo: { ...common, ...recurrence(recurring) } };
  if (deferred) {
    const { label, amount: price, on } = deferred.price;
    const billing = { label, price, priceStatus: 'FINAL', billingDateTime: on.toISOString() };
    return { deferredTransactionInfo: { ...common, ...billing } };
  }
  const { label, amount: reloadAmount, below = '' } = automaticReload?.price ?? {};
  const reload = { label, reloadAmount, minimumBalanceAmount: below };
  return { automaticReloadTransactionInfo: { ...common, ...reload } };
}

function recurrence({ price, trial }: RecurringPayment): object {
  const { label, amount, every, count = 1, from, until } = price;
  return {
    ...(trial && {
      introductoryPeriodInfo: {
        label: trial.label,
        totalPrice: trial.amount,
        ...filled({
          introductoryPeriodStartDateTime: trial.from?.toISOString(),
          introductoryPeriodEndDateTime: trial.until?.toISOString(),
        }),
      },
    }),
    recurrenceItems: [
      {
        label,
        price: amount,
        priceStatus: 'FINAL',
        recurrencePeriod: every.toUpperCase(),
        recurrencePeriodCount: count,
        ...filled({
          billingInitialDateTime: from?.toISOString(),
          billingFinalDateTime: until?.toISOString(),
        }),
      },
    ],
  };
}
