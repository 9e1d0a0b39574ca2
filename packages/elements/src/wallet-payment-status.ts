import type { Outcome } from '@wallet-buttons/protocol';
import {
  unsafeCSS,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
} from '@lit/reactive-element';
import { askStatus, isRefused, type Fetch } from './backend.ts';
import { LookController } from './controllers/look.ts';
import { WalletError } from './errors.ts';
import { WalletErrorEvent, WalletResultEvent } from './events.ts';
import { bankPage, orderOfPage } from './redirect.ts';
import { data, SettingsElement, text, type Values } from './settings.ts';
import { showState, statesOf } from './states.ts';
import { textsOf, type Texts } from './texts.ts';

const settings = {
  /** The merchant's order reference; `?order=` of the page's address unless set. With `''` nothing is asked. */
  order: {
    ...text('order', ''),
    get value() {
      return orderOfPage();
    },
  },
  /** Base URL of the merchant's endpoints. */
  backend: text('backend', '/wallet'),
  /** URL of that endpoint where it lies elsewhere than below `backend`. */
  statusUrl: text('status-url', ''),
  /** Calls the backend in the place of the global `fetch`: adds a header, or credentials. */
  fetch: data<Fetch | undefined>(undefined),
  /** BCP 47; the closest `lang` unless set. */
  locale: text('locale', ''),
  /** Replaces texts that the payer reads. */
  texts: data<Partial<Texts> | undefined>(undefined, {}),
};

const english: Readonly<Record<Outcome | 'error' | 'bank', string>> = {
  succeeded: 'Paid. Thank you!',
  authorized: 'Your card was accepted; the amount is reserved.',
  pending: 'Your payment is being checked. Please do not pay again.',
  unknown: 'Your payment is being checked. Please do not pay again.',
  failed: 'The payment did not go through. Nothing was charged.',
  cancelled: 'The payment was cancelled.',
  expired: 'The payment took too long and has expired. Nothing was charged.',
  refunded: 'The payment was refunded.',
  error: 'The status cannot be read. Please contact the shop before you pay again.',
  bank: 'Continue at your bank',
};

/** Seconds between two questions; the last one repeats. */
const waits = [1, 1, 2, 4, 8, 15];

/** The settings are its properties. */
export interface WalletPaymentStatus extends Values<typeof settings> {}

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

  static override properties: PropertyDeclarations = settings;

  /** As it was when it was said: a page may clean its address. */
  #order = '';
  #outcome: Outcome | 'error' = 'pending';
  /** The bank's page, while it waits for the payer. */
  #bank: string | undefined;
  readonly #look = new LookController(this);
  readonly #states = statesOf(this);
  readonly #slot = document.createElement('slot');
  readonly #link = document.createElement('a');
  readonly #linkText = document.createElement('slot');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;
  /** What is final is said once, however often the tag is moved. */
  #final = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) return;
    // A page that goes on without a reload may have another address by now; a cleaned one says nothing.
    if (this.order && this.order !== this.#order) this.requestUpdate('order', this.#order);
    else if (!this.#final) this.#start();
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
    this.#linkText.name = 'bank';
    this.#link.setAttribute('part', 'bank');
    this.#link.append(this.#linkText);
    root.replaceChildren(region);
    return root;
  }

  /** Another order, or another backend: what was said until now is not about it. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const asks = changed.has('order') || changed.has('backend') || changed.has('statusUrl');
    if (this.hasUpdated && !asks) return;
    if (!this.hasUpdated || changed.has('order')) this.#order = this.order;
    this.#outcome = 'pending';
    this.#final = false;
    this.#start();
  }

  protected override updated(): void {
    const texts = { ...english, ...textsOf(this, this.#look.language) };
    const text = texts[this.#outcome];
    // A screen reader would say again what is written again.
    if (this.#slot.textContent !== text) this.#slot.textContent = text;
    if (this.#slot.name !== this.#outcome) this.#slot.name = this.#outcome;
    this.#linkText.textContent = texts.bank;
    // A link that leads nowhere would be one for tools that look through the page.
    this.#link.href = this.#bank ?? '';
    if (!this.#bank) this.#link.remove();
    // Another append would take the focus from it.
    else if (!this.#link.isConnected) this.renderRoot.append(this.#link);
    showState(this, this.#states, this.#outcome);
  }

  #start(): void {
    this.#stop();
    this.#bank = undefined;
    if (this.#order && this.isConnected) void this.#ask(this.#run, 0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#run++;
  }

  async #ask(run: number, turn: number): Promise<void> {
    const order = this.#order;
    const asked = await askStatus(this, { order })
      .then(({ acs_url, ...answer }) => ({
        ...answer,
        bank: answer.final || !acs_url ? undefined : bankPage(acs_url),
      }))
      .catch((error: unknown) => WalletError.from(error));
    if (run !== this.#run) return;
    let over: boolean;
    let said: WalletErrorEvent | WalletResultEvent | undefined;
    if (asked instanceof WalletError) {
      // Asking again changes neither an address nor a refusal; a server may recover.
      over = isRefused(asked) ? /^4(?!29)/.test(`${asked.cause.status}`) : asked.code === 'config';
      if (over) this.#outcome = 'error';
      said = new WalletErrorEvent(asked, true);
    } else {
      over = this.#final = asked.final;
      this.#outcome = asked.outcome;
      this.#bank = asked.bank;
      if (over) said = new WalletResultEvent(asked.outcome, asked.status, order, true);
    }
    const wait = waits[Math.min(turn, waits.length - 1)] ?? 1;
    if (!over) this.#timer = setTimeout(() => void this.#ask(run, turn + 1), wait * 1000);
    this.requestUpdate();
    if (said) this.dispatchEvent(said);
  }
}
