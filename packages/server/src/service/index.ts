export type {
  Basis,
  Meaning,
  OperationName,
  ProfileOverrides,
  SignatureScheme,
  WebhookVersion,
  WireProfile,
} from '@wallet-buttons/protocol';
export {
  type ErrorCode,
  type ErrorDetails,
  type ErrorOrigin,
  WalletServerError,
} from '../errors.ts';
export type { Bytes } from './bytes.ts';
export {
  type CallOptions,
  createServiceClient,
  type Reshape,
  type ServiceClient,
  type ServiceClientOptions,
} from './client.ts';
export type { Fetch, FetchAnswer, FetchRequest } from './fetch.ts';
export type { KeyInput, NodeKey, RsaJwk } from './keys.ts';
export { type PaymentAnswer, type PaymentPart, unreadable } from './operations.ts';
export {
  defaultProfile,
  defineProfile,
  describeProfile,
  type JsonObject,
  type Profile,
} from './profile.ts';
export type { Record, RecordedCall } from './record.ts';
export type {
  ChangeInput,
  PaymentInput,
  PayTokenInput,
  SessionInput,
  StatusInput,
  ValidateMerchantInput,
} from './requests.ts';
export {
  jwkSigner,
  jwkVerifier,
  type Keys,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
  rotatingSigner,
  rotatingVerifier,
  type Signer,
  type SignRemotely,
  type Validity,
  type Verifier,
} from './signature.ts';
export { isSigned, readWebhook, type WebhookMessage } from './webhook.ts';
