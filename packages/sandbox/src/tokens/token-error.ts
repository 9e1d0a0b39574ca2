/**
 * Why a token is refused.
 *
 * - `format`: a member is missing, added or of another form
 * - `version`: neither EC_v1 nor ECv2
 * - `chain`: a certificate or key does not lead to the given root, or is not valid
 * - `signature`: the signed bytes are not those of the token
 * - `recipient`: made for another merchant, gateway or key
 * - `encryption`: the ciphertext was changed, or the key is another one
 * - `expired`: signed, or valid, at another time
 * - `replayed`: opened before
 * - `application-data`: made for another order
 */
export type TokenFault =
  | 'format'
  | 'version'
  | 'chain'
  | 'signature'
  | 'recipient'
  | 'encryption'
  | 'expired'
  | 'replayed'
  | 'application-data';

/** The refusal of a token. The message has the reason, but no part of the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
  readonly code: TokenFault;

  constructor(code: TokenFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
