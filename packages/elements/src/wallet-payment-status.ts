import { isSettled, type Outcome, type StatusAnswer } from '@wallet-buttons/protocol';
import {
  unsafeCSS,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
} from '@lit/reactive-element';
import { askStatus, hasNoPayment, isFree, isRefused, type Fetch } from './backend.ts';
import { LookController } from './controllers/look.ts';
import { WalletError } from './errors.ts';
import { WalletErrorEvent, WalletResultEvent } from './events.ts';
import { isTravelling, markOf, orderEvent, rawMark, setMark, stampOf } from './order-lock.ts';
import { page } from './page.ts';
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

/** Seconds between two questions; after these, 15. As long, the backend may know of no payment because of its delay. */
const waits = [1, 1, 2, 4, 8];
const result = 'wallet-result';
/** Events of the window. */
const types = [result, orderEvent, 'storage', 'focus', 'pageshow'];

/** The fields of a result event, which may come from another copy of the package. */
type Answered = Pick<WalletResultEvent, 'order' | 'outcome' | 'status' | 'final'>;

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
  /** Whether the last answer was that the order has no payment. */
  #isUnpaid = false;
  /** Whether the backend has answered. Until then a button of the order knows more. */
  #isAnswered = false;
  /** The mark of the order at the last answer. */
  #mark = '';

  override connectedCallback(): void {
    super.connectedCallback();
    for (const type of types) addEventListener(type, this, type === result);
    if (!this.hasUpdated) return;
    // The address may have changed without a reload. One without an order changes nothing.
    if (this.order && this.order !== this.#order) this.requestUpdate('order', this.#order);
    // A moved tag does not repeat its result.
    else if (!this.#over || this.#outcome === 'error') this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const type of types) removeEventListener(type, this, type === result);
    this.#stop();
  }

  /** Follows the buttons of the order, and the payer who comes back. */
  handleEvent(event: Event): void {
    const { type } = event;
    if (type === result) {
      const answer = event as Event & Answered;
      if (answer.order === this.#order && event.composedPath()[0] !== this) this.#hear(answer);
    } else if (type === 'focus' || type === 'pageshow') {
      if (this.#over && this.#isUnpaid) this.#restart();
    } else if (this.#over && isTravelling(this.#order) && rawMark(this.#order) !== this.#mark) {
      this.#restart();
    } else this.requestUpdate();
  }

  /** Another tag of the document has the backend's answer. */
  #hear({ outcome, status, final = isSettled(outcome) }: Answered): void {
    if (!final) this.#restart();
    else if (!this.#over || outcome !== this.#outcome || this.#isUnpaid) {
      this.#stop();
      this.#take({ outcome, status, final });
    }
  }

  #restart(): void {
    this.#outcome = 'pending';
    this.#start();
    this.requestUpdate();
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
    const order = this.#order;
    // The order is free by what its button knows, so nothing is being checked.
    const isOffered = this.#outcome === 'pending' && page().states?.get(order) === 'free';
    const outcome = isOffered && this.#isUnpaid ? 'failed' : this.#outcome;
    // Without an order nothing is asked, so nothing may be claimed.
    this.#slot.hidden = !order || (isOffered && !this.#isAnswered);
    this.#write(this.#text, outcome);
    if (this.#slot.name !== outcome) this.#slot.name = outcome;
    this.#write(this.#linkText, 'bank');
    // Removed, because tools that check a page would report an empty link.
    this.#link.href = this.#bank ?? '';
    if (!this.#bank) this.#link.parentNode?.removeChild(this.#link);
    // Appending it again would take its focus.
    else if (!this.#link.isConnected) this.renderRoot.append(this.#link);
    showState(this, this.#states, outcome);
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
    this.#isUnpaid = this.#isAnswered = false;
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
    const stamp = stampOf(order);
    const answer = await askStatus(this, { order }).catch((error: unknown) =>
      WalletError.from(error),
    );
    if (run !== this.#run) return;
    // The answer may be older than the last press.
    if (stamp !== stampOf(order)) void this.#ask();
    else if (isTravelling(order) && isFree(answer)) this.#askLater();
    else if (answer instanceof WalletError) this.#fail(answer);
    else this.#take(answer);
  }

  #take({ acs_url, ...answer }: StatusAnswer): void {
    const order = this.#order;
    const { outcome, final } = answer;
    this.#isAnswered = true;
    this.#isUnpaid = false;
    this.#over = final;
    this.#outcome = outcome;
    try {
      this.#bank = final || !acs_url ? undefined : bankPage(acs_url);
    } catch (error) {
      this.#bank = undefined;
      this.dispatchEvent(new WalletErrorEvent(error, true));
    }
    // A button of the order, in whatever document, asks by itself then.
    if (!isFree(answer) && !markOf(order)) setMark(order, 'sent');
    this.#mark = rawMark(order);
    if (!final) this.#askLater();
    this.requestUpdate();
    if (final) this.dispatchEvent(new WalletResultEvent(answer, order, true));
  }

  #fail(error: WalletError): void {
    const order = this.#order;
    const state = page().states?.get(order);
    this.#isUnpaid = hasNoPayment(error);
    this.#isAnswered ||= this.#isUnpaid;
    this.#mark = rawMark(order);
    if (this.#isUnpaid) {
      // The token may still be on its way, and a button of the order may know that.
      const isKnown = state !== undefined && state !== 'free' && state !== 'sheet';
      this.#over = this.#turn >= waits.length && !isKnown;
      this.#outcome = this.#over ? 'failed' : 'pending';
    } else {
      // Another question changes neither a wrong address nor a refusal, but a server may recover.
      this.#over = isRefused(error)
        ? /^4(?!29)/.test(`${error.cause.status}`)
        : error.code === 'config';
      if (this.#over) this.#outcome = 'error';
    }
    if (!this.#over) this.#askLater();
    this.requestUpdate();
    if (this.#over || !this.#isUnpaid) this.dispatchEvent(new WalletErrorEvent(error, true));
  }
}
