import { outcomes } from './payment.ts';
import type { FieldError, PayTokenAnswer, Problem, StatusAnswer } from './wire.ts';

/**
 * Readers of a backend's answers. They run on every checkout page, so they are plain and small. They ignore fields of a
 * newer backend.
 */

type Type = 'string' | 'number' | 'boolean' | 'object';
/** The `typeof` of each field, with a `?` if it may be missing. */
type Types<T> = { readonly [K in keyof T]-?: undefined extends T[K] ? `${Type}?` : Type };

const answer = { outcome: 'string', status: 'string', acs_url: 'string?' } as const;

/** @throws {TypeError} that names the field. */
export function readPayTokenAnswer(body: unknown): PayTokenAnswer {
  return read<PayTokenAnswer>(body, answer);
}

/** @throws {TypeError} that names the field. */
export function readStatusAnswer(body: unknown): StatusAnswer {
  return read<StatusAnswer>(body, { ...answer, final: 'boolean' });
}

/** Reads an `application/problem+json` body. @throws {TypeError} that names the field. */
export function readProblem(body: unknown): Problem {
  const problem = read<Problem>(body, {
    status: 'number',
    code: 'string',
    title: 'string',
    type: 'string?',
    detail: 'string?',
    field: 'string?',
    outcome: 'string?',
    payment_status: 'string?',
    acs_url: 'string?',
    errors: 'object?',
  });
  const { errors } = problem;
  if (errors === undefined) return problem;
  if (!Array.isArray(errors)) throw wrong('errors');
  return { ...problem, errors: errors.map(fieldError) };
}

/** An unknown code of a newer backend is passed on, because the sheet still shows its message. */
function fieldError(body: unknown): FieldError {
  return read<FieldError>(body, { code: 'string', field: 'string?', message: 'string' }, 'errors.');
}

/**
 * Reads only own fields, so that a changed `Object.prototype` cannot add any. A missing field becomes an own field with
 * the value `undefined`.
 */
function read<T>(body: unknown, types: Types<T>, path = ''): T {
  // A body that is not an object has none of the fields.
  const ownFields: Record<string, unknown> = { __proto__: null, ...(body as object) };
  const fields: Record<string, unknown> = {};
  for (const [field, type] of Object.entries<string>(types)) {
    const value = ownFields[field];
    const isMissing = value === undefined && type.endsWith('?');
    const isKnown = field !== 'outcome' || outcomes.some((outcome) => outcome === value);
    if (!isMissing && (!isKnown || !type.startsWith(typeof value))) throw wrong(path + field);
    fields[field] = value;
  }
  return fields as T;
}

function wrong(field: string): TypeError {
  return new TypeError(`${field} is missing or wrong.`);
}
