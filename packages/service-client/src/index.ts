export type { Basis, Meaning, OperationName, ProfileOverrides } from '@wallet-buttons/protocol';
export type { SignatureScheme, WebhookVersion, WireProfile } from '@wallet-buttons/protocol';
export { createServiceClient, type ServiceClient } from './client.ts';
export type { Contradiction } from './contradiction.ts';
export type { ErrorOrigin, ServiceErrorCode, ServiceErrorDetails } from './errors.ts';
export { CodedError, ServiceError } from './errors.ts';
export type { CallResult, Evidence, Subject } from './evidence.ts';
export { readEvidence, resultOf } from './evidence.ts';
export type { Bytes, Fetch, FetchAnswer, FetchRequest } from './fetch.ts';
export { type PaymentAnswer, type PaymentPart, unreadable } from './operations.ts';
export {
  defaultProfile,
  defineProfile,
  type JsonObject,
  type Profile,
  webhookPlaces,
} from './profile.ts';
export type { Record, RecordedCall } from './record.ts';
export type { ChangeInput, PaymentInput, PayTokenInput, SessionInput } from './requests.ts';
export type { StatusInput, ValidateMerchantInput } from './requests.ts';
export type { NodeKey, Signer, SignRemotely, Validity, Verifier } from './signature.ts';
export {
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
  rotatingSigner,
  rotatingVerifier,
} from './signature.ts';
export type { CallOptions, Reshape, ServiceClientOptions, Trace } from './transport.ts';
export { isPing, isSigned, readWebhook, type WebhookMessage } from './webhook.ts';
// For code that is built on the client, such as `@wallet-buttons/server`.
export { describe, type ErrorRow, serviceErrors, wholeNumber } from './errors.ts';
export { type JsonKey, keysIn } from './json-keys.ts';
export { readKey } from './key.ts';
export { isPromise } from './promise.ts';
export { isSafeUrl, traced, withTimeout } from './transport.ts';
