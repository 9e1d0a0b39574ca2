export type { Address, Amount, FieldError, OrderRef } from '@wallet-buttons/protocol';
export type { Outcome, Payer, Wallet } from '@wallet-buttons/protocol';
export type {
  Basis,
  Bytes,
  CallOptions,
  CallResult,
  ChangeInput,
  ErrorOrigin,
  Evidence,
  Fetch,
  FetchAnswer,
  FetchRequest,
  JsonObject,
  Meaning,
  NodeKey,
  OperationName,
  PaymentAnswer,
  PaymentInput,
  PaymentPart,
  PayTokenInput,
  Profile,
  ProfileOverrides,
  Record,
  RecordedCall,
  Reshape,
  ServiceClient,
  ServiceClientOptions,
  ServiceErrorCode,
  ServiceErrorDetails,
  SessionInput,
  SignatureScheme,
  Signer,
  SignRemotely,
  StatusInput,
  Subject,
  Trace,
  ValidateMerchantInput,
  Validity,
  Verifier,
  WebhookMessage,
  WebhookVersion,
  WireProfile,
} from '@wallet-buttons/service-client';
export {
  CodedError,
  createServiceClient,
  defaultProfile,
  defineProfile,
  isPing,
  isSigned,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  readEvidence,
  readWebhook,
  remoteSigner,
  rotatingSigner,
  rotatingVerifier,
  ServiceError,
  unreadable,
} from '@wallet-buttons/service-client';
export type { ErrorCode, ErrorDetails } from './errors.ts';
export { isErrorCode, WalletServerError } from './errors.ts';
export { type Incoming, incomingOf, type Outgoing, readStrictJson } from './http/body.ts';
export { type WalletServerOptions } from './http/options.ts';
export { type Connection } from './http/origin.ts';
export { type PayOptions, type PayResult } from './http/payment.ts';
export type { Actor } from './order/actor.ts';
export type { Attempt, AttemptFlag, NewAttempt } from './order/attempt.ts';
export type { AttemptState } from './order/state.ts';
export type { PageReport } from './order/record.ts';
export type { Write } from './order/write.ts';
export type { WrittenAttempt } from './order/delivery.ts';
export type * from './order/change.ts';
export type { PaidChecks } from './order/check.ts';
export type {
  Operation,
  OperationDraft,
  OperationKind,
  OperationState,
} from './order/operation.ts';
export type { Changed, HistoryEvent, OrderRecord } from './order/record.ts';
export type {
  OrderDetail,
  OrderPayment,
  Payment,
  PaymentPage,
  Undelivered,
} from './back-office/back-office.ts';
export { detailOf } from './back-office/back-office.ts';
export type { ChoicesRefused, FindOrder, Logger } from './context.ts';
export type { OnStatusChange, OrderChoices, OrderDetails } from './context.ts';
export { type OperationOptions } from './order/command.ts';
export { type ReviewOptions } from './back-office/review.ts';
export { type OperationResult } from './back-office/operation.ts';
export type { KeepReconcilingOptions, Reconciled, ReconcileOptions } from './upkeep/reconcile.ts';
export type { DueQueue } from './order/due.ts';
export type * from './records/types.ts';
export type * from './records/store.ts';
export { freshFor } from './records/store.ts';
export { type Payments, paymentsOver } from './records/payments.ts';
export { createWalletServer, type WalletServer } from './server.ts';
export { memoryStore } from './store/memory.ts';
