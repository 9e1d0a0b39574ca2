import type { Fetch } from './backend.ts';
import type { ProviderRequest } from './providers/provider-request.ts';
import type { ButtonLook } from './providers/provider.ts';
import type { RedirectMode } from './redirect.ts';
import { atPress, data, flag, text } from './settings.ts';
import type {
  AutomaticReload,
  DeferredPayment,
  RecurringPayment,
  SheetItem,
  ShippingOption,
} from './sheet/data.ts';
import type { Texts } from './texts.ts';

/** What the payer does, in one vocabulary; from `add-money` on each word is one provider's alone. */
export type ButtonType =
  | 'buy'
  | 'book'
  | 'checkout'
  | 'donate'
  | 'order'
  | 'pay'
  | 'plain'
  | 'subscribe'
  | 'add-money'
  | 'continue'
  | 'contribute'
  | 'ewallet'
  | 'long'
  | 'pix'
  | 'reload'
  | 'rent'
  | 'set-up'
  | 'short'
  | 'support'
  | 'tip'
  | 'top-up';

/** The settings of both buttons, which `<wallet-buttons>` may say for them. */
export const buttonSettings = {
  /** The merchant's order reference, all that the browser says of it. Without it the button rests. */
  order: text('order', ''),
  /** Base URL of the merchant's endpoints. */
  backend: text('backend', '/wallet', atPress),
  /** URL of one endpoint that lies elsewhere than below `backend`. */
  payTokenUrl: text('pay-token-url', '', atPress),
  /** As `payTokenUrl`. */
  statusUrl: text('status-url', '', atPress),
  /** Calls the backend in the place of the global `fetch`: adds a header, or credentials. */
  fetch: data<Fetch | undefined>(undefined),
  /** Total as a decimal string; the sheet shows it, the server charges its own. */
  amount: text('amount', '', atPress),
  /** ISO 4217. */
  currency: text('currency', '', atPress),
  /** ISO 3166-1 alpha-2, of the merchant. */
  country: text('country', ''),
  /** The name beside the total. */
  label: text('label', '', atPress),
  /** Whether the total may still change. */
  totalStatus: text<'final' | 'estimated'>('total-status', 'final', atPress),
  /** Space-separated card networks in one vocabulary for both wallets. */
  networks: text('networks', 'visa mastercard'),
  /** `buy book checkout donate order pay plain subscribe`, and what only one provider has. */
  buttonType: text<ButtonType>('button-type', 'buy'),
  /** `auto` follows the page's colour scheme. */
  buttonStyle: text<ButtonLook['style'] | 'auto'>('button-style', 'auto'),
  /** BCP 47; the closest `lang` unless set. */
  locale: text('locale', ''),
  /** Replaces texts that the payer reads. */
  texts: data<Partial<Texts> | undefined>(undefined),
  /**
   * Space-separated payer data to ask for: `name email phone shipping-address billing-address`, and
   * `payment-method` to be told which card the payer looks at.
   */
  request: text('request', '', atPress),
  /** Shows the button and takes no press. */
  disabled: flag('disabled', { reflect: true }),
  /** What to do with the bank's page. */
  redirect: text<RedirectMode>('redirect', 'assign', atPress),
  /** Lines above the total. */
  displayItems: data<readonly SheetItem[]>([]),
  /** Ways to deliver; the first is chosen until the payer takes another. */
  shippingOptions: data<readonly ShippingOption[]>([]),
  /** Set, if only to `''`, the sheet has a field for a coupon. */
  couponCode: data<string | undefined>(undefined),
  /** A subscription; of this and the next two one at a time. */
  recurring: data<RecurringPayment | undefined>(undefined),
  /** One charge on a later day. */
  deferred: data<DeferredPayment | undefined>(undefined),
  /** A card that is filled up when it runs low. */
  automaticReload: data<AutomaticReload | undefined>(undefined),
  /** Merged deeply into the provider's own request, last; or a function that takes and returns it. */
  providerRequest: data<ProviderRequest>(undefined, {}),
};
