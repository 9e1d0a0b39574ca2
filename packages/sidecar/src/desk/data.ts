import type { Payment } from '@wallet-buttons/server';
import type { Api, ListFilters } from './api.ts';
import { spanOf } from './format.ts';
import type { Route } from './route.ts';
import type { DeskState, Listed } from './state.ts';

const pageSize = '50';
/** The time before the end of a hold in which it is listed, in milliseconds: that of the first notice to the shop. */
const notice = 48 * 3_600_000;

/** Reads what a route shows, and what the frame counts. @param fresh asks the payment service first. */
export async function readView(
  api: Api,
  route: Route,
  fresh: boolean,
): Promise<Partial<DeskState>> {
  const [content, waiting] = await Promise.all([readRoute(api, route, fresh), api.waiting()]);
  return { ...content, waiting };
}

/** Reads one page of a list: the first one, or the one of the cursor. */
export async function readList(
  api: Pick<Api, 'payments'>,
  route: Route,
  cursor?: string,
  limit = pageSize,
): Promise<Listed> {
  const filters = { ...filtersOf(route), ...(cursor !== undefined && { cursor }) };
  return { ...(await api.payments({ ...filters, limit })), isLoading: false };
}

/** Every payment of a list. */
export async function readAll(
  api: Pick<Api, 'payments'>,
  route: Route,
): Promise<readonly Payment[]> {
  const payments: Payment[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await readList(api, route, cursor, '500');
    payments.push(...page.payments);
    if (page.next === undefined) return payments;
    cursor = page.next;
  }
}

async function readRoute(api: Api, route: Route, fresh: boolean): Promise<Partial<DeskState>> {
  switch (route.view) {
    case 'payment': {
      const [payment, undelivered] = await Promise.all([
        api.payment(route.order, fresh),
        api.undelivered(),
      ]);
      return { payment, undelivered };
    }
    case 'deliveries': {
      const [alarms, undelivered] = await Promise.all([api.alarms(), api.undelivered()]);
      return { alarms, undelivered };
    }
    case 'report':
      return { report: await api.report() };
    case 'payments':
    case 'reviews':
      return { list: await readList(api, route) };
  }
}

function filtersOf(route: Route): ListFilters {
  if (route.view === 'reviews') return { needs_review: 'true' };
  if (route.view !== 'payments') return {};
  const { from, to, state, search } = route;
  const text = search === '' ? {} : { search };
  if (state === 'ending') {
    return { ...text, hold_ends_before: new Date(Date.now() + notice).toISOString() };
  }
  return {
    ...text,
    ...(from !== '' && { since: spanOf(from).since }),
    ...(to !== '' && { until: spanOf(to).until }),
    ...(state !== '' && { state: state === 'returned' ? 'refunded,cancelled' : state }),
  };
}
