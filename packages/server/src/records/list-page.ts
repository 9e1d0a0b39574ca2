import type { Attempt } from '../order/attempt.ts';
import { states } from '../order/state.ts';
import { checkField } from '../input.ts';
import type { ListQuery } from './types.ts';
import { readRecord } from './record-body.ts';
import type { ListedRecord, Records } from './store.ts';

/** How many records are read at once. */
export const mostAtOnce = 500;

/** Rows of the list, and the cursor of the page after them. */
interface Page {
  readonly rows: readonly ListedRecord[];
  readonly next?: string;
}

const cursors = /^(\d{1,15})\.([\w-]+)$/;

/** Refuses what untyped code may ask for. */
function check({ needsReview = false, limit = 1, cursor = '', state, ...times }: ListQuery): void {
  const { since = 0, until = 0, holdEndsBefore } = times;
  checkField('cursor', cursor === '' || cursors.test(cursor));
  checkField('limit', Number.isSafeInteger(limit) && limit > 0);
  checkField('since', Number.isSafeInteger(since));
  checkField('until', Number.isSafeInteger(until));
  checkField('holdEndsBefore', Number.isSafeInteger(holdEndsBefore ?? 0));
  // A list of one state would be read as its name, and then match nothing.
  const isName = typeof state === 'string' && Object.hasOwn(states, state);
  checkField('state', isName || (state ?? null) === null);
  checkField('needsReview', typeof needsReview === 'boolean');
}

/** A page of the list of attempts. */
export async function pageOf(query: ListQuery, records: Records): Promise<Page> {
  check(query);
  const { needsReview = false, since = 0, until, holdEndsBefore = null } = query;
  const { limit = 50, cursor = '' } = query;
  // The states have an index.
  const { state = holdEndsBefore === null ? null : 'authorized' } = query;
  const [, openedAt, attempt = ''] = cursors.exec(cursor) ?? [];
  const size = Math.min(limit, mostAtOnce);
  // A page begins after the page before, and never later than `until`.
  const end = until === undefined ? null : { openedAt: until, attempt: '' };
  const isFirst = openedAt === undefined || Number(openedAt) >= (until ?? Infinity);
  const position = isFirst ? end : { openedAt: Number(openedAt), attempt };
  const filter = {
    state,
    needsReview,
    since,
    holdEndsBefore,
    after: position,
    limit: size + 1,
  };
  const rows = await records.list(filter);
  const pageRows = rows.slice(0, size);
  const lastRow = rows.length > size ? pageRows.at(-1) : undefined;
  const last = lastRow && attemptOf(lastRow);
  return { rows: pageRows, ...(last && { next: `${String(last.openedAt)}.${last.id}` }) };
}

/** The attempt that a row of the list is about. */
export function attemptOf(row: ListedRecord): Attempt | undefined {
  return readRecord(row).attempts.find(({ id }) => id === row.attempt);
}
