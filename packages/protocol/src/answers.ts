import { ProtocolError } from './errors.ts';
import { outcomes, type Outcome } from './payment.ts';
import type { FieldError, PayTokenAnswer, Problem, StatusAnswer } from './wire.ts';

/**
 * Readers of what a backend answers. They run on every checkout page, so they are plain and small;
 * fields added by a newer backend are passed over.
 */

/** @throws {ProtocolError} that names the field. */
export function readPayTokenAnswer(body: unknown): PayTokenAnswer {
  const { outcome, status, acs_url } = fields(body);
  return {
    outcome: outcomeOf(outcome),
    status: text(status, 'status'),
    ...(acs_url !== undefined && { acs_url: text(acs_url, 'acs_url') }),
  };
}

/** @throws {ProtocolError} that names the field. */
export function readStatusAnswer(body: unknown): StatusAnswer {
  const { outcome, status, final } = fields(body);
  if (typeof final !== 'boolean') throw wrong('final');
  return { outcome: outcomeOf(outcome), status: text(status, 'status'), final };
}

/** Reads an `application/problem+json` body. @throws {ProtocolError} that names the field. */
export function readProblem(body: unknown): Problem {
  const { status, outcome, errors, ...rest } = fields(body);
  if (typeof status !== 'number') throw wrong('status');
  const problem: Record<string, unknown> = {
    status,
    code: text(rest['code'], 'code'),
    title: text(rest['title'], 'title'),
  };
  for (const field of ['type', 'detail', 'field', 'payment_status']) {
    if (rest[field] !== undefined) problem[field] = text(rest[field], field);
  }
  if (outcome !== undefined) problem['outcome'] = outcomeOf(outcome);
  if (errors !== undefined) problem['errors'] = fieldErrors(errors);
  return problem as unknown as Problem;
}

/** A code that only a newer backend knows is passed on: the sheet still has its message. */
function fieldErrors(value: unknown): readonly FieldError[] {
  if (!Array.isArray(value)) throw wrong('errors');
  return value.map((each) => {
    const { code, field, message } = fields(each);
    return {
      code: text(code, 'errors.code') as FieldError['code'],
      ...(field !== undefined && {
        field: text(field, 'errors.field') as NonNullable<FieldError['field']>,
      }),
      message: text(message, 'errors.message'),
    };
  });
}

/** Own fields alone: what a page did to `Object.prototype` is no answer. */
function fields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || !body || Array.isArray(body)) throw wrong('');
  return { __proto__: null, ...body };
}

function outcomeOf(value: unknown): Outcome {
  const outcome = outcomes.find((each) => each === value);
  if (!outcome) throw wrong('outcome');
  return outcome;
}

function text(value: unknown, field: string): string {
  if (typeof value !== 'string') throw wrong(field);
  return value;
}

function wrong(field: string): ProtocolError {
  return new ProtocolError('invalid_field', field, 'is missing or has another type');
}
