import {
  ReactiveElement,
  type CSSResult,
  type PropertyDeclaration,
  type PropertyDeclarations,
  type PropertyValues,
} from '@lit/reactive-element';
import { AvailabilityController } from './controllers/availability.ts';
import { PaymentController, type PaymentHost } from './controllers/payment.ts';
import type { ButtonLook, WalletProvider } from './providers/provider.ts';
import { pageDomain, type RedirectMode } from './redirect.ts';
import { sheetRequest } from './sheet-request.ts';
import type {
  AutomaticReload,
  DeferredPayment,
  RecurringPayment,
  SheetItem,
  ShippingOption,
} from './sheet.ts';
import { styles } from './styles.ts';

/** Data that the press reads: a change of it neither draws nor asks anything. */
const atPress = { hasChanged: () => false };
/** The same, for what no attribute can hold. */
export const data: PropertyDeclaration = { attribute: false, ...atPress };

/** Properties whose attributes are their names in kebab-case. */
export function named(properties: PropertyDeclarations): PropertyDeclarations {
  return Object.fromEntries(
    Object.entries(properties).map(([name, options]) => [
      name,
      { attribute: name.replace(/[A-Z]/g, '-$&').toLowerCase(), ...options },
    ]),
  );
}

let scheme: MediaQueryList | undefined;
/** One list for all tags: every call of `matchMedia` makes another, which keeps its own listeners. */
const darkScheme = () => (scheme ??= matchMedia('(prefers-color-scheme: dark)'));

export type WalletButtonState =
  'loading' | 'ready' | 'busy' | 'unavailable' | 'redirecting' | 'done';

/**
 * What both wallets' tags share. A subclass adds its own attributes and makes its provider of them.
 *
 * @fires {WalletReadyEvent} wallet-ready
 * @fires {WalletUnavailableEvent} wallet-unavailable
 * @fires {WalletClickEvent} wallet-click
 * @fires {WalletShippingAddressChangeEvent} wallet-shipping-address-change
 * @fires {WalletShippingOptionChangeEvent} wallet-shipping-option-change
 * @fires {WalletCouponChangeEvent} wallet-coupon-change
 * @fires {WalletPaymentMethodChangeEvent} wallet-payment-method-change
 * @fires {WalletAuthorizedEvent} wallet-authorized
 * @fires {WalletRedirectEvent} wallet-redirect
 * @fires {WalletResultEvent} wallet-result
 * @fires {WalletCancelEvent} wallet-cancel
 * @fires {WalletErrorEvent} wallet-error
 * @slot unavailable - Stands there instead when the wallet cannot be used.
 * @csspart button - The box around the provider's button.
 * @cssproperty [--wallet-button-height=44px]
 * @cssproperty [--wallet-button-radius=4px]
 * @cssproperty [--wallet-button-inline-size=240px]
 * @cssstate loading ready busy unavailable redirecting done
 */
export abstract class WalletButton extends ReactiveElement implements PaymentHost {
  static override styles: CSSResult = styles;
  static override properties: PropertyDeclarations = named({
    order: {},
    backend: atPress,
    payTokenUrl: atPress,
    statusUrl: atPress,
    amount: atPress,
    currency: atPress,
    country: atPress,
    label: atPress,
    totalStatus: atPress,
    networks: {},
    buttonType: {},
    buttonStyle: {},
    locale: {},
    request: atPress,
    disabled: { type: Boolean, reflect: true },
    redirect: atPress,
    displayItems: data,
    shippingOptions: data,
    couponCode: data,
    recurring: data,
    deferred: data,
    automaticReload: data,
    providerRequest: data,
  });

  /** The merchant's order reference, all that the browser says of it. Without it the button rests. */
  order = '';
  /** Base URL of the merchant's endpoints. */
  backend = '/wallet';
  payTokenUrl = '';
  statusUrl = '';
  /** Total as a decimal string; the sheet shows it, the server charges its own. */
  amount = '';
  /** ISO 4217. */
  currency = '';
  /** ISO 3166-1 alpha-2, of the merchant. */
  country = '';
  /** The name beside the total. */
  label = '';
  /** Whether the total may still change. */
  totalStatus: 'final' | 'estimated' = 'final';
  /** Space-separated card networks in one vocabulary for both wallets. */
  networks = 'visa mastercard';
  /** `buy book checkout donate order pay plain subscribe`, and what only one provider has. */
  buttonType = 'buy';
  buttonStyle: ButtonLook['style'] | 'auto' = 'auto';
  /** BCP 47; the closest `lang` unless set. */
  locale = '';
  /**
   * Space-separated payer data to ask for: `name email phone shipping-address billing-address`, and
   * `payment-method` to be told which card the payer looks at.
   */
  request = '';
  disabled = false;
  /** What to do with the bank's page. */
  redirect: RedirectMode = 'assign';
  /** Lines above the total. */
  displayItems: readonly SheetItem[] = [];
  /** Ways to deliver; the first is chosen until the payer takes another. */
  shippingOptions: readonly ShippingOption[] = [];
  /** Set, if only to `''`, the sheet has a field for a coupon. */
  couponCode: string | undefined = undefined;
  /** A subscription; of this and the next two one at a time. */
  recurring: RecurringPayment | undefined = undefined;
  deferred: DeferredPayment | undefined = undefined;
  automaticReload: AutomaticReload | undefined = undefined;
  /** Members merged last into the provider's own request. */
  providerRequest: object | undefined = undefined;

  readonly #availability = new AvailabilityController(this);
  readonly #payment = new PaymentController(this);
  readonly #internals = this.attachInternals();
  #box: HTMLElement | undefined;
  #slot: HTMLSlotElement | undefined;
  #look = '';

  get state(): WalletButtonState {
    const { state } = this.#payment;
    return state === 'idle' ? this.#availability.state : state;
  }

  /** @internal The wallet behind this tag, with the tag's own attributes as they stand. */
  abstract provider(): WalletProvider;

  /** @internal */
  get domain(): string {
    return pageDomain();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    darkScheme().addEventListener('change', this.#schemeChanged);
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    darkScheme().removeEventListener('change', this.#schemeChanged);
  }

  override focus(options?: FocusOptions): void {
    this.#control?.focus(options);
  }

  /** Like any script's click this is no gesture: a wallet may answer it with an error. */
  override click(): void {
    this.#control?.click();
  }

  /** Closes an open sheet where the provider can. */
  abort(): void {
    this.#payment.abort();
  }

  /** Tries again after a script did not load, and offers the button again after `done`. */
  reload(): void {
    this.#availability.forget();
    this.#payment.rest();
    this.requestUpdate();
  }

  /** Two nodes that never change, so there is no template. The provider's styles may join them. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.#box = document.createElement('div');
    this.#box.setAttribute('part', 'button');
    this.#slot = document.createElement('slot');
    this.#slot.setAttribute('name', 'unavailable');
    root.replaceChildren(this.#box, this.#slot);
    new MutationObserver(() => {
      this.requestUpdate();
    }).observe(this.#box, { childList: true });
    return root;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('order')) this.#payment.rest();
    // A tag that was removed again in the task in which it came asks nothing.
    if (this.isConnected) this.#availability.check(this.provider());
  }

  protected override updated(): void {
    if (this.#availability.state === 'ready') this.#draw(this.provider());
    const { state } = this;
    this.#box?.toggleAttribute('hidden', state === 'unavailable');
    this.#slot?.toggleAttribute('hidden', state !== 'unavailable');
    try {
      this.#internals.states.clear();
      this.#internals.states.add(state);
    } catch {
      // Safari before 17.4 and Chromium before 125 know no such states; only looks depend on them.
    }
    const control = this.#control;
    if (control) control.disabled = !this.#pressable;
  }

  #draw(provider: WalletProvider): void {
    const look = this.#currentLook();
    const key = provider.key + JSON.stringify(look);
    if (key === this.#look) return;
    this.#look = key;
    const root = this.renderRoot as ShadowRoot;
    if (!this.#button) this.#prefetch(provider);
    const button = provider.button({ ...look, root }, this.#press, this.#button);
    if (button.parentNode !== this.#box) this.#box?.replaceChildren(button);
  }

  #prefetch(provider: WalletProvider): void {
    try {
      provider.prefetch?.(sheetRequest(this));
    } catch {
      // What is missing is said at the press.
    }
  }

  #currentLook(): Omit<ButtonLook, 'root'> {
    const style = getComputedStyle(this);
    const { colorScheme } = style;
    const radius = parseFloat(style.getPropertyValue('--wallet-button-radius'));
    const onDark =
      colorScheme.includes('dark') && (darkScheme().matches || !colorScheme.includes('light'));
    return {
      type: this.buttonType,
      style: this.buttonStyle !== 'auto' ? this.buttonStyle : onDark ? 'white' : 'black',
      locale: this.locale || this.#language(),
      radius: Number.isNaN(radius) ? undefined : radius,
    };
  }

  /** The closest language, also from outside of the shadow roots around the tag. */
  #language(): string {
    const closest = (from: Element | undefined): string =>
      from
        ? (from.closest<HTMLElement>('[lang]')?.lang ??
          closest((from.getRootNode() as Partial<ShadowRoot>).host))
        : '';
    return closest(this);
  }

  get #pressable(): boolean {
    return !this.disabled && this.order !== '' && this.state === 'ready';
  }

  /** Asked of the box, because a provider may put another node in the place of its own. */
  get #button(): HTMLElement | undefined {
    return this.#box?.querySelector<HTMLElement>('*') ?? undefined;
  }

  get #control(): HTMLButtonElement | null {
    const button = this.#button;
    return button ? this.provider().control(button) : null;
  }

  readonly #press = (): void => {
    if (this.#pressable) void this.#payment.run();
  };

  readonly #schemeChanged = (): void => {
    this.requestUpdate();
  };
}
