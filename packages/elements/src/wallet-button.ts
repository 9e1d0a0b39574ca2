import { check } from '#development';
import { ButtonSettings } from './button-settings.ts';
import { ButtonView } from './button-view.ts';
import { closest } from './closest.ts';
import { AvailabilityController } from './controllers/availability.ts';
import type { DocumentLook } from './controllers/look.ts';
import { PressController } from './controllers/press.ts';
import type { PressHost } from './controllers/press-host.ts';
import { page } from './page.ts';
import type { WalletProvider } from './providers/provider.ts';
import { PlatformPromise } from './platform.ts';
import { showState, statesOf } from './states.ts';

/**
 * `loading` until the provider has answered whether the payer can use the wallet, then `ready` or `unavailable`;
 * `busy` during a payment or a status question; `redirecting` to the bank; `done` if the order may be paid already.
 */
// prettier-ignore
export type WalletButtonState =
  'loading' | 'ready' | 'busy' | 'unavailable' | 'redirecting' | 'done';

/**
 * The base of both wallets' tags. A subclass adds its settings and creates its provider.
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
 * @slot unavailable - Shown instead of the button if the wallet cannot be used.
 * @csspart button - The box around the provider's button.
 * @csspart note - The text under the button of an order that is paid, being checked or closed.
 * @cssproperty [--wallet-button-height=44px] - Height of the button.
 * @cssproperty [--wallet-button-radius=4px] - Radius of its corners, in px.
 * @cssproperty [--wallet-button-inline-size=240px] - Width of the tag, at most that of its container.
 * @cssstate loading ready busy unavailable redirecting done
 */
export abstract class WalletButton extends ButtonSettings implements PressHost {
  readonly #availability = new AvailabilityController(this);
  readonly #states = statesOf(this);
  readonly #view = new ButtonView();
  readonly #box = this.#view.box;
  readonly #press = new PressController(this, this.#box);
  /** The look that was read from the page and is not drawn yet. */
  #asked: DocumentLook | undefined;

  /** The state of the button, also as `:state()`. */
  get state(): WalletButtonState {
    const { state } = this.#availability;
    const order = this.#press.shownOrder;
    if (state === 'unavailable' && !order?.text) return state;
    return order?.state ?? (state === 'ready' && page().paying ? 'busy' : state);
  }

  /** @internal The tag's wallet, which reads the present settings. */
  abstract readonly provider: WalletProvider;

  /** @internal The payer's language, BCP 47. */
  get language(): string {
    return this.#press.look.language;
  }

  /** @internal */
  get pressable(): boolean {
    return !this.disabled && this.state === 'ready' && this.#press.order !== undefined;
  }

  override connectedCallback(): void {
    this.group = closest(this, 'wallet-buttons');
    this.group?.addController?.(this);
    this.nonce ||= this.group?.nonce ?? '';
    this.isChanged = true;
    super.connectedCallback();
  }

  override disconnectedCallback(): void {
    this.group?.removeController?.(this);
    super.disconnectedCallback();
  }

  /** @internal Called as a controller of the group, so that later changes of the group apply too. */
  hostUpdated(): void {
    this.isChanged = true;
    this.requestUpdate();
  }

  override focus(options?: FocusOptions): void {
    this.#press.button.focus(options);
  }

  /** A click of a script is not a gesture of the payer, so a wallet may refuse it. */
  override click(): void {
    this.#press.button.control?.click();
  }

  /** Ends the open payment, and closes its sheet if the provider can, unless a token is on its way. */
  abort(): void {
    this.#press.abort();
  }

  /** Lets a button with `loading="manual"` load the provider's script, from now on. */
  load(): void {
    this.#availability.allow();
  }

  /** Loads a failed script again, and asks again about an order that is `done`. */
  reload(): void {
    this.#availability.forget();
    this.#press.order?.look();
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const { look, button } = this.#press;
    this.#box.addEventListener('click', this.#press, true);
    this.#box.addEventListener('transitionrun', look);
    this.#view.fill(root);
    this.addEventListener('click', button);
    return root;
  }

  /** All tags read the page before the first one writes to it. Otherwise each would cause a layout. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.#availability.state === 'ready') {
      this.#asked = this.#press.look.read(this.#box);
      await PlatformPromise.resolve();
    }
    await super.scheduleUpdate();
  }

  protected override updated(): void {
    const availability = this.#availability;
    const { button, shownOrder, order } = this.#press;
    try {
      if (availability.state === 'ready' && this.#asked) button.draw(this.#asked, availability.key);
    } catch (error) {
      availability.fail(error);
    }
    this.#asked = undefined;
    const { state } = this;
    showState(this, this.#states, state);
    // A payer who waits for a second has to know what for.
    const reason = state === 'done' || order?.isSlow ? shownOrder?.text : undefined;
    this.#view.show(this, availability.state !== 'unavailable', reason);
    check(this, availability);
    button.update();
  }
}
