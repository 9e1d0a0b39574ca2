import { outcomes } from './payment.ts';
import type { FieldError, PayTokenAnswer, Problem, StatusAnswer } from './wire.ts';

/**
 * Readers of what a backend answers. They run on every checkout page, so they are plain and small;
 * fields added by a newer backend are passed over.
 */

type Type = 'string' | 'number' | 'boolean' | 'object';
/** What `typeof` says of each field; the `?` of one that may be missing. */
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

/** A code that only a newer backend knows is passed on: the sheet still has its message. */
function fieldError(body: unknown): FieldError {
  return read<FieldError>(body, { code: 'string', field: 'string?', message: 'string' }, 'errors.');
}

/**
 * Own fields alone, and each field as one: what a page did to `Object.prototype` is no answer, and stands
 * in for none that is missing, which is `undefined`.
 */
function read<T>(body: unknown, types: Types<T>, path = ''): T {
  if (typeof body !== 'object' || !body || Array.isArray(body)) throw wrong(path);
  const own: Record<string, unknown> = { __proto__: null, ...body };
  const fields: Record<string, unknown> = {};
  for (const [field, type] of Object.entries<string>(types)) {
    const value = own[field];
    const missing = value === undefined && type.endsWith('?');
    const known = field !== 'outcome' || outcomes.some((outcome) => outcome === value);
    if (!missing && (!known || !type.startsWith(typeof value))) throw wrong(path + field);
    fields[field] = value;
  }
  return fields as T;
}

function wrong(field: string): TypeError {
  return new TypeError(`${field || 'The body'} is missing or wrong.`);
}
