import { isSettled, type Outcome, type StatusAnswer } from '@wallet-buttons/protocol';
import type { CSSResult, PropertyDeclarations, PropertyValues } from '@lit/reactive-element';
import { hasNoPayment, isFree, isLasting } from './backend.ts';
import type { Fetch } from './call.ts';
import { LookController } from './controllers/look.ts';
import { OrderListener } from './controllers/order-listener.ts';
import { WalletError } from './errors.ts';
import { WalletResultEvent } from './events.ts';
import { WalletErrorEvent } from './readiness-events.ts';
import { isTravelling, markOf, rawMark, setMark, stampOf } from './order-lock.ts';
import { page } from './page.ts';
import { bankPage } from './redirect.ts';
import { SettingsElement, type Values } from './settings.ts';
import { Questions } from './questions.ts';
import { askWithReceipt } from './wallet-payment-status-receipt.ts';
import { showState, statesOf } from './states.ts';
import { statusStyles, StatusView } from './status-view.ts';
import { textsOf } from './texts.ts';
import { statusSettings } from './wallet-payment-status-settings.ts';

/** The settings are its properties. */
export interface WalletPaymentStatus extends Values<typeof statusSettings> {}

/**
 * The status of an order's payment, for the page of `redirect_url`. It asks the merchant's backend until the status is
 * final. It needs no other script of this package.
 *
 * @customElement wallet-payment-status
 * @fires {WalletResultEvent} wallet-result - Once, when the status is final.
 * @fires {WalletErrorEvent} wallet-error - The backend refused, or cannot be reached and is asked again.
 * @slot bank - Replaces the text of the link to the bank's page, which is shown while the bank waits.
 * @slot succeeded authorized pending unknown failed cancelled expired refunded disputed error - Replaces the text of that outcome.
 * @csspart bank - The link to the bank's page.
 * @cssstate succeeded authorized pending unknown failed cancelled expired refunded disputed error
 */
export class WalletPaymentStatus extends SettingsElement {
  static override styles: CSSResult = statusStyles;
  static override properties: PropertyDeclarations = statusSettings;

  /** The order that is asked about: the page may remove it from its address later. */
  #order = '';
  #outcome: Outcome | 'error' = 'pending';
  /** The bank's page, while it waits for the payer. */
  #bank: string | undefined;
  readonly #look = new LookController(this);
  readonly #states = statesOf(this);
  readonly #view = new StatusView();
  readonly #questions = new Questions(() => this.#ask());
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

  constructor() {
    super();
    new OrderListener(this, {
      answered: ({ outcome, status, order, final = isSettled(outcome) }) => {
        if (order !== this.#order) return;
        if (!final) this.#restart();
        else if (!this.#over || outcome !== this.#outcome || this.#isUnpaid) {
          this.#questions.stop();
          this.#take({ outcome, status, final });
        }
      },
      returned: () => {
        if (this.#over && this.#isUnpaid) void this.#ask();
      },
      changed: () => {
        const isNew = isTravelling(this.#order) && rawMark(this.#order) !== this.#mark;
        if (this.#over && isNew) this.#restart();
        else this.requestUpdate();
      },
    });
  }

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
    this.#questions.stop();
  }

  #restart(): void {
    this.#start();
    this.requestUpdate();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    root.replaceChildren(this.#view.region);
    return root;
  }

  /** With another order or backend, the present status does not apply. A new `fetch` may end a refusal. */
  protected override willUpdate(changes: PropertyValues<this>): void {
    const asks = changes.has('order') || changes.has('backend') || changes.has('statusUrl');
    if (this.hasUpdated && !asks) {
      const isRefusal = this.#over && this.#outcome === 'error';
      if (isRefusal && this.fetch !== this.#fetch) this.#askLater();
      return;
    }
    if (!this.hasUpdated || changes.has('order')) this.#order = this.order;
    this.#start();
  }

  protected override updated(): void {
    // The order is free by what its button knows, so nothing is being checked.
    const isOffered =
      this.#outcome === 'pending' && page().orders?.get(this.#order)?.state === 'free';
    const outcome = isOffered && this.#isUnpaid ? 'failed' : this.#outcome;
    const { language } = this.#look;
    // Without an order nothing is asked, so nothing may be claimed.
    const isHidden = !this.#order || (isOffered && !this.#isAnswered);
    this.#view.show(outcome, isHidden, textsOf(this, language), language);
    this.#view.link(this.#bank, this.renderRoot);
    showState(this, this.#states, outcome);
  }

  #start(): void {
    this.#outcome = 'pending';
    this.#questions.start();
    this.#over = false;
    this.#bank = undefined;
    this.#isUnpaid = this.#isAnswered = false;
    if (this.#order && this.isConnected) void this.#ask();
  }

  /** Not at once: a framework may make a new `fetch` at each update, also at the one that shows the error. */
  #askLater(): void {
    this.#over = false;
    this.#questions.later();
  }

  async #ask(): Promise<void> {
    const { run } = this.#questions;
    const order = this.#order;
    this.#fetch = this.fetch;
    const stamp = stampOf(order);
    const answer = await askWithReceipt(this, order);
    if (run !== this.#questions.run) return;
    // The answer may be older than the last press.
    if (stamp !== stampOf(order)) void this.#ask();
    else if (isTravelling(order) && isFree(answer)) this.#askLater();
    else if (answer instanceof WalletError) this.#fail(answer);
    else this.#take(answer);
  }

  #take({ acs_url, ...answer }: StatusAnswer): void {
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
    if (!isFree(answer) && !markOf(this.#order)) setMark(this.#order, 'sent');
    this.#mark = rawMark(this.#order);
    if (!final) this.#askLater();
    this.requestUpdate();
    if (final) this.dispatchEvent(new WalletResultEvent(answer, this.#order, true));
  }

  #fail(error: WalletError): void {
    const order = page().orders?.get(this.#order);
    this.#isUnpaid = hasNoPayment(error);
    this.#isAnswered ||= this.#isUnpaid;
    this.#mark = rawMark(this.#order);
    if (this.#isUnpaid) {
      // A button of the order may know that its token is still on its way, or that its call has failed.
      const isOpen = order !== undefined && !/free|sheet|closed/.test(order.state);
      this.#over = order?.state === 'unsure' || !(isOpen || this.#questions.areEarly);
      this.#outcome = this.#over ? 'failed' : 'pending';
      if (this.#over) order?.look();
    } else {
      this.#over = isLasting(error);
      if (this.#over) this.#outcome = 'error';
    }
    if (!this.#over) this.#askLater();
    this.requestUpdate();
    if (this.#over || !this.#isUnpaid) this.dispatchEvent(new WalletErrorEvent(error, true));
  }
}
