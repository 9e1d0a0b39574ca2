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
function check({ needsReview = false, limit = 1, cursor = '', ...query }: ListQuery): void {
  const { since = 0, until = 0, holdEndsBefore, state, states: several = [] } = query;
  checkField('cursor', cursor === '' || cursors.test(cursor));
  checkField('limit', Number.isSafeInteger(limit) && limit > 0);
  checkField('since', Number.isSafeInteger(since));
  checkField('until', Number.isSafeInteger(until));
  checkField('holdEndsBefore', Number.isSafeInteger(holdEndsBefore ?? 0));
  // A list of one state would be read as its name, and then match nothing.
  const isName = (name: unknown) => typeof name === 'string' && Object.hasOwn(states, name);
  checkField('state', isName(state) || (state ?? null) === null);
  checkField('states', Array.isArray(several) && several.every(isName));
  checkField('needsReview', typeof needsReview === 'boolean');
}

/** A page of the list of attempts. */
export async function pageOf(query: ListQuery, records: Records): Promise<Page> {
  check(query);
  const { needsReview = false, since = 0, until, holdEndsBefore = null } = query;
  const { limit = 50, cursor = '' } = query;
  // The states have an index.
  const { state = holdEndsBefore === null ? null : 'authorized' } = query;
  const { states: stateNames = [state] } = query;
  const [, openedAt, attempt = ''] = cursors.exec(cursor) ?? [];
  const size = Math.min(limit, mostAtOnce);
  // A page begins after the page before, and never later than `until`.
  const end = until === undefined ? null : { openedAt: until, attempt: '' };
  const isFirst = openedAt === undefined || Number(openedAt) >= (until ?? Infinity);
  const position = isFirst ? end : { openedAt: Number(openedAt), attempt };
  const filter = {
    needsReview,
    since,
    holdEndsBefore,
    after: position,
    limit: size + 1,
  };
  const pages = await Promise.all(
    stateNames.map(async (name) => records.list({ ...filter, state: name })),
  );
  const [firstPage = []] = pages;
  const rows = pages.length === 1 ? firstPage : pages.flat().toSorted(newestFirst);
  const pageRows = rows.slice(0, size);
  const lastRow = rows.length > size ? pageRows.at(-1) : undefined;
  const last = lastRow && attemptOf(lastRow);
  return { rows: pageRows, ...(last && { next: `${String(last.openedAt)}.${last.id}` }) };
}

/** As a store sorts them. */
function newestFirst(row: ListedRecord, other: ListedRecord): number {
  const timeOf = (each: ListedRecord): number => attemptOf(each)?.openedAt ?? 0;
  return timeOf(other) - timeOf(row) || (other.attempt > row.attempt ? 1 : -1);
}

/** The attempt that a row of the list is about. */
export function attemptOf(row: ListedRecord): Attempt | undefined {
  return readRecord(row).attempts.find(({ id }) => id === row.attempt);
}
