/** The service’s operations: their fields beside those of the profile, and their functions. */
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
      answers: '`{id, metadata}`',
      basis: 'observed',
      required: ['merchantId'],
      extra: phoneRequired ? { ...sessionFields, client_phone: wordSchema } : sessionFields,
      requiredExtra: phoneRequired ? ['client_phone'] : [],
      run: createSession,
    },
    payment: { ...payment, answers: '`{url, id, session_id}`' },
    validateMerchant: {
      answers: 'a merchant session, another one each time, for five minutes',
      basis: 'assumed',
      required: ['merchantId', 'validationUrl', 'domain'],
      run: validateMerchant,
    },
    payToken: {
      answers: '`{status}`, and `acs_url` when the bank has to ask',
      basis: 'assumed',
      required: ['merchantId', 'sessionId', 'wallet'],
      run: payToken,
    },
    getStatus: { answers: 'the session with its payments', ...bySession, run: getStatus },
    void: {
      answers: '`null`; all, or `operations: [{id, amount?}]`',
      ...bySession,
      extra: parts,
      run: voidSession,
    },
    completeHold: {
      answers: '`null`; all, or `amount`, or `operations`',
      ...bySession,
      extra: parts,
      run: completeHold,
    },
    expire: { answers: '`null`', ...bySession, run: expireSession },
    confirmDeliveryHold: {
      answers: '`{id, express_waybill, ref_id, metadata}`',
      ...bySession,
      run: confirmDeliveryHold,
    },
    printExpressWaybill: { answers: 'a PDF', ...bySession, run: printExpressWaybill },
    deliveryPrice: {
      answers: '`{delivery_price}`',
      basis: 'observed',
      required: ['merchantId', 'amount', ...parcel],
      run: deliveryPrice,
    },
    exportOperations: {
      answers: '`{export_id, status, requested_at}`',
      basis: 'assumed',
      required: ['merchantId'],
      extra: 'any',
      run: exportOperations,
    },
    initSecureDelivery: {
      answers: '`{session_id, url}`',
      basis: 'assumed',
      required: ['merchantId'],
      extra: 'any',
      run: initSecureDelivery,
    },
    createCheckoutSession: {
      answers: '`{id, metadata}`',
      basis: 'observed',
      required: ['merchantId', 'callbackUrl'],
      extra: { ...sessionFields, create_express_waybill: {}, delivery: {} },
      run: createSession,
    },
    addCheckoutPayment: { ...payment, answers: '`{url, session_id}`' },
    checkoutStatus: { answers: 'the session with its payments', ...bySession, run: getStatus },
    voidCheckoutSession: { answers: '`null`', ...bySession, extra: parts, run: voidSession },
    expireCheckoutSession: { answers: '`null`', ...bySession, run: expireSession },
    createOperations: {
      answers: '`[{guid, public_id}]`',
      basis: 'observed',
      list: payoutsSchema,
      run: createOperations,
    },
    refundOperations: {
      answers: '`[{guid, status}]`',
      basis: 'assumed',
      list: guidsSchema,
      run: refundOperations,
    },
    operationStatus: {
      answers: '`{status, public_id}`',
      basis: 'observed',
      required: ['guid'],
      run: operationStatus,
    },
    changeRecipientData: {
      answers: '`{guid, public_id}`',
      basis: 'assumed',
      required: ['guid', 'recipient'],
      run: changeRecipientData,
    },
    balance: { answers: '`{balance}`', basis: 'observed', run: balance },
    exportComfortOperations: {
      answers: '`{export_id, status, requested_at}`',
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
