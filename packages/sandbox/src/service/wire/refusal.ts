/** The service's error answers: always HTTP 400 but for a crash. The wire writes them as the profile says. */

/** One item of a validation error. */
export interface ValidationItem {
  readonly message: string;
  readonly code: 'invalid_type' | 'invalid_value' | 'unrecognized_keys';
  /** The place of the field; empty for the body itself. */
  readonly path: string;
}

/** Thrown by an operation to answer with an error body instead of a result. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly httpStatus: number;
  readonly type: 'processing' | 'validation' | 'fatal';
  readonly code: string | null;
  readonly errors: readonly ValidationItem[];

  constructor(
    type: Refusal['type'],
    message: string,
    { code, errors = [] }: { code?: string; errors?: readonly ValidationItem[] } = {},
  ) {
    super(message);
    this.httpStatus = type === 'fatal' ? 500 : 400;
    this.type = type;
    this.code = code ?? null;
    this.errors = errors;
  }
}

/** The request was understood and cannot be done; `code` is stable, `message` is text for people. */
export function processingRefusal(code: string, message: string): Refusal {
  return new Refusal('processing', message, { code });
}

/** The request's fields are wrong; nothing was done. */
export function validationRefusal(errors: readonly ValidationItem[]): Refusal {
  const message = errors.map((item) => `${item.path}: ${item.message}`).join('; ');
  return new Refusal('validation', message, { errors });
}

/** The service itself broke. */
export function fatalRefusal(): Refusal {
  return new Refusal('fatal', 'internal error', { code: 'FatalError' });
}
