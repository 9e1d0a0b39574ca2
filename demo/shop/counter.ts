import './office.ts';
import { deskTokens } from './desk-tokens.ts';
import { logEvents } from './event-log.ts';
import { countCharges, readLedger, serviceWords, type LedgerSession } from './ledger.ts';
import { forgetOrder, readOrder } from './order.ts';
import { scenarios, webhooks } from './scenarios.ts';

const quickMs = 1_000;
const quietMs = 5_000;
/** For this long after the last event the order may still change by itself. */
const livelyMs = 20_000;

/**
 * `<shop-counter order="…">`: the part that the payer does not see. Chooses the behaviour of bank and service,
 * logs the tags' events, and shows the order as the shop's server and the service's ledger have it.
 * With `watch` it only watches.
 */
class ShopCounter extends HTMLElement {
  static readonly observedAttributes = ['order'];
  #lastActivity = 0;
  #timer: number | undefined;

  connectedCallback(): void {
    if (this.childElementCount > 0) return;
    this.innerHTML = panel(this.hasAttribute('watch'));
    this.#part('details', HTMLDetailsElement).open = matchMedia('(min-width: 70rem)').matches;
    this.#restoreChoice();
    logEvents(this.#part('.events', HTMLElement), () => {
      this.#stir();
    });
    this.addEventListener('change', () => {
      this.#rememberChoice();
      void this.#sendScenario();
    });
    this.querySelector('button')?.addEventListener('click', () => {
      forgetOrder();
      location.assign(location.pathname);
    });
    addEventListener('pageshow', () => {
      this.#stir();
    });
    document.addEventListener('visibilitychange', () => {
      this.#stir();
    });
    this.attributeChangedCallback();
  }

  attributeChangedCallback(): void {
    if (this.childElementCount === 0 || !this.#order) return;
    if (!this.hasAttribute('watch')) void this.#sendScenario();
    this.#stir();
  }

  get #order(): string {
    return this.getAttribute('order') ?? '';
  }

  /** Reads the order now, and often for the next {@link livelyMs}. */
  #stir(): void {
    this.#lastActivity = Date.now();
    clearTimeout(this.#timer);
    void this.#look();
  }

  async #look(): Promise<void> {
    const id = this.#order;
    if (!id || document.hidden) return;
    const [order, sessions] = await Promise.all([
      readOrder(id).catch(() => undefined),
      readLedger(id).catch(() => undefined),
    ]);
    this.#say('order', id);
    this.#say('shop', order ? `${order.status}, ${order.amount} ${order.currency}` : 'no answer');
    this.#say('service', sessions ? serviceWords(sessions) : 'no answer');
    this.#sayCharges(sessions);
    void this.querySelector('shop-office')?.refresh();

    const lively = Date.now() - this.#lastActivity < livelyMs;
    if (!lively && (order?.status === 'succeeded' || order?.status === 'refunded')) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), lively ? quickMs : quietMs);
  }

  #say(fact: string, words: string): void {
    const place = this.#part(`[data-fact='${fact}']`, HTMLElement);
    if (place.textContent !== words) place.textContent = words;
  }

  #sayCharges(sessions: readonly LedgerSession[] | undefined): void {
    const { charges, holds } = countCharges(sessions ?? []);
    const holdText = holds === 0 ? '' : `, held ${holds === 1 ? 'once' : `${String(holds)} times`}`;
    this.#say('charges', sessions ? `${String(charges)}${holdText}` : 'no answer');
    const isDouble = charges + holds > 1;
    this.#part(`[data-fact='charges']`, HTMLElement).classList.toggle('double', isDouble);
  }

  async #sendScenario(): Promise<void> {
    if (!this.#order) return;
    const scenario = scenarios.find(({ id }) => id === this.#choice('scenario'));
    await fetch('/sandbox/control/scenario', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        external_id: this.#order,
        webhook: this.#choice('webhook') ?? 'after',
        ...scenario?.fields,
      }),
    }).catch(() => undefined);
  }

  #choice(name: string): string | undefined {
    return this.querySelector<HTMLInputElement>(`input[name=${name}]:checked`)?.value;
  }

  #rememberChoice(): void {
    for (const name of ['scenario', 'webhook']) {
      sessionStorage.setItem(name, this.#choice(name) ?? '');
    }
  }

  #restoreChoice(): void {
    for (const input of this.querySelectorAll('input')) {
      if (sessionStorage.getItem(input.name) === input.value) input.checked = true;
    }
  }

  #part<T extends Element>(selector: string, type: new () => T): T {
    const part = this.querySelector(selector);
    if (part instanceof type) return part;
    throw new Error(`The counter has no ${selector}.`);
  }
}

/** Only fixed text; data from a server is set as text later. */
function panel(watch: boolean): string {
  return `
    <aside class="counter" aria-labelledby="counter-title">
      <details>
        <summary><h2 id="counter-title">Behind the counter</h2></summary>
        <p class="lead">What the payer does not see.</p>
        ${watch ? '' : choices()}
        <div class="part">
          <h3>This order</h3>
          <dl class="facts">
            <div><dt>Reference</dt><dd data-fact="order">…</dd></div>
            <div><dt>Shop’s server</dt><dd data-fact="shop">…</dd></div>
            <div><dt>Service’s ledger</dt><dd data-fact="service">…</dd></div>
            <div><dt>Charges</dt><dd class="charges" data-fact="charges">…</dd></div>
          </dl>
          ${watch ? '' : '<button type="button">New order</button>'}
        </div>
        <div class="part">
          <h3>Orders</h3>
          <shop-office></shop-office>
          <p class="desk">
            <a href="/office/desk/" target="_blank">Open the desk</a> of the shop’s people with
            <code>${deskTokens.operate}</code>, or with <code>${deskTokens.read}</code> to look only.
          </p>
        </div>
        <div class="part">
          <h3 id="events-title">Events of the tags</h3>
          <div class="events" role="log" aria-live="off" aria-labelledby="events-title" tabindex="0">
            <ol><li class="none">None yet.</li></ol>
          </div>
        </div>
      </details>
    </aside>`;
}

function choices(): string {
  return `
    <form class="part">
      <fieldset>
        <legend>What do the bank and the service do?</legend>
        ${scenarios
          .map(
            ({ id, name, says }, index) => `
              <label>
                <input type="radio" name="scenario" value="${id}" ${index === 0 ? 'checked' : ''}>
                ${name} <small>${says}</small>
              </label>`,
          )
          .join('')}
      </fieldset>
      <fieldset class="webhooks">
        <legend>Does the webhook come before or after the answer?</legend>
        ${webhooks
          .map(
            (timing) => `
              <label>
                <input type="radio" name="webhook" value="${timing}" ${timing === 'after' ? 'checked' : ''}>
                ${timing}
              </label>`,
          )
          .join('')}
      </fieldset>
    </form>`;
}

customElements.define('shop-counter', ShopCounter);
