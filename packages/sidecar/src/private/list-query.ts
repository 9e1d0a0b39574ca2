import type { ListQuery } from '@wallet-buttons/server';
import { SidecarError } from '../errors.ts';

const names = ['needs_review', 'state', 'since', 'until', 'hold_ends_before', 'limit', 'cursor'];

/** The query of a list. The server checks the values. @throws {SidecarError} `invalid_field` */
export function listQueryOf(query: URLSearchParams): ListQuery {
  for (const field of query.keys()) {
    if (!names.includes(field)) {
      throw new SidecarError('invalid_field', 'The query has an unknown name.', { field });
    }
  }
  const [state, cursor, limit] = [query.get('state'), query.get('cursor'), query.get('limit')];
  const [since, until] = [query.get('since'), query.get('until')];
  const holdEndsBefore = query.get('hold_ends_before');
  return {
    ...(query.get('needs_review') === 'true' && { needsReview: true }),
    ...(state !== null && { state: state as NonNullable<ListQuery['state']> }),
    ...(cursor !== null && { cursor }),
    ...(limit !== null && { limit: Number(limit) }),
    ...(since !== null && { since: timeOf('since', since) }),
    ...(until !== null && { until: timeOf('until', until) }),
    ...(holdEndsBefore !== null && {
      holdEndsBefore: timeOf('hold_ends_before', holdEndsBefore),
    }),
  };
}

function timeOf(field: string, text: string): number {
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new SidecarError('invalid_field', `${field} is not a time in ISO 8601.`, { field });
}
