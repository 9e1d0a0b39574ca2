import { expect, type Locator, type Page } from '@playwright/test';
import type { ScenarioFields } from '@wallet-buttons/sandbox';
import { walletSheet, type WalletSheet } from '@wallet-buttons/sandbox/playwright';
import type { Ledger } from './ledger.ts';
import type { Store } from './store.ts';
import { secretsOf, Wiretap } from './wiretap.ts';

export type WalletName = 'A' | 'B';

/** The books of both sides for an order after its end. */
export interface Books {
  readonly charges: number;
  /** The provider status of each session that a token was sent to, oldest first. */
  readonly ledger: readonly string[];
  /** The merchant's attempts, oldest first. */
  readonly store: readonly string[];
  readonly shop: string;
}

/** One payment, done. */
export const paidOnce: Books = { charges: 1, ledger: ['paid'], store: ['paid'], shop: 'succeeded' };

/** A session and an attempt may have been opened, but no token was sent. */
export const untouched: Books = { charges: 0, ledger: [], store: [], shop: 'open' };

/** The demo's checkout page, used as a payer uses it. */
export class Checkout {
  readonly page: Page;
  readonly #ledger: Ledger;
  readonly #store: Store;
  readonly #wiretap = new Wiretap();
  readonly #provoked: RegExp[] = [];
  #order = '';
  #lostPresses = 0;

  constructor(page: Page, ledger: Ledger, store: Store) {
    this.page = page;
    this.#ledger = ledger;
    this.#store = store;
  }

  /** The code of the order that the page is about. */
  get order(): string {
    return this.#order;
  }

  get notice(): Locator {
    return this.page.locator('#notice');
  }

  /**
   * Opens the shop with a new order, or with one that there is. With a scenario bank and service keep
   * to it; without one they follow the page's own picker.
   */
  async open(scenario?: ScenarioFields, order?: string, path = '/'): Promise<void> {
    await this.#wiretap.attach(this.page);
    if (scenario || order) await this.page.addInitScript(restPicker);
    await this.page.goto(order ? `${path}?order=${order}` : path);
    const code = this.page.locator('#order-code');
    await expect(code).toHaveText(/^A-\w{6}$/);
    this.#order = await code.innerText();
    if (scenario) await this.#ledger.play({ external_id: this.#order, ...scenario });
  }

  button(wallet: WalletName): Locator {
    return this.page.getByRole('button', { name: `Buy with Wallet ${wallet}` });
  }

  sheet(wallet: WalletName): WalletSheet {
    return walletSheet(this.page, wallet);
  }

  /** The button in the sheet. */
  payButton(wallet: WalletName): Locator {
    return this.sheet(wallet).dialog.getByRole('button', { name: 'Pay', exact: true });
  }

  /** Presses the wallet's button and agrees in its sheet. */
  async pay(wallet: WalletName, card: string): Promise<void> {
    await this.button(wallet).click();
    await this.sheet(wallet).pay({ card });
  }

  /** Errors on the console that the test itself brings about. */
  provokes(...errors: readonly RegExp[]): void {
    this.#provoked.push(...errors);
  }

  /** Leaves the page in the middle of a press: no listener is left for its end. */
  losesThePress(): void {
    this.#lostPresses += 1;
  }

  /** What each press came to, oldest first: `wallet-result succeeded`. */
  endings(): readonly string[] {
    return this.#wiretap.endings.map(({ type, outcome, phase, code }) =>
      [type, outcome ?? phase ?? code].filter(Boolean).join(' '),
    );
  }

  /** The events of `<wallet-payment-status>`, oldest first. */
  statusEvents(): readonly string[] {
    return this.#wiretap.events
      .filter(({ tag }) => tag === 'wallet-payment-status')
      .map(({ type, outcome, code }) => [type, outcome ?? code].filter(Boolean).join(' '));
  }

  /** The page's own log, line by line: `wallet-click wallet-a`. */
  async log(): Promise<readonly string[]> {
    const lines = this.page.getByRole('log', { name: 'Events of the tags' }).getByRole('listitem');
    return (await lines.allInnerTexts()).map((line) => line.split(/\s+/).slice(1, 3).join(' '));
  }

  async expectEndings(...endings: readonly string[]): Promise<void> {
    await expect.poll(() => this.endings()).toEqual(endings);
  }

  /** The payer reads that it is paid, on any page, and cannot pay again. */
  async expectThanks(): Promise<void> {
    const words = this.page.getByRole('heading', { name: 'Thank you' });
    await expect(words.filter({ visible: true })).toHaveCount(1);
    await this.#expectNoOffer();
  }

  /** The payer reads that the payment is being checked, and cannot pay again. */
  async expectChecking(): Promise<void> {
    const words = this.page.getByText(/^Your payment is being checked/);
    await expect(words.filter({ visible: true })).toHaveCount(1);
    await expect(this.page.getByText('Do not pay again').filter({ visible: true })).toHaveCount(1);
    await this.#expectNoOffer();
  }

  /** The payer reads something beside both buttons, and can press either. */
  async expectOffer(words: string | RegExp): Promise<void> {
    await expect(this.notice).toContainText(words);
    await expect(this.button('A')).toBeEnabled();
    await expect(this.button('B')).toBeEnabled();
  }

  /** Waits until the books of both sides match. */
  async expectBooks(books: Books): Promise<void> {
    await expect.poll(() => this.#books()).toEqual(books);
  }

  /** What holds after every test, however the payment went. */
  async expectNothingWrong(): Promise<void> {
    await expect
      .poll(() => this.#wiretap.presses - this.endings().length, 'each press ends once')
      .toBe(this.#lostPresses);
    expect(await this.#ledger.charges(this.#order), 'never two charges').toBeLessThanOrEqual(1);
    const errors = this.#wiretap.errors.filter(
      (error) => !this.#provoked.some((pattern) => pattern.test(error)),
    );
    expect(errors, 'no errors on the console').toEqual([]);
    this.#expectNoToken();
  }

  async #books(): Promise<Books> {
    const sessions = await this.#ledger.sessions(this.#order);
    return {
      charges: await this.#ledger.charges(this.#order),
      ledger: sessions.filter(({ attempts }) => attempts.length > 0).map(({ status }) => status),
      store: this.#store.attempts(this.#order).map(({ state }) => state),
      shop: this.#store.order(this.#order),
    };
  }

  async #expectNoOffer(): Promise<void> {
    await expect(this.page.getByRole('button', { name: /^Buy with/ })).toHaveCount(0);
  }

  /** The store may contain only the hash of a token. */
  #expectNoToken(): void {
    for (const token of this.#wiretap.tokens) {
      const secrets = secretsOf(token);
      expect(secrets, 'a token has a part worth hiding').not.toHaveLength(0);
      const base64 = Buffer.from(token).toString('base64').slice(0, 200);
      expect(this.#store.held([...secrets, base64]), 'no token in the store').toEqual([]);
    }
  }
}

/** Runs in the page: its picker, which speaks at every load, leaves the scenario to the test. */
function restPicker(): void {
  const fetch = window.fetch.bind(window);
  window.fetch = (input, init) =>
    input === '/sandbox/control/scenario'
      ? Promise.resolve(new Response('{}'))
      : fetch(input, init);
}
