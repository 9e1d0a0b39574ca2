import type { RecurringPrice, SheetRequest } from '../../sheet/data.ts';
import { filled } from '../values.ts';
import { itemOf, transactionInfo } from './transaction-info.ts';

/** The transaction of the request, as one of the four kinds. */
export function transaction(request: SheetRequest): Record<string, object> {
  const { plan, amount, currency, country } = request;
  if (!plan) return { transactionInfo: transactionInfo(request) };
  const { managementUrl, agreement, tokenUrl, price } = plan;
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
  if ('every' in price) {
    const trial = 'trial' in plan ? plan.trial : undefined;
    return { recurringTransactionInfo: { ...common, ...recurrence(price, trial) } };
  }
  const { label } = price;
  if ('on' in price) {
    const billing = { label, price: price.amount, priceStatus: 'FINAL' };
    const billingDateTime = price.on.toISOString();
    return { deferredTransactionInfo: { ...common, ...billing, billingDateTime } };
  }
  const reload = { label, reloadAmount: price.amount, minimumBalanceAmount: price.below };
  return { automaticReloadTransactionInfo: { ...common, ...reload } };
}

function recurrence(price: RecurringPrice, trial: RecurringPrice | undefined): object {
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
