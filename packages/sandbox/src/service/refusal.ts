/** The service's error answers, in the shapes seen from such an API: always HTTP 400 but for a crash. */
import { randomUUID } from 'node:crypto';

/** One item of a validation error. */
export interface ValidationItem {
  readonly message: string;
  readonly code: 'invalid_type' | 'invalid_value' | 'unrecognized_keys';
  /** The field, dotted from the root; empty for the body itself. */
  readonly path: string;
}

/** Thrown by an operation to answer with an error body instead of a result. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly httpStatus: number;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(httpStatus: number, message: string, body: Readonly<Record<string, unknown>>) {
    super(message);
    this.httpStatus = httpStatus;
    this.body = { uuid: randomUUID(), ...body };
  }
}

/** The request was understood and cannot be done; `code` is stable, `error` is text for people. */
export function processingRefusal(code: string, error: string): Refusal {
  return new Refusal(400, error, { type: 'processing', error, description: '', code });
}

/** The request's fields are wrong; nothing was done. */
export function validationRefusal(errors: readonly ValidationItem[]): Refusal {
  const message = errors.map((item) => `${item.path}: ${item.message}`).join('; ');
  return new Refusal(400, message, { type: 'validation', errors });
}

/** The service itself broke. */
export function fatalRefusal(): Refusal {
  const error = 'internal error';
  return new Refusal(500, error, { type: 'fatal', error, description: '', code: 'FatalError' });
}
