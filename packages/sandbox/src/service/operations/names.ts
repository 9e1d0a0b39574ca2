/** Every operation that the service’s document names, by the profile’s name for it. A refund is a void. */
export const operationNames = [
  'session',
  'payment',
  'validateMerchant',
  'payToken',
  'getStatus',
  'void',
  'completeHold',
  'expire',
  'confirmDeliveryHold',
  'printExpressWaybill',
  'deliveryPrice',
  'exportOperations',
  'initSecureDelivery',
  'createCheckoutSession',
  'addCheckoutPayment',
  'checkoutStatus',
  'voidCheckoutSession',
  'expireCheckoutSession',
  'createOperations',
  'refundOperations',
  'operationStatus',
  'changeRecipientData',
  'balance',
  'exportComfortOperations',
] as const;

/** The name of one operation. */
export type OperationName = (typeof operationNames)[number];
