import type { RecurringPayment } from '../../sheet/data.ts';
import type { SheetRequest } from '../../sheet/request.ts';
import { filled } from '../payer.ts';
import { lineOf } from './request.ts';

/** The provider's members for later charges. */
export function plansOf({
  recurring,
  deferred,
  automaticReload,
}: Pick<SheetRequest, 'recurring' | 'deferred' | 'automaticReload'>): Record<
  string,
  object | undefined
> {
  return {
    recurringPaymentRequest: recurring && {
      ...planOf(recurring),
      regularBilling: recurringLine(recurring.price),
      ...(recurring.trial && { trialBilling: recurringLine(recurring.trial) }),
    },
    deferredPaymentRequest: deferred && {
      ...planOf(deferred),
      deferredBilling: {
        ...lineOf(deferred.price),
        paymentTiming: 'deferred',
        deferredPaymentDate: deferred.price.on,
      },
      ...(deferred.freeUntil && {
        freeCancellationDate: deferred.freeUntil.date,
        freeCancellationDateTimeZone: deferred.freeUntil.timeZone,
      }),
    },
    automaticReloadPaymentRequest: automaticReload && {
      ...planOf(automaticReload),
      automaticReloadBilling: {
        ...lineOf(automaticReload.price),
        paymentTiming: 'automaticReload',
        automaticReloadPaymentThresholdAmount: automaticReload.price.below,
      },
    },
  };
}

function planOf(plan: Omit<RecurringPayment, 'price'>) {
  return {
    paymentDescription: plan.description,
    managementURL: plan.managementUrl,
    ...filled({ billingAgreement: plan.agreement, tokenNotificationURL: plan.tokenUrl }),
  };
}

/** The provider has no weeks. */
function recurringLine(price: RecurringPayment['price']) {
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
