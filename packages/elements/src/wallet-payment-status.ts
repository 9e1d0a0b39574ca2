import { isSettled, type Outcome } from '@wallet-buttons/protocol';
import {
  unsafeCSS,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
} from '@lit/reactive-element';
import { askStatus } from './backend.ts';
import { WalletError } from './errors.ts';
import { WalletErrorEvent, WalletResultEvent } from './events.ts';
import { bankPage } from './redirect.ts';
import { SettingsElement } from './settings-element.ts';
import { settings } from './settings.ts';

const texts: Record<Outcome | 'error', string> = {
  succeeded: 'Paid. Thank you!',
  authorized: 'Your card was accepted; the amount is reserved.',
  pending: 'Your payment is being checked. Please do not pay again.',
  unknown: 'Your payment is being checked. Please do not pay again.',
  failed: 'The payment did not go through. Nothing was charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment took too long and has expired. Nothing was charged.',
  refunded: 'The payment was refunded.',
  error: 'The status cannot be read. Please contact the shop before you pay again.',
};

/** Seconds between two questions; the last one repeats. */
const waits = [1, 1, 2, 4, 8, 15];

/**
 * How an order's payment stands, asked of the merchant's backend until it is final: what the page
 * behind `redirect_url` shows. Needs no other script of ours.
 *
 * @customElement wallet-payment-status
 * @fires {WalletResultEvent} wallet-result - Once, when the status is final.
 * @fires {WalletErrorEvent} wallet-error - The backend refused, or is out of reach; then it is asked again.
 * @slot bank - Replaces the text of the link to the bank's page, which is there while the bank waits.
 * @slot succeeded authorized pending unknown failed cancelled expired refunded error - Replaces the text of that outcome.
 * @csspart bank - The link to the bank's page.
 * @cssstate succeeded authorized pending unknown failed cancelled expired refunded error
 */
export class WalletPaymentStatus extends SettingsElement {
  static override styles: CSSResult = unsafeCSS(
    ':host{display:block}:host([hidden]){display:none}',
  );

  static override properties: PropertyDeclarations = settings(
    { order: '', backend: '/wallet', statusUrl: '' },
    {},
  );

  /** The merchant's order reference. Without it nothing is asked. */
  declare order: string;
  /** Base URL of the merchant's endpoints. */
  declare backend: string;
  /** URL of that endpoint where it lies elsewhere than below `backend`. */
  declare statusUrl: string;

  #outcome: Outcome | 'error' = 'pending';
  /** The bank's page, while it waits for the payer. */
  #bank: string | undefined;
  readonly #internals = this.attachInternals();
  readonly #slot = document.createElement('slot');
  readonly #link = document.createElement('a');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;
  /** What is final is said once, however often the tag is moved. */
  #final = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated && !this.#final) this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** Nodes that never change, so there is no template. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.append(this.#slot);
    const text = document.createElement('slot');
    text.name = 'bank';
    text.textContent = 'Continue at your bank';
    this.#link.setAttribute('part', 'bank');
    this.#link.append(text);
    root.replaceChildren(region);
    return root;
  }

  /** Another order, or another backend: what was said until now is not about it. */
  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.size) return;
    this.#outcome = 'pending';
    this.#final = false;
    this.#start();
  }

  protected override updated(): void {
    this.#slot.name = this.#outcome;
    this.#slot.textContent = texts[this.#outcome];
    // A link that leads nowhere would be one for tools that look through the page.
    this.#link.href = this.#bank ?? '';
    if (this.#bank) this.renderRoot.append(this.#link);
    else this.#link.remove();
    try {
      this.#internals.states.clear();
      this.#internals.states.add(this.#outcome);
    } catch {
      // Safari before 17.4 and Chromium before 125 know no such states; only looks depend on them.
    }
  }

  #start(): void {
    this.#stop();
    this.#bank = undefined;
    if (this.order && this.isConnected) void this.#ask(this.#run, 0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#run++;
  }

  async #ask(run: number, turn: number): Promise<void> {
    const { order } = this;
    const asked = await askStatus(this, { order })
      .then(({ acs_url, ...answer }) => ({ ...answer, bank: acs_url && bankPage(acs_url) }))
      .catch((error: unknown) => WalletError.from(error));
    if (run !== this.#run) return;
    let over: boolean;
    let said: WalletErrorEvent | WalletResultEvent | undefined;
    if (asked instanceof WalletError) {
      // Asking again changes neither.
      over = /config|refused/.test(asked.code);
      if (over) this.#outcome = 'error';
      said = new WalletErrorEvent(asked);
    } else {
      over = this.#final = asked.final || isSettled(asked.outcome);
      this.#outcome = asked.outcome;
      this.#bank = over ? undefined : asked.bank;
      if (over) said = new WalletResultEvent(asked.outcome, asked.status, order, true);
    }
    const wait = waits[Math.min(turn, waits.length - 1)] ?? 1;
    if (!over) this.#timer = setTimeout(() => void this.#ask(run, turn + 1), wait * 1000);
    this.requestUpdate();
    if (said) this.dispatchEvent(said);
  }
}
