export type {
  Address,
  Amount,
  FieldError,
  OrderRef,
  Outcome,
  Payer,
  Wallet,
} from '@wallet-buttons/protocol';
export type { Bytes } from './bytes.ts';
export type { StatusChange } from './status-change.ts';
export type {
  ChoicesRefused,
  FindOrder,
  Logger,
  OrderChoices,
  OrderDetails,
  Trace,
} from './context.ts';
export { WalletServerError } from './errors.ts';
export type { ErrorCode, ErrorDetails, ErrorOrigin } from './errors.ts';
export type { Connection } from './handler.ts';
export type { Asked, Incoming, Outgoing } from './message.ts';
export type { Decision } from './payment/decide.ts';
export type { Reconciled, ReconcileOptions } from './payment/reconcile.ts';
export { createServiceClient } from './service/client.ts';
export type { CallOptions, ServiceClient, ServiceClientOptions } from './service/client.ts';
export type {
  CompleteHoldInput,
  DeliveryPriceInput,
  PaymentInput,
  PayTokenInput,
  RawInput,
  SessionInput,
  SessionOnlyInput,
  ValidateMerchantInput,
  VoidInput,
} from './service/acquiring.ts';
export type {
  ChangeRecipientDataInput,
  ComfortOperation,
  CreateOperationsInput,
  ExportInput,
  OperationStatusInput,
  RefundOperationsInput,
} from './service/comfort.ts';
export type { JsonObject, PaymentAnswer, SessionStatus } from './service/operation.ts';
export { defaultProfile, olderWebhookSignature } from './service/default-profile.ts';
export { defineProfile } from './service/define-profile.ts';
export type { ProfileOverrides } from './service/define-profile.ts';
export { describeProfile } from './service/describe-profile.ts';
export type { AmountForm, Basis, Meaning, Operation, WireProfile } from './service/profile.ts';
export type { HeaderScheme, SignatureScheme } from './service/scheme.ts';
export type { ExportableKey, RsaJwk } from './service/key.ts';
export { encryptedPemSigner } from './service/encrypted-pem.ts';
export { rotatingSigner, rotatingVerifier } from './service/rotation.ts';
export type { Keys, RotationOptions, Validity } from './service/rotation.ts';
export {
  jwkSigner,
  jwkVerifier,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
} from './service/signature.ts';
export type { Signer, SignRemotely, Verifier } from './service/signature.ts';
export type { Fetch, FetchAnswer, FetchRequest } from './service/transport.ts';
export { isSigned, readWebhook } from './service/webhook.ts';
export type { WebhookMessage } from './service/webhook.ts';
export { memoryStore } from './store/memory.ts';
export type {
  AttemptQuery,
  News,
  SaveNote,
  SaveResult,
  Store,
  WebhookNote,
} from './store/store.ts';
export type { Attempt, AttemptFlag, AttemptState } from './attempt.ts';
export { createWalletServer } from './wallet-server.ts';
export type { WalletServer, WalletServerOptions } from './wallet-server.ts';
