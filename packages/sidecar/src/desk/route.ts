import { dayOf } from './format.ts';

/** What the page shows. It is in the fragment of its address, so that a clerk can go back, and share a payment. */
export type Route =
  | {
      readonly view: 'payments';
      /** `2026-11-25`; `''`: all days. */
      readonly day: string;
      /** `''`: all states; `ending`: holds that end soon; `returned`: charges that went back and released holds. */
      readonly state: string;
    }
  | { readonly view: 'payment'; readonly order: string }
  | { readonly view: 'reviews' | 'deliveries' | 'report' };

export function currentRoute(): Route {
  const [path = '', query = ''] = location.hash.slice(1).split('?');
  const [, view, subject = ''] = path.split('/');
  if (view === 'payment') return { view, order: decoded(subject) };
  if (view === 'reviews' || view === 'deliveries' || view === 'report') return { view };
  const filters = new URLSearchParams(query);
  const day = filters.get('day') ?? dayOf(new Date());
  return {
    view: 'payments',
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : '',
    state: filters.get('state') ?? '',
  };
}

/** The address of a route, for a link. */
export function hrefOf(route: Route): string {
  if (route.view === 'payment') return `#/payment/${encodeURIComponent(route.order)}`;
  if (route.view !== 'payments') return `#/${route.view}`;
  const { day, state } = route;
  const filters = new URLSearchParams({
    ...(day !== dayOf(new Date()) && { day: day || 'all' }),
    ...(state !== '' && { state }),
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
