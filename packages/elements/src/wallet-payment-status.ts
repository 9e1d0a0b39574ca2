import { isSettled, type Outcome } from '@wallet-buttons/protocol';
import {
  ReactiveElement,
  type CSSResult,
  type PropertyDeclarations,
  type PropertyValues,
  unsafeCSS,
} from '@lit/reactive-element';
import { askStatus } from './backend.ts';
import { WalletError } from './errors.ts';
import { WalletErrorEvent, WalletResultEvent } from './events.ts';
import { bankPage } from './redirect.ts';

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
export class WalletPaymentStatus extends ReactiveElement {
  static override styles: CSSResult = unsafeCSS(
    ':host{display:block}:host([hidden]){display:none}',
  );

  static override properties: PropertyDeclarations = {
    order: {},
    backend: {},
    statusUrl: { attribute: 'status-url' },
    outcome: { state: true },
    bank: { state: true },
  };

  /** The merchant's order reference. */
  order = '';
  backend = '/wallet';
  statusUrl = '';

  protected outcome: Outcome | 'error' = 'pending';
  /** The bank's page, while it waits for the payer. */
  protected bank: string | undefined;
  readonly #internals = this.attachInternals();
  readonly #slot = document.createElement('slot');
  readonly #link = document.createElement('a');
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#start();
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

  protected override updated(changed: PropertyValues): void {
    if (['order', 'backend', 'statusUrl'].some((name) => changed.has(name))) this.#start();
    this.#slot.name = this.outcome;
    this.#slot.textContent = texts[this.outcome];
    // A link that leads nowhere would be one for tools that look through the page.
    this.#link.href = this.bank ?? '';
    if (this.bank) this.renderRoot.append(this.#link);
    else this.#link.remove();
    try {
      this.#internals.states.clear();
      this.#internals.states.add(this.outcome);
    } catch {
      // Safari before 17.4 and Chromium before 125 know no such states; only looks depend on them.
    }
  }

  #start(): void {
    this.#stop();
    this.bank = undefined;
    if (this.order) void this.#ask(this.#run, 0);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#run++;
  }

  async #ask(run: number, turn: number): Promise<void> {
    const asked = await askStatus(this, this)
      .then(({ acs_url, ...answer }) => ({ ...answer, bank: acs_url && bankPage(acs_url) }))
      .catch((error: unknown) => error as WalletError);
    if (run !== this.#run) return;
    if (asked instanceof WalletError) {
      const refused = asked.code === 'refused';
      if (refused) this.outcome = 'error';
      this.dispatchEvent(new WalletErrorEvent(asked));
      if (refused) return;
    } else {
      this.outcome = asked.outcome;
      const final = asked.final || isSettled(asked.outcome);
      this.bank = final ? undefined : asked.bank;
      if (final) {
        this.dispatchEvent(new WalletResultEvent(asked.outcome, asked.status, this.order, true));
        return;
      }
    }
    const wait = waits[Math.min(turn, waits.length - 1)] ?? 1;
    this.#timer = setTimeout(() => void this.#ask(run, turn + 1), wait * 1000);
  }
}
