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
import { english, textsOf, type Texts } from './texts.ts';

const settings = {
  /** The merchant's order reference; by default `?order=` of the page's address. With `''` nothing is asked or shown. */
  order: {
    ...text('order', ''),
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

/** Seconds between two questions; after these, 15. */
const waits = [1, 1, 2, 4, 8];

/** The settings are its properties. */
export interface WalletPaymentStatus extends Values<typeof settings> {}

/**
 * The status of an order's payment, for the page of `redirect_url`. It asks the merchant's backend until the status is
 * final. It needs no other script of this package.
 *
 * @customElement wallet-payment-status
 * @fires {WalletResultEvent} wallet-result - Once, when the status is final.
 * @fires {WalletErrorEvent} wallet-error - The backend refused, or cannot be reached and is asked again.
 * @slot bank - Replaces the text of the link to the bank's page, which is shown while the bank waits.
 * @slot succeeded authorized pending unknown failed cancelled expired refunded error - Replaces the text of that outcome.
 * @csspart bank - The link to the bank's page.
 * @cssstate succeeded authorized pending unknown failed cancelled expired refunded error
 */
export class WalletPaymentStatus extends SettingsElement {
  static override styles: CSSResult = unsafeCSS(
    ':host{display:block}:host([hidden]){display:none}',
  );

  static override properties: PropertyDeclarations = settings;

  /** The order that is asked about: the page may remove it from its address later. */
  #order = '';
  #outcome: Outcome | 'error' = 'pending';
  /** The bank's page, while it waits for the payer. */
  #bank: string | undefined;
  readonly #look = new LookController(this);
  readonly #states = statesOf(this);
  readonly #slot = document.createElement('slot');
  readonly #text = document.createElement('span');
  readonly #link = document.createElement('a');
  readonly #linkText = document.createElement('span');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;
  /** The number of questions about the present order. */
  #turn = 0;
  /** The function of the last question. */
  #fetch: Fetch | undefined;
  /** True after the answer to a last question, until there is another one. */
  #over = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.hasUpdated) return;
    // The address may have changed without a reload. One without an order changes nothing.
    if (this.order && this.order !== this.#order) this.requestUpdate('order', this.#order);
    // A moved tag does not repeat its result.
    else if (!this.#over || this.#outcome === 'error') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop();
  }

  /** These nodes never change, so there is no template. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    const region = document.createElement('div');
    region.setAttribute('role', 'status');
    region.append(this.#slot);
    const bank = document.createElement('slot');
    bank.name = 'bank';
    this.#link.setAttribute('part', 'bank');
    this.#link.append(bank);
    this.#slot.append(this.#text);
    bank.append(this.#linkText);
    root.replaceChildren(region);
    return root;
  }

  /** With another order or backend, the present status does not apply. A new `fetch` may end a refusal. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const asks = changed.has('order') || changed.has('backend') || changed.has('statusUrl');
    if (this.hasUpdated && !asks) {
      const isRefusal = this.#over && this.#outcome === 'error';
      if (isRefusal && this.fetch !== this.#fetch) this.#askLater();
      return;
    }
    if (!this.hasUpdated || changed.has('order')) this.#order = this.order;
    this.#outcome = 'pending';
    this.#start();
  }

  protected override updated(): void {
    // Without an order nothing is asked, so nothing may be claimed.
    this.#slot.hidden = !this.#order;
    this.#write(this.#text, this.#outcome);
    if (this.#slot.name !== this.#outcome) this.#slot.name = this.#outcome;
    this.#write(this.#linkText, 'bank');
    // Removed, because tools that check a page would report an empty link.
    this.#link.href = this.#bank ?? '';
    if (!this.#bank) this.#link.parentNode?.removeChild(this.#link);
    // Appending it again would take its focus.
    else if (!this.#link.isConnected) this.renderRoot.append(this.#link);
    showState(this, this.#states, this.#outcome);
  }

  /** English, where the language has no text: a screen reader would read it with the voice of the page. */
  #write(node: HTMLElement, name: keyof typeof english): void {
    const { language } = this.#look;
    const own = textsOf(this, language)[name];
    const text = own ?? english[name];
    // A screen reader would repeat a text that is written again.
    if (node.textContent === text) return;
    node.textContent = text;
    node.lang = own ? language : 'en';
    node.dir = 'auto';
  }

  #start(): void {
    this.#stop();
    this.#over = false;
    this.#turn = 0;
    this.#bank = undefined;
    if (this.#order && this.isConnected) void this.#ask();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#run++;
  }

  /** Not at once: a framework may make a new `fetch` at each update, also at the one that shows the error. */
  #askLater(): void {
    this.#over = false;
    const wait = waits[this.#turn++] ?? 15;
    this.#timer = setTimeout(() => void this.#ask(), wait * 1000);
  }

  async #ask(): Promise<void> {
    const run = this.#run;
    const order = this.#order;
    this.#fetch = this.fetch;
    const asked = await askStatus(this, { order })
      .then(({ acs_url, ...answer }) => ({
        ...answer,
        bank: answer.final || !acs_url ? undefined : bankPage(acs_url),
      }))
      .catch((error: unknown) => WalletError.from(error));
    if (run !== this.#run) return;
    let event: WalletErrorEvent | WalletResultEvent | undefined;
    if (asked instanceof WalletError) {
      // Another question changes neither a wrong address nor a refusal, but a server may recover.
      this.#over = isRefused(asked)
        ? /^4(?!29)/.test(`${asked.cause.status}`)
        : asked.code === 'config';
      if (this.#over) this.#outcome = 'error';
      event = new WalletErrorEvent(asked, true);
    } else {
      this.#over = asked.final;
      this.#outcome = asked.outcome;
      this.#bank = asked.bank;
      if (asked.final) event = new WalletResultEvent(asked, order, true);
    }
    if (!this.#over) this.#askLater();
    this.requestUpdate();
    if (event) this.dispatchEvent(event);
  }
}
