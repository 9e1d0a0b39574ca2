import type { ListQuery } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';

export const listNames = [
  'needs_review',
  'state',
  'since',
  'until',
  'hold_ends_before',
  'limit',
  'cursor',
  'search',
];

/** The query of a list. The server checks the values. @throws {SidecarError} `invalid_field` */
export function listQueryOf(query: URLSearchParams): ListQuery {
  const [state, cursor, limit] = [query.get('state'), query.get('cursor'), query.get('limit')];
  const [since, until] = [query.get('since'), query.get('until')];
  const holdEndsBefore = query.get('hold_ends_before');
  return {
    ...(flagOf(query, 'needs_review') && { needsReview: true }),
    ...(state !== null && { states: state.split(',') as NonNullable<ListQuery['states']> }),
    ...(cursor !== null && { cursor }),
    ...(limit !== null && { limit: /^\d{1,9}$/.test(limit) ? Number(limit) : NaN }),
    ...(since !== null && { since: timeOf('since', since) }),
    ...(until !== null && { until: timeOf('until', until) }),
    ...(holdEndsBefore !== null && {
      holdEndsBefore: timeOf('hold_ends_before', holdEndsBefore),
    }),
  };
}

/** The query of one payment: whether the service is asked first. @throws {SidecarError} `invalid_field` */
export function isFresh(query: URLSearchParams): boolean {
  return flagOf(query, 'fresh');
}

/**
 * Refuses an unknown name, and one that comes twice: a filter that is left out shows other payments, and an amount that
 * is left out moves all of a payment.
 * @throws {SidecarError} `invalid_field`
 */
export function checkNames(query: URLSearchParams, knownNames: readonly string[]): void {
  for (const field of query.keys()) {
    if (!knownNames.includes(field)) {
      throw new SidecarError('invalid_field', 'The query has an unknown name.', { field });
    }
    if (query.getAll(field).length > 1) {
      throw new SidecarError('invalid_field', `The query has ${field} twice.`, { field });
    }
  }
}

function flagOf(query: URLSearchParams, field: string): boolean {
  const text = query.get(field) ?? 'false';
  if (text === 'true' || text === 'false') return text === 'true';
  throw new SidecarError('invalid_field', `${field} is not true or false.`, { field });
}

const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i;

/** A day in UTC, or a time with its zone: other forms are read in the zone of the machine. */
function timeOf(field: string, text: string): number {
  const [, date] = day.exec(text) ?? [];
  const time = Date.parse(text);
  if (date !== undefined && !Number.isNaN(time) && isInCalendar(date)) return time;
  throw new SidecarError('invalid_field', `${field} is not a time in ISO 8601 with its zone.`, {
    field,
  });
}

/** `Date` reads the 31st of February as a day of March. */
function isInCalendar(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}
