import { constants, type KeyObject, type SignKeyObjectInput } from 'node:crypto';

/** How bytes become a header's value. */
export interface SignatureScheme {
  readonly header: string;
  readonly hash: 'SHA-1' | 'SHA-256' | 'SHA-384' | 'SHA-512';
  readonly padding: 'PKCS1-v1_5' | 'PSS';
  readonly encoding: 'base64' | 'base64url' | 'hex';
}

/** What `node:crypto` calls the scheme. */
export function verifierOf(
  key: KeyObject,
  { hash, padding }: Pick<SignatureScheme, 'hash' | 'padding'>,
): SignKeyObjectInput & { readonly hash: string } {
  const pss = padding === 'PSS';
  return {
    key,
    hash: hash.replace('-', '').toLowerCase(),
    padding: pss ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
    ...(pss && { saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
  };
}
