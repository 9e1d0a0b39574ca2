export type {
  Basis,
  Meaning,
  OperationName,
  ProfileOverrides,
  SignatureScheme,
  WebhookVersion,
  WireProfile,
} from '@wallet-buttons/protocol';
export type * from '../errors.ts';
export { isErrorCode, WalletServerError } from '../errors.ts';
export type { Bytes } from './bytes.ts';
export * from './client.ts';
export type * from './fetch.ts';
export type { KeyInput, NodeKey, RsaJwk } from './keys.ts';
export { type PaymentAnswer, type PaymentPart, unreadable } from './operations.ts';
export type { JsonObject, Profile } from './profile.ts';
export { defaultProfile, defineProfile, describeProfile } from './profile.ts';
export type { Record, RecordedCall } from './record.ts';
export type * from './requests.ts';
export {
  jwkSigner,
  jwkVerifier,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
  rotatingSigner,
  rotatingVerifier,
} from './signature.ts';
export type { Keys, Signer, SignRemotely, Validity, Verifier } from './signature.ts';
export * from './webhook.ts';
