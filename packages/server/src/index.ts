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
export type { Reconciled, ReconcileOptions } from './payment/reconcile.ts';
export { createServiceClient } from './service/client.ts';
export type { ServiceClient, ServiceClientOptions } from './service/client.ts';
export type {
  GetStatusInput,
  JsonObject,
  PaymentAnswer,
  PaymentInput,
  PayTokenInput,
  SessionInput,
  ValidateMerchantInput,
} from './service/operations.ts';
export { defaultProfile, defineProfile } from './service/profile.ts';
export type { Meaning, Operation, ProfileOverrides, WireProfile } from './service/profile.ts';
export { pemSigner, pemVerifier } from './service/signature.ts';
export type { Signer, Verifier } from './service/signature.ts';
export { memoryStore } from './store/memory.ts';
export type { AttemptQuery, SaveNote, SaveResult, Store, WebhookNote } from './store/store.ts';
export type { Attempt, AttemptFlag, AttemptState } from './attempt.ts';
export { createWalletServer } from './wallet-server.ts';
export type { WalletServer, WalletServerOptions } from './wallet-server.ts';
