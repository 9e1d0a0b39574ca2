import type { WireProfile, WireValues } from './profile.ts';
import { assemble, flatten } from './profile-entries.ts';
import type { Entry, Group } from './profile-entries.ts';
import type { HeaderScheme } from './scheme.ts';

/** The profile's own shape, so that no entry can be left out. */
type Entries = {
  readonly [Key in keyof WireValues]: Key extends Group
    ? { readonly [Name in keyof WireValues[Key]]: Entry<WireValues[Key][Name]> }
    : Entry<WireValues[Key]>;
};

/** The signature of webhooks in the service's older generation; to name it is the consent to SHA-1. */
export const olderWebhookSignature: HeaderScheme = Object.freeze({
  header: 'x-sign',
  hash: 'SHA-1',
  padding: 'PKCS1-v1_5',
  encoding: 'base64',
  allowSha1: true,
});

const entries: Entries = {
  paths: {
    session: documented('/v1/session'),
    payment: documented('/v1/payment'),
    validateMerchant: documented('/v1/walleta-pay/validate-merchant'),
    payToken: documented('/v1/pay-token'),
    getStatus: documented('/v1/get-status'),
    voidSession: observed('/v1/void'),
    completeHold: observed('/v1/complete-hold'),
    expireSession: observed('/v1/expire'),
    confirmDeliveryHold: observed('/v1/confirm-delivery-hold'),
    printExpressWaybill: observed('/v1/print-express-waybill'),
    deliveryPrice: observed('/v1/delivery-price'),
    exportOperations: assumed(null),
    initSecureDelivery: assumed(null),
    createCheckoutSession: observed('/v1/checkout/session'),
    addCheckoutPayment: observed('/v1/checkout/payment'),
    checkoutStatus: observed('/v1/get-status'),
    voidCheckoutSession: observed('/v1/void'),
    expireCheckoutSession: observed('/v1/expire'),
    createOperations: documented('/v1/operations/create'),
    refundOperations: documented('/v1/operations/refund'),
    operationStatus: documented('/v1/operations/status'),
    changeRecipientData: documented('/v1/operations/change-recipient-data'),
    balance: documented('/v1/balance'),
    exportComfortOperations: documented('/v1/export-operations'),
  },
  signature: {
    header: documented('x-sign'),
    hash: observed('SHA-256'),
    padding: observed('PKCS1-v1_5'),
    encoding: observed('base64'),
    allowSha1: assumed(false),
  },
  webhookSignatures: observed<readonly HeaderScheme[]>([
    { header: 'x-sign-v2', hash: 'SHA-256', padding: 'PKCS1-v1_5', encoding: 'base64' },
  ]),
  headers: { merchantId: observed('x-merchant-id'), requestId: assumed('x-request-id') },
  fields: {
    merchantId: observed('merchant_id'),
    callbackUrl: documented('callback_url'),
    sessionId: observed('session_id'),
    amount: observed('amount'),
    currency: observed(null),
    externalId: observed('external_id'),
    validationUrl: assumed('validation_url'),
    domain: assumed('domain'),
    token: assumed('token'),
    wallet: assumed('paytype'),
    redirectUrl: documented('redirect_url'),
    volumeWeight: observed('volume_weight'),
    weight: observed('weight'),
    recipientCity: observed('recipient_city'),
    recipientWarehouse: observed('recipient_warehouse'),
    guid: observed('guid'),
    comfortAmount: observed('amount'),
    purpose: observed('purpose'),
    recipient: observed('recipient'),
    exportFrom: observed('from_date'),
    exportTo: observed('to_date'),
    exportFormat: observed('format'),
    email: observed('recepient_email'),
  },
  forms: {
    merchantId: observed('string'),
    amount: observed('major-number'),
    comfortAmount: observed('major-string'),
    answeredAmount: observed('major'),
  },
  tokenForms: { 'wallet-a': assumed('string'), 'wallet-b': assumed('string') },
  walletWords: { 'wallet-a': assumed('apple_pay'), 'wallet-b': assumed('google_pay') },
  redirectUrlOn: assumed('payToken'),
  sessionLifetime: observed(30 * 24 * 60 * 60),
  currencies: observed(['UAH']),
  answers: {
    sessionId: observed(['id', 'session_id']),
    paymentId: observed(['id']),
    url: observed(['url']),
    status: observed(['status']),
    acsUrl: documented(['acs_url']),
    amount: observed(['amount']),
    currency: assumed(['currency']),
    externalId: observed(['external_id']),
    errorCode: observed(['code', 'type']),
    requestId: observed(['uuid']),
    expressWaybill: observed(['express_waybill']),
    deliveryPrice: observed(['delivery_price']),
    guid: observed(['guid']),
    publicId: observed(['public_id']),
    balance: observed(['balance']),
    exportId: observed(['export_id']),
    payments: observed(['payments']),
    delivery: observed(['delivery']),
    fieldErrors: observed(['errors']),
    fieldPath: observed(['path', 'instancePath', 'dataPath']),
  },
  statuses: {
    created: observed('untouched'),
    precreated: observed('untouched'),
    preprocessing: observed('pending'),
    async_preprocessing: observed('pending'),
    processing: observed('pending'),
    processing_hold_completion: observed('pending'),
    processing_void: observed('pending'),
    holded: observed('authorized'),
    hold_confirmed: observed('authorized'),
    failed: observed('failed'),
    blocked: assumed('failed'),
    voided: observed('cancelled'),
    expired: observed('expired'),
    paid: documented('paid'),
    paid_off: documented('paid_off'),
    refunded: documented('refunded'),
  },
  // The codes were seen; that they are said of a token, or of a session, in just these cases was not.
  notProcessed: assumed(['validation', 'SessionNotFoundError', 'NotFoundError']),
  notFound: assumed(['SessionNotFoundError', 'NotFoundError']),
  reshape: assumed((_operation: unknown, body: unknown) => body),
};

/** The documented service, completed by what was observed of it and, where nothing was, by guesses. */
export const defaultProfile: WireProfile = assemble(
  flatten(entries) as Readonly<Record<string, Entry<unknown>>>,
);

/** In the service's own document. */
function documented<Value>(value: Value): Entry<Value> {
  return { value, basis: 'documented' };
}

/** Seen in what its vendor or others published; it may have changed since. */
function observed<Value>(value: Value): Entry<Value> {
  return { value, basis: 'observed' };
}

/** @assumed A guess: to be confirmed with the service, since nobody has shown it. */
function assumed<Value>(value: Value): Entry<Value> {
  return { value, basis: 'assumed' };
}
