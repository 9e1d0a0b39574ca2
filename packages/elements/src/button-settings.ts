import type { CSSResult, PropertyDeclarations } from '@lit/reactive-element';
import type { Fetch } from './call.ts';
import type { ProviderRequest } from './providers/provider-request.ts';
import type { ButtonLook } from './providers/provider.ts';
import type { RedirectMode } from './redirect.ts';
import { atPress, data, flag, orEmpty, SettingsElement, text, type Values } from './settings.ts';
import type {
  AutomaticReload,
  DeferredPayment,
  RecurringPayment,
  SheetItem,
  ShippingOption,
} from './sheet/data.ts';
import { styles } from './styles.ts';
import type { Texts } from './texts.ts';

/** The label of the button, in one vocabulary. From `add-money` on, only one provider has each word. */
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

const settings = {
  /** The merchant's order reference. Without it the button rests. */
  order: orEmpty(text('order', '')),
  /** Base URL of the merchant's endpoints. */
  backend: text('backend', '/wallet', atPress),
  /** URL of the endpoint pay-token, if it is not below `backend`. */
  payTokenUrl: text('pay-token-url', '', atPress),
  /** URL of the endpoint status, if it is not below `backend`. */
  statusUrl: text('status-url', '', atPress),
  /** Replaces the global `fetch` for calls to the backend, for example to add a header or credentials. */
  fetch: data<Fetch | undefined>(undefined),
  /** The total for the sheet, as a decimal string. The server charges the total of its own order. */
  amount: text('amount', '', atPress),
  /** ISO 4217. */
  currency: text('currency', '', atPress),
  /** The merchant's country: ISO 3166-1 alpha-2. */
  country: text('country', ''),
  /** The name beside the total. */
  label: text('label', '', atPress),
  /** Whether the total may still change. */
  totalStatus: text<'final' | 'estimated'>('total-status', 'final', atPress),
  /** Space-separated card networks, in one vocabulary for both wallets. */
  networks: text('networks', 'visa mastercard'),
  /** `buy book checkout donate order pay plain subscribe`, and words that only one provider has. */
  buttonType: text<ButtonType>('button-type', 'buy'),
  /** `auto` follows the page's colour scheme. */
  buttonStyle: text<ButtonLook['style'] | 'auto'>('button-style', 'auto'),
  /** BCP 47; by default the closest `lang`. */
  locale: text('locale', ''),
  /** Replaces texts for the payer. */
  texts: data<Partial<Texts> | undefined>(undefined, {}),
  /**
   * Space-separated payer data to ask for: `name email phone shipping-address billing-address`, and
   * `payment-method` for an event when the payer selects a card.
   */
  request: orEmpty(text('request', '', atPress)),
  /** Shows the button, but ignores presses. */
  disabled: flag('disabled', { reflect: true }),
  /** `manual`: nothing is requested from the provider, and nothing is asked of it, before the page calls `load()`. */
  loading: text<'auto' | 'manual'>('loading', 'auto'),
  /** How to open the bank's page. */
  redirect: text<RedirectMode>('redirect', 'assign', atPress),
  /** `off`: the backend gets no report of an error or of an unavailable wallet. */
  report: text<'on' | 'off'>('report', 'on', atPress),
  /** Lines above the total. */
  displayItems: data<readonly SheetItem[]>([]),
  /** Shipping options. The first is selected until the payer selects another. */
  shippingOptions: data<readonly ShippingOption[]>([]),
  /** If it is set, even to `''`, the sheet has a field for a coupon. */
  couponCode: orEmpty(data<string | undefined>(undefined)),
  /** A subscription. Only one of this and the next two may be set. */
  recurring: data<RecurringPayment | undefined>(undefined),
  /** One charge on a later day. */
  deferred: data<DeferredPayment | undefined>(undefined),
  /** A stored balance that is topped up when it runs low. */
  automaticReload: data<AutomaticReload | undefined>(undefined),
  /** Members to merge deeply into the provider's request, or a function that takes and returns the request. */
  providerRequest: data<ProviderRequest>(undefined, {}),
};

/** The settings are its properties. */
export interface ButtonSettings extends Values<typeof settings> {}

/** The settings of both buttons, which `<wallet-buttons>` may set for them. */
export abstract class ButtonSettings extends SettingsElement {
  static override styles: CSSResult = styles;
  static override properties: PropertyDeclarations = settings;
}
