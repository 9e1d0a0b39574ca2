export { ProtocolError } from './errors.ts';
export type { ProtocolErrorCode } from './errors.ts';
export { currencyExponent, fromMinor, isWhole, sameAmount, toMinor } from './money.ts';
export type { Amount } from './money.ts';
export { isOrderRef, isReceipt, isSettled, outcomes } from './payment.ts';
export type { OrderRef, Outcome, Wallet, WalletToken } from './payment.ts';
export { readPayTokenAnswer, readProblem, readStatusAnswer } from './answers.ts';
export {
  readOrderRef,
  readOrderRequest,
  readPaymentRequest,
  readPayTokenRequest,
  readReportRequest,
  readStatusRequest,
  readValidateMerchantRequest,
} from './guards.ts';
export type {
  Address,
  Card,
  FieldError,
  OrderRequest,
  Payer,
  PaymentRequest,
  PayTokenAnswer,
  PayTokenRequest,
  Problem,
  ReportOrigin,
  ReportPhase,
  ReportRequest,
  StatusAnswer,
  StatusRequest,
  ValidateMerchantRequest,
} from './wire.ts';
export type {
  Basis,
  Meaning,
  OperationName,
  OperationProfile,
  Places,
  ProfileOverrides,
  SignatureScheme,
  WebhookProfile,
  WebhookVersion,
  WireProfile,
} from './profile.ts';
