import type { BrowserContext, Page, Route } from '@playwright/test';
import type { ScenarioFields } from '@wallet-buttons/sandbox';
import { walletSheet } from '@wallet-buttons/sandbox/playwright';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from '../ledger.ts';
import { Wiretap, endings } from '../wiretap.ts';
import type { Backend } from './backend.ts';
import { randomFrom, type Random } from './random.ts';

/** A page of the payer, with everything that it said. */
export interface Tab {
  readonly page: Page;
  readonly wiretap: Wiretap;
  /** Presses whose document ended before they did. */
  lost: number;
}

const faults = ['abort', 'lost', 'html', 'slow', 'gateway'] as const;
const paths = ['/', '/', '/', '/react', '/vue', '/svelte', '/angular', '/return'];
const cards = [
  'visa-approve',
  'visa-approve',
  'mastercard-challenge',
  'pan-visa-challenge',
  'visa-decline',
];
/** No step waits longer for what may not be there. */
const timeout = 700;
const html = { contentType: 'text/html', body: '<!doctype html><h1>Bad gateway</h1>' };

/** A step: its name, and what it does. */
type Move = readonly [string, () => Promise<unknown>];

/** One payer with up to three tabs, a shop with two backends, a service and a network, all at random. */
export class Walk {
  readonly random: Random;
  readonly tabs: Tab[] = [];
  /** Closed tabs too: what they said counts. */
  readonly allTabs: Tab[] = [];
  readonly urls: string[] = [];
  readonly steps: string[] = [];
  readonly orders: readonly string[];
  /** The amounts that the shop's counter asked to give back, by order. */
  readonly asked = new Set<string>();
  isOffline = false;
  #fault: (typeof faults)[number] | undefined;
  readonly #context: BrowserContext;
  readonly #ledger: Ledger;
  readonly #backends: readonly Backend[];

  constructor(
    seed: number,
    context: BrowserContext,
    ledger: Ledger,
    backends: readonly Backend[],
    orders: readonly string[],
  ) {
    this.random = randomFrom(seed);
    this.#context = context;
    this.#ledger = ledger;
    this.#backends = backends;
    this.orders = orders;
  }

  async begin(): Promise<void> {
    // The page's own picker would undo the scenario.
    await this.#context.route('**/sandbox/control/scenario', (route) =>
      route.fulfill({ json: {} }),
    );
    await this.#context.route(/\/wallet\/\w/, async (route) => this.#answer(route));
    for (const order of this.orders) await this.#playScenario(order);
    await this.open('/', this.order);
    if (this.random.chance(0.5)) await this.open(this.random.one(paths), this.order);
  }

  /** The first order mostly, the second now and then. */
  get order(): string {
    return this.orders[this.random.chance(0.85) ? 0 : 1] ?? '';
  }

  async open(path: string, order: string): Promise<Tab> {
    const page = await this.#context.newPage();
    const tab = { page, wiretap: new Wiretap(), lost: 0 };
    const end = (): void => {
      const { events } = tab.wiretap;
      const open = presses(tab) - endingsOf(tab) - tab.lost;
      if (events.length > 0 && open > 0) tab.lost += open;
    };
    page.on('framenavigated', (frame) => void (frame === page.mainFrame() && end()));
    page.on('close', end);
    page.on('request', (request) => this.urls.push(request.url()));
    await tab.wiretap.attach(page);
    this.tabs.push(tab);
    this.allTabs.push(tab);
    await page.goto(`${path}?order=${order}`, { timeout: 15_000 }).catch(() => undefined);
    return tab;
  }

  /** One step. What is not possible now is left out. */
  async step(): Promise<void> {
    const { random } = this;
    if (this.isOffline && random.chance(0.3)) await this.#setOffline(false);
    const tab = random.one(this.tabs);
    const moves = await this.#moves(tab, random.one(['A', 'B'] as const));
    const [name, run] = random.one(moves);
    const at = this.steps.push(`${String(this.allTabs.indexOf(tab))} ${name}`) - 1;
    await run().catch(() => (this.steps[at] = `(${this.steps[at] ?? ''})`));
  }

  /** The network and the service are well again; nothing else changes. */
  async calm(): Promise<void> {
    this.#fault = undefined;
    await this.#setOffline(false);
    for (const { page } of this.tabs) await page.evaluate(abortAll).catch(() => undefined);
    for (const order of this.orders)
      await this.#ledger.play({ external_id: order, webhook: 'after' });
  }

  /** The counter captures, voids or refunds, perhaps twice at once. */
  async operate(order: string): Promise<void> {
    const { random } = this;
    const verb = random.one(['capture', 'void', 'refund', 'refund', 'refund']);
    const amount = random.one(['', '50.00', '20.00', '0.01', '500.00']);
    this.asked.add(`${order} ${verb} ${amount}`);
    const data = amount === '' || verb === 'void' ? {} : { amount };
    const send = async (): Promise<unknown> =>
      random.one(this.#backends).post(`/shop/payments/${order}/${verb}`, data);
    const [answer] = await Promise.all(random.chance(0.3) ? [send(), send()] : [send()]);
    this.steps.push(`${verb} ${amount}: ${JSON.stringify(answer).slice(0, 90)}`);
  }

  /** What the payer can do on the page, twice as likely as what anyone can do beside it. */
  async #moves(tab: Tab, wallet: 'A' | 'B'): Promise<readonly Move[]> {
    const { random, order } = this;
    const { page } = tab;
    const isOpen = await page
      .getByRole('dialog')
      .isVisible()
      .catch(() => false);
    const own = page.url().includes('/bank/')
      ? this.#atBank(page)
      : isOpen
        ? this.#inSheet(page)
        : this.#onPage(page, wallet);
    const path = random.one(paths);
    return [
      ...own,
      ...own,
      ...own,
      ['try again', async () => page.getByRole('link', { name: 'Try again' }).click({ timeout })],
      ['reload', async () => page.reload({ timeout: 10_000 })],
      ['back', async () => page.url().startsWith('http') && page.goBack({ timeout: 5000 })],
      ['forward', async () => page.goForward({ timeout: 5000 })],
      [`go ${path}`, async () => page.goto(`${path}?order=${order}`, { timeout: 10_000 })],
      ['clear storage', async () => page.evaluate(() => void localStorage.clear())],
      [`tab ${path}`, async () => this.tabs.length < 3 && this.open(path, order)],
      ['close', async () => this.#close(tab)],
      ['offline', async () => this.#setOffline(!this.isOffline)],
      ['fault', async () => Promise.resolve((this.#fault = random.one(faults)))],
      ['fault', async () => Promise.resolve((this.#fault = random.one(faults)))],
      ['kill', async () => random.one(this.#backends).kill()],
      ['scenario', async () => this.#playScenario(order)],
      ['webhook', async () => this.#ledger.sendWebhook({ external_id: order, count: 2 })],
      ['approve in app', async () => this.#approveInApp(order)],
      ['counter', async () => this.operate(order)],
      ['counter', async () => this.operate(order)],
      ['wait', async () => sleep(1500)],
    ];
  }

  #onPage(page: Page, wallet: 'A' | 'B'): readonly Move[] {
    const card = this.random.one(cards);
    const sheet = walletSheet(page, wallet);
    const press = async (): Promise<void> =>
      page.getByRole('button', { name: `Buy with Wallet ${wallet}` }).click({ timeout });
    const pay = async (): Promise<void> => {
      await press();
      await sheet.dialog.waitFor({ timeout: 2 * timeout });
      await Promise.race([sheet.pay({ card }), sleep(2 * timeout)]);
    };
    return [
      [`pay ${wallet} ${card}`, pay],
      [`pay ${wallet} ${card}`, pay],
      [`press ${wallet}`, press],
      ['focus', async () => page.evaluate(() => void window.dispatchEvent(new Event('focus')))],
    ];
  }

  #inSheet(page: Page): readonly Move[] {
    const card = this.random.one(cards);
    const wallets = ['A', 'B'] as const;
    const soon = async (act: (wallet: 'A' | 'B') => Promise<unknown>): Promise<unknown> =>
      Promise.race([Promise.any(wallets.map(act)), sleep(2 * timeout)]);
    return [
      [
        `agree ${card}`,
        async () => soon(async (wallet) => walletSheet(page, wallet).pay({ card })),
      ],
      ['cancel', async () => soon(async (wallet) => walletSheet(page, wallet).cancel())],
      ['abort', async () => page.evaluate(abortAll)],
    ];
  }

  #atBank(page: Page): readonly Move[] {
    const decide = (name: string): Move => [
      name,
      async () => page.getByRole('button', { name }).click({ timeout }),
    ];
    return [
      decide('Approve'),
      decide('Approve'),
      decide('Decline'),
      ['leave the bank', async () => page.getByText('Leave without').click({ timeout })],
    ];
  }

  async #playScenario(order: string): Promise<void> {
    const { random } = this;
    const chance = <T>(probability: number, value: T, other: T): T =>
      random.chance(probability) ? value : other;
    const fields: ScenarioFields = {
      result: random.one(['auto', 'auto', 'paid', 'holded', 'failed']),
      bankCheck: random.one(['auto', 'always', 'never']),
      answer: chance(
        0.5,
        'normal',
        random.one(['cut', 'truncated', 'html', 'empty', 'error500', 'error503', 'unknown-status']),
      ),
      answerOn: random.one(['pay-token', 'pay-token', 'get-status', 'session', 'payment', 'void']),
      processed: random.chance(0.9),
      processDelay: chance(0.2, 1500, 0),
      answerDelay: chance(0.2, 1500, 0),
      webhook: random.one(['before', 'after', 'never']),
      webhookDelay: chance(0.2, 1500, 0),
      webhookCopies: random.one([1, 1, 3]),
      webhookVersion: random.one(['v1', 'v2', 'v3']),
      settleAfter: chance(0.2, 3000, 0),
      changeAfter: chance(0.2, 2000, 0),
      expireAfter: chance(0.1, 4000, 0),
      paidOffAfter: chance(0.1, 4000, 0),
    };
    this.steps.push(`${order}: ${JSON.stringify(fields)}`);
    await this.#ledger.play({ external_id: order, ...fields });
  }

  async #approveInApp(order: string): Promise<void> {
    for (const url of await this.#ledger.waitingAtBank(order)) {
      await this.#context.request.post(url, { form: { decision: 'approve' }, maxRedirects: 0 });
    }
  }

  async #close(tab: Tab): Promise<void> {
    if (this.tabs.length === 1) return;
    this.tabs.splice(this.tabs.indexOf(tab), 1);
    await tab.page.close();
  }

  async #setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    await this.#context.setOffline(isOffline);
  }

  /** A call of a page: to either backend, over a network that has one fault at most. */
  async #answer(route: Route): Promise<void> {
    const fault = this.#fault;
    this.#fault = undefined;
    const backend = this.random.one(this.#backends);
    try {
      if (this.isOffline || fault === 'abort') return await route.abort();
      if (fault === 'html') return await route.fulfill({ status: 502, ...html });
      if (fault === 'slow') await sleep(2000);
      const { url, headers } = backend.reach(route.request());
      const response = await route.fetch({ url, headers, timeout: 60_000 });
      if (fault === 'lost' || this.isOffline) return await route.abort();
      if (fault === 'gateway') return await route.fulfill({ status: 504, ...html });
      await route.fulfill({ response });
    } catch {
      // The backend is dead, or the page is closed.
      await route.abort().catch(() => undefined);
    }
  }
}

export function presses({ wiretap }: Tab): number {
  return wiretap.events.filter(({ type }) => type === 'wallet-click').length;
}

/** The events that end a press, without those of a question or of a refusal before the press. */
export function endingsOf({ wiretap }: Tab): number {
  return wiretap.events.filter(
    ({ type, tag, asked, code }) =>
      tag.endsWith('-button') && endings.has(type) && !asked && !code?.startsWith('busy'),
  ).length;
}

function abortAll(): void {
  for (const tag of document.querySelectorAll('wallet-a-button, wallet-b-button')) {
    (tag as unknown as { abort: () => void }).abort();
  }
}
