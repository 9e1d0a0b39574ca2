import type {
  CSSResult,
  PropertyDeclarations,
  PropertyValues,
  ReactiveControllerHost,
} from '@lit/reactive-element';
import { AvailabilityController } from './controllers/availability.ts';
import { PaymentController, type PaymentHost } from './controllers/payment.ts';
import { pageLook, type PageLook } from './page-look.ts';
import type { ButtonLook, WalletProvider } from './providers/provider.ts';
import { pageDomain, type RedirectMode } from './redirect.ts';
import { SettingsElement } from './settings-element.ts';
import { settings } from './settings.ts';
import { sheetRequest } from './sheet/request.ts';
import type {
  AutomaticReload,
  DeferredPayment,
  RecurringPayment,
  SheetItem,
  ShippingOption,
} from './sheet/data.ts';
import { styles } from './styles.ts';
import { listen } from './surroundings.ts';

let observer: MutationObserver | undefined;
/** One for all tags: a provider may put another node in the place of its own. */
const boxes = () =>
  (observer ??= new MutationObserver((records) => {
    for (const { target } of records) {
      const { host } = target.getRootNode() as ShadowRoot;
      (host as Element & ReactiveControllerHost).requestUpdate();
    }
  }));

/**
 * What a button is up to: `loading` until the provider has answered whether the payer can use the wallet,
 * then `ready` or `unavailable`; `busy` while a payment goes on, here or in another tab, or the status of
 * an earlier one is asked; `redirecting` to the bank's page; `done` when the order may be paid.
 */
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
 * @cssproperty [--wallet-button-height=44px] - Height of the button.
 * @cssproperty [--wallet-button-radius=4px] - Radius of its corners, in px.
 * @cssproperty [--wallet-button-inline-size=240px] - Width of the tag, never more than there is.
 * @cssstate loading ready busy unavailable redirecting done
 */
export abstract class WalletButton extends SettingsElement implements PaymentHost {
  static override styles: CSSResult = styles('');
  static override properties: PropertyDeclarations = settings(
    {
      order: '',
      networks: 'visa mastercard',
      buttonType: 'buy',
      buttonStyle: 'auto',
      locale: '',
      disabled: false,
    },
    {
      backend: '/wallet',
      payTokenUrl: '',
      statusUrl: '',
      amount: '',
      currency: '',
      country: '',
      label: '',
      totalStatus: 'final',
      request: '',
      redirect: 'assign',
      displayItems: [],
      shippingOptions: [],
      couponCode: undefined,
      recurring: undefined,
      deferred: undefined,
      automaticReload: undefined,
      providerRequest: undefined,
    },
  );

  /** The merchant's order reference, all that the browser says of it. Without it the button rests. */
  declare order: string;
  /** Base URL of the merchant's endpoints. */
  declare backend: string;
  /** URL of one endpoint that lies elsewhere than below `backend`. */
  declare payTokenUrl: string;
  /** As `payTokenUrl`. */
  declare statusUrl: string;
  /** Total as a decimal string; the sheet shows it, the server charges its own. */
  declare amount: string;
  /** ISO 4217. */
  declare currency: string;
  /** ISO 3166-1 alpha-2, of the merchant. */
  declare country: string;
  /** The name beside the total. */
  declare label: string;
  /** Whether the total may still change. */
  declare totalStatus: 'final' | 'estimated';
  /** Space-separated card networks in one vocabulary for both wallets. */
  declare networks: string;
  /** `buy book checkout donate order pay plain subscribe`, and what only one provider has. */
  declare buttonType: string;
  /** `auto` follows the page's colour scheme. */
  declare buttonStyle: ButtonLook['style'] | 'auto';
  /** BCP 47; the closest `lang` unless set. */
  declare locale: string;
  /**
   * Space-separated payer data to ask for: `name email phone shipping-address billing-address`, and
   * `payment-method` to be told which card the payer looks at.
   */
  declare request: string;
  /** Shows the button and takes no press. */
  declare disabled: boolean;
  /** What to do with the bank's page. */
  declare redirect: RedirectMode;
  /** Lines above the total. */
  declare displayItems: readonly SheetItem[];
  /** Ways to deliver; the first is chosen until the payer takes another. */
  declare shippingOptions: readonly ShippingOption[];
  /** Set, if only to `''`, the sheet has a field for a coupon. */
  declare couponCode: string | undefined;
  /** A subscription; of this and the next two one at a time. */
  declare recurring: RecurringPayment | undefined;
  /** One charge on a later day. */
  declare deferred: DeferredPayment | undefined;
  /** A card that is filled up when it runs low. */
  declare automaticReload: AutomaticReload | undefined;
  /** Members merged last into the provider's own request. */
  declare providerRequest: object | undefined;

  readonly #availability = new AvailabilityController(this);
  readonly #payment = new PaymentController(this);
  readonly #internals = this.attachInternals();
  #box: HTMLElement | undefined;
  #slot: HTMLSlotElement | undefined;
  /** What the page around the tag asks for, read and not yet drawn. */
  #asked: PageLook | undefined;
  #drawn: symbol | undefined;

  /** What the button is up to, also as `:state()`. */
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
    this.#payment.connected();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#availability.disconnected();
    this.#payment.disconnected();
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

  /** A node that never changes, so there is no template. The provider's styles may join it. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    this.#box = document.createElement('div');
    this.#box.setAttribute('part', 'button');
    root.replaceChildren(this.#box);
    return root;
  }

  /** All tags read the page before the first one writes to it, or each would lay it out anew. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#availability.state === 'ready') {
      this.#asked = pageLook(this);
      await Promise.resolve();
    }
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const provider = this.provider();
    // A tag that was removed again in the task in which it came asks nothing.
    if (this.isConnected) {
      this.#availability.check(provider);
      listen(this.#payment);
    }
    // What is kept of an order takes a while to read; the provider's script is under way by now.
    if (changed.has('order')) this.#payment.rest();
    if (this.#asked && this.#availability.state === 'ready') this.#draw(provider, this.#asked);
    this.#asked = undefined;
  }

  protected override updated(): void {
    const { state } = this;
    const absent = state === 'unavailable';
    if (absent) this.#slot ??= this.#newSlot();
    this.#box?.toggleAttribute('hidden', absent);
    this.#slot?.toggleAttribute('hidden', !absent);
    try {
      this.#internals.states.clear();
      this.#internals.states.add(state);
    } catch {
      // Safari before 17.4 and Chromium before 125 know no such states; only looks depend on them.
    }
    const control = this.#control;
    if (!control) return;
    control.disabled = !this.#pressable;
    // Another node would come enabled.
    if (control.disabled && this.#box) boxes().observe(this.#box, { childList: true });
  }

  #newSlot(): HTMLSlotElement {
    const slot = document.createElement('slot');
    slot.name = 'unavailable';
    this.renderRoot.append(slot);
    return slot;
  }

  #draw(provider: WalletProvider, { onDark, language, radius }: PageLook): void {
    const { buttonStyle: style } = this;
    const look = {
      type: this.buttonType,
      style: style !== 'auto' ? style : onDark ? 'white' : 'black',
      locale: this.locale || language,
      radius,
    } as const;
    // A symbol instead of the text, which a thousand tags would hold a thousand times.
    const drawn = Symbol.for(JSON.stringify(look) + String(provider.key));
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const root = this.renderRoot as ShadowRoot;
    if (!this.#button) this.#prefetch(provider);
    const button = provider.button({ ...look, root }, this.#press, this.#button);
    if (button.parentNode !== this.#box) this.#box?.replaceChildren(button);
  }

  #prefetch(provider: WalletProvider): void {
    try {
      provider.prefetch?.(() => sheetRequest(this));
    } catch {
      // What is missing is said at the press.
    }
  }

  get #pressable(): boolean {
    return !this.disabled && this.order !== '' && this.state === 'ready';
  }

  /** Asked of the box, because a provider may put another node in the place of its own. */
  get #button(): HTMLElement | undefined {
    return this.#box?.querySelector<HTMLElement>('*') ?? undefined;
  }

  /** The node that takes focus and `disabled`: the provider's own, inside of it, or in its shadow. */
  get #control(): HTMLButtonElement | null | undefined {
    const root = this.#button?.shadowRoot ?? this.#box;
    return root?.querySelector('button');
  }

  readonly #press = (): void => {
    if (this.#pressable) void this.#payment.run();
  };
}
