export type {
  Address,
  Amount,
  FieldError,
  OrderRef,
  Outcome,
  Payer,
  Wallet,
} from '@wallet-buttons/protocol';
export * from './service/index.ts';
export { type Incoming, type Outgoing } from './http/body.ts';
export { type WalletServerOptions } from './http/options.ts';
export { type Connection } from './http/origin.ts';
export type { OperationOptions, OrderPayment, Payment, PaymentPage } from './payment/after.ts';
export {
  type Attempt,
  type AttemptFlag,
  type AttemptState,
  type NewAttempt,
} from './payment/attempt.ts';
export type {
  ChoicesRefused,
  FindOrder,
  Logger,
  OnStatusChange,
  OrderChoices,
  OrderDetails,
} from './payment/context.ts';
export { type OperationResult } from './payment/operation.ts';
export { type Reconciled, type ReconcileOptions } from './payment/reconcile.ts';
export type * from './payment/store.ts';
export { createWalletServer, type WalletServer } from './server.ts';
export { memoryStore } from './store/sqlite.ts';
