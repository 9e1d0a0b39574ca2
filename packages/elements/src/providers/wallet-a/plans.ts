import type { PaymentPlan, RecurringPrice } from '../../sheet/data.ts';
import { filled } from '../values.ts';
import { lineOf } from './lines.ts';

/** The provider's member for later charges, and its name without the ending: `recurring` for `recurringPaymentRequest`. */
export function planOf(plan: PaymentPlan): [kind: string, member: object] {
  const { price } = plan;
  const common = {
    paymentDescription: plan.description,
    managementURL: plan.managementUrl,
    ...filled({ billingAgreement: plan.agreement, tokenNotificationURL: plan.tokenUrl }),
  };
  if ('every' in price) {
    const trial = 'trial' in plan && plan.trial;
    const billing = { regularBilling: recurringLine(price) };
    return [
      'recurring',
      { ...common, ...billing, ...(trial && { trialBilling: recurringLine(trial) }) },
    ];
  }
  const kind = 'on' in price ? 'deferred' : 'automaticReload';
  const free = 'freeUntil' in plan && plan.freeUntil;
  return [
    kind,
    {
      ...common,
      [`${kind}Billing`]: {
        ...lineOf(price),
        paymentTiming: kind,
        ...('on' in price
          ? { deferredPaymentDate: price.on }
          : { automaticReloadPaymentThresholdAmount: price.below }),
      },
      ...(free && {
        freeCancellationDate: free.date,
        freeCancellationDateTimeZone: free.timeZone,
      }),
    },
  ];
}

/** The provider has no unit for weeks. */
function recurringLine(price: RecurringPrice) {
  const { every, count = 1, from, until } = price;
  const week = every === 'week';
  return {
    ...lineOf(price),
    paymentTiming: 'recurring',
    recurringPaymentIntervalUnit: week ? 'day' : every,
    recurringPaymentIntervalCount: week ? count * 7 : count,
    ...(from && { recurringPaymentStartDate: from }),
    ...(until && { recurringPaymentEndDate: until }),
  };
}
