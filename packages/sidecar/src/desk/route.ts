import { dayOf } from './format.ts';

/** What the page shows. It is in the fragment of its address, so that a clerk can go back, and share a payment. */
export type Route =
  | {
      readonly view: 'payments';
      /** The first and the last day, `2026-11-25`; `''`: no limit. */
      readonly from: string;
      readonly to: string;
      /** A part of an order, an amount, a card or an id; `''`: all. */
      readonly search: string;
      /** `''`: all states; `ending`: holds that end soon; `returned`: charges that went back and released holds. */
      readonly state: string;
    }
  | { readonly view: 'payment'; readonly order: string }
  | { readonly view: 'reviews' | 'deliveries' | 'report' };

export type PaymentsRoute = Extract<Route, { readonly view: 'payments' }>;

export function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  const [, view, subject = ''] = path.split('/');
  if (view === 'payment') return { view, order: decoded(subject) };
  if (view === 'reviews' || view === 'deliveries' || view === 'report') return { view };
  const filters = new URLSearchParams(query);
  const day = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) ? text : '');
  const firstDay = filters.get('from') ?? dayOf(new Date());
  return {
    view: 'payments',
    from: day(firstDay),
    to: day(filters.get('to') ?? firstDay),
    state: filters.get('state') ?? '',
    search: filters.get('search') ?? '',
  };
}

/** The payments of a day; `''`: of all days. */
export function paymentsOf(day: string, search = ''): PaymentsRoute {
  return { view: 'payments', from: day, to: day, state: '', search };
}

/** The address of a route, for a link. */
export function hrefOf(route: Route): string {
  if (route.view === 'payment') return `#/payment/${encodeURIComponent(route.order)}`;
  if (route.view !== 'payments') return `#/${route.view}`;
  const { from, to, state, search } = route;
  const filters = new URLSearchParams({
    ...(from !== dayOf(new Date()) && { from: from || 'all' }),
    ...(to !== from && { to: to || 'all' }),
    ...(state !== '' && { state }),
    ...(search !== '' && { search }),
  }).toString();
  return filters === '' ? '#/' : `#/payments?${filters}`;
}

export function goTo(route: Route): void {
  location.hash = hrefOf(route);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
