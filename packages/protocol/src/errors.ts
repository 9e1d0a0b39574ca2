/** The kinds of invalid input. The set is closed: a caller may switch over it. */
export type ProtocolErrorCode =
  | 'missing_field'
  | 'invalid_field'
  | 'unknown_field'
  | 'too_large'
  | 'invalid_amount'
  | 'invalid_currency';

/**
 * Input that does not have the agreed shape. The message names the field and the rule, but never the value, which may
 * be a token.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
  readonly code: ProtocolErrorCode;
  /** Path of the offending field, `shown.amount` for example; `''` is the body itself. */
  readonly field: string;

  constructor(code: ProtocolErrorCode, field: string, rule: string) {
    super(`${field || 'The body'} ${rule}.`);
    this.code = code;
    this.field = field;
  }
}
