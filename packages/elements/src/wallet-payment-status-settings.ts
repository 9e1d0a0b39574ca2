import type { Fetch } from './call.ts';
import { orderOfPage } from './redirect.ts';
import { data, orEmpty, text } from './settings.ts';
import type { Texts } from './texts.ts';

/** The settings of `<wallet-payment-status>`. */
export const statusSettings = {
  /** The merchant's order reference; by default `?order=` of the page's address. With `''` nothing is asked or shown. */
  order: {
    ...orEmpty(text('order', '')),
    get value() {
      return orderOfPage();
    },
  },
  /** Base URL of the merchant's endpoints. */
  backend: text('backend', '/wallet'),
  /** URL of the endpoint status, if it is not below `backend`. */
  statusUrl: text('status-url', ''),
  /** Replaces the global `fetch` for calls to the backend, for example to add a header or credentials. */
  fetch: data<Fetch | undefined>(undefined, {}),
  /** BCP 47; by default the closest `lang`. */
  locale: text('locale', ''),
  /** Replaces texts for the payer. */
  texts: data<Partial<Texts> | undefined>(undefined, {}),
};
