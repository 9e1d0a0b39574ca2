/** The service’s operations: what each one takes beside the profile’s fields, and what it does. */
import { type Schema, textSchema, wordSchema } from '../wire/schema.ts';
import type { WireProfile } from '../wire/profile.ts';
import { rulesOf } from '../wire/rules.ts';
import { completeHold, expireSession, voidSession } from './after-payment.ts';
import {
  balance,
  changeRecipientData,
  createOperations,
  guidsSchema,
  operationStatus,
  payoutsSchema,
  refundOperations,
} from './comfort.ts';
import { confirmDeliveryHold, deliveryPrice, printExpressWaybill } from './delivery.ts';
import { exportOperations } from './exports.ts';
import { getStatus } from './get-status.ts';
import type { OperationName } from './names.ts';
import { payToken } from './pay-token.ts';
import type { OperationRow } from './row.ts';
import { initSecureDelivery } from './secure-delivery.ts';
import { addPayment, createSession, paymentFields, sessionFields } from './session.ts';
import { validateMerchant } from './validate-merchant.ts';

/** @param phoneRequired whether a session has to have `client_phone`, as observed */
export function operationTable(
  profile: WireProfile,
  phoneRequired: boolean,
): Readonly<Record<OperationName, OperationRow>> {
  const parts = partsOf(rulesOf(profile)['amount'] ?? {});
  const bySession = { basis: 'observed', required: ['merchantId', 'sessionId'] } as const;
  const payment = {
    basis: 'observed',
    required: ['merchantId', 'sessionId', 'amount'],
    extra: paymentFields,
    run: addPayment,
  } as const;
  const parcel = ['volumeWeight', 'weight', 'recipientCity', 'recipientWarehouse'];
  return {
    session: {
      basis: 'observed',
      required: ['merchantId'],
      extra: sessionFields,
      requiredExtra: phoneRequired ? ['client_phone'] : [],
      run: createSession,
    },
    payment,
    validateMerchant: {
      basis: 'assumed',
      required: ['merchantId', 'validationUrl', 'domain'],
      run: validateMerchant,
    },
    payToken: { basis: 'assumed', required: ['merchantId', 'sessionId', 'wallet'], run: payToken },
    getStatus: { ...bySession, run: getStatus },
    void: { ...bySession, extra: parts, run: voidSession },
    completeHold: { ...bySession, extra: parts, run: completeHold },
    expire: { ...bySession, run: expireSession },
    confirmDeliveryHold: { ...bySession, run: confirmDeliveryHold },
    printExpressWaybill: { ...bySession, run: printExpressWaybill },
    deliveryPrice: {
      basis: 'observed',
      required: ['merchantId', 'amount', ...parcel],
      run: deliveryPrice,
    },
    exportOperations: {
      basis: 'assumed',
      required: ['merchantId'],
      extra: 'any',
      run: exportOperations,
    },
    initSecureDelivery: {
      basis: 'assumed',
      required: ['merchantId'],
      extra: 'any',
      run: initSecureDelivery,
    },
    createCheckoutSession: {
      basis: 'observed',
      required: ['merchantId', 'callbackUrl'],
      extra: { ...sessionFields, create_express_waybill: {}, delivery: {} },
      run: createSession,
    },
    addCheckoutPayment: payment,
    checkoutStatus: { ...bySession, run: getStatus },
    voidCheckoutSession: { ...bySession, extra: parts, run: voidSession },
    expireCheckoutSession: { ...bySession, run: expireSession },
    createOperations: { basis: 'observed', list: payoutsSchema, run: createOperations },
    refundOperations: { basis: 'assumed', list: guidsSchema, run: refundOperations },
    operationStatus: { basis: 'observed', required: ['guid'], run: operationStatus },
    changeRecipientData: {
      basis: 'assumed',
      required: ['guid', 'recipient'],
      run: changeRecipientData,
    },
    balance: { basis: 'observed', run: balance },
    exportComfortOperations: {
      basis: 'observed',
      required: ['from', 'to', 'format', 'email'],
      run: exportOperations,
    },
  };
}

/** A part of the session: an amount, or payments with their amounts. */
function partsOf(amount: Schema): Readonly<Record<string, Schema>> {
  const item = {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: { id: wordSchema, amount, recipient_identifier: textSchema },
  };
  return { amount, operations: { type: 'array', minItems: 1, items: item } };
}
