import type { Payment, PaymentPage } from '@wallet-buttons/server';
import type { Api, ListFilters } from './api.ts';
import { spanOf } from './format.ts';
import type { Route } from './route.ts';
import type { DeskState, Listed } from './state.ts';

const pageSize = '50';
/** The time before the end of a hold in which it is listed, in milliseconds: that of the first notice to the shop. */
const notice = 48 * 3_600_000;
/** So many reviews are counted. */
const mostReviews = 100;

/** Reads what a route shows, and what the frame counts. @param fresh asks the payment service first. */
export async function readView(
  api: Api,
  route: Route,
  fresh: boolean,
): Promise<Partial<DeskState>> {
  const [content, counts] = await Promise.all([readRoute(api, route, fresh), readCounts(api)]);
  return { ...counts, ...content };
}

/** Reads one page of a list: the first one, or the one of the cursor. */
export async function readList(
  api: Pick<Api, 'payments'>,
  route: Route,
  cursor?: string,
): Promise<Listed> {
  const filters = { ...filtersOf(route), ...(cursor !== undefined && { cursor }) };
  const query: ListFilters = { ...filters, limit: pageSize };
  const page = await (query['state'] === 'returned'
    ? readReturned(api, query)
    : api.payments(query));
  return { ...page, isLoading: false };
}

/** A page of the payments whose money went back, which have two states, the newest first. */
async function readReturned(
  api: Pick<Api, 'payments'>,
  filters: ListFilters,
): Promise<PaymentPage> {
  const pages = await Promise.all(
    ['refunded', 'cancelled'].map(async (state) => api.payments({ ...filters, state })),
  );
  // A cursor is a place in the list of all payments: what is older than the first one waits for the next page.
  const [end] = pages
    .flatMap(({ payments, next }) => {
      const last = payments.at(-1);
      return last && next !== undefined ? [{ last, next }] : [];
    })
    .toSorted((a, b) => newestFirst(a.last, b.last));
  const payments = pages
    .flatMap((page) => page.payments)
    .filter((payment) => !end || newestFirst(payment, end.last) <= 0)
    .toSorted(newestFirst);
  return { payments, ...(end && { next: end.next }) };
}

function newestFirst(one: Payment, other: Payment): number {
  const [a, b] = [one, other].map(({ openedAt, attempt }) => `${openedAt} ${attempt}`);
  if (a === b) return 0;
  return (a ?? '') > (b ?? '') ? -1 : 1;
}

async function readRoute(api: Api, route: Route, fresh: boolean): Promise<Partial<DeskState>> {
  switch (route.view) {
    case 'payment':
      return { payment: await api.payment(route.order, fresh) };
    case 'deliveries':
      return { alarms: await api.alarms() };
    case 'report':
      return { report: await api.report() };
    case 'payments':
    case 'reviews':
      return { list: await readList(api, route) };
  }
}

async function readCounts(api: Api): Promise<Pick<DeskState, 'undelivered' | 'reviews'>> {
  const [undelivered, { payments, next }] = await Promise.all([
    api.undelivered(),
    api.payments({ needs_review: 'true', limit: String(mostReviews) }),
  ]);
  return { undelivered, reviews: { count: payments.length, hasMore: next !== undefined } };
}

function filtersOf(route: Route): ListFilters {
  if (route.view === 'reviews') return { needs_review: 'true' };
  if (route.view !== 'payments') return {};
  const { day, state } = route;
  if (state === 'ending') return { hold_ends_before: new Date(Date.now() + notice).toISOString() };
  return { ...(day !== '' && spanOf(day)), ...(state !== '' && { state }) };
}
