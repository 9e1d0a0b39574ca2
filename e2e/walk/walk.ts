import type { BrowserContext, Page, Route } from '@playwright/test';
import { walletSheet, type WalletSheet } from '@wallet-buttons/sandbox/playwright';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalletName } from '../checkout.ts';
import type { Ledger } from '../ledger.ts';
import { Wiretap, endings } from '../wiretap.ts';
import { scenarioBy, type Chance } from './chance.ts';
import type { SecondBackend } from './second-backend.ts';

/** A step: its name, and what it does. */
type Move = readonly [string, () => Promise<unknown>];

const faults = ['abort', 'lost', 'html', 'slow', 'gateway'] as const;
type Fault = (typeof faults)[number];
const paths = ['/', '/', '/', '/react', '/vue', '/svelte', '/angular', '/return'];
const approved = 'visa-approve';
const cards = [approved, approved, 'mastercard-challenge', 'pan-visa-challenge', 'visa-decline'];
const wallets: readonly WalletName[] = ['A', 'B'];
/** No step waits longer for what may not be there. */
const soon = { timeout: 700 };
const html = { contentType: 'text/html', body: '<!doctype html><h1>Bad gateway</h1>' };

/** A page of the payer, with everything that it said. */
export class Tab {
  readonly page: Page;
  readonly wiretap = new Wiretap();
  readonly urls: string[] = [];
  /** Presses whose document ended before they did. */
  lost = 0;

  constructor(page: Page) {
    this.page = page;
    const end = (): void => {
      this.lost = Math.max(this.lost, this.presses - this.endings);
    };
    page.on('framenavigated', end);
    page.on('close', end);
    page.on('request', (request) => this.urls.push(request.url()));
  }

  get presses(): number {
    return this.wiretap.events.filter(({ type }) => type === 'wallet-click').length;
  }

  /** The events that end a press, without those of a question or of a refusal before the press. */
  get endings(): number {
    return this.wiretap.events.filter(
      ({ type, tag, asked, code }) =>
        tag.endsWith('-button') && endings.has(type) && !asked && !code?.startsWith('busy'),
    ).length;
  }
}

/** One payer with up to three tabs, a shop with two backends, a service and a network, all at random. */
export class Walk {
  readonly tabs: Tab[] = [];
  /** Closed ones too: what they said counts. */
  readonly allTabs: Tab[] = [];
  readonly steps: string[] = [];
  readonly orders: readonly string[];
  isOffline = false;
  #fault: Fault | undefined;
  readonly #chance: Chance;
  readonly #context: BrowserContext;
  readonly #ledger: Ledger;
  readonly #second: SecondBackend;

  constructor(
    chance: Chance,
    context: BrowserContext,
    ledger: Ledger,
    second: SecondBackend,
    orders: readonly string[],
  ) {
    this.#chance = chance;
    this.#context = context;
    this.#ledger = ledger;
    this.#second = second;
    this.orders = orders;
  }

  async begin(): Promise<void> {
    // The page's own picker would undo the scenario.
    const picker = '**/sandbox/control/scenario';
    await this.#context.route(picker, async (route) => route.fulfill({ json: {} }));
    await this.#context.route(/\/wallet\/\w/, async (route) => this.#answer(route));
    for (const order of this.orders) await this.#playScenario(order);
    await this.open('/', this.#order);
    if (this.#chance.of(50)) await this.open(this.#chance.one(paths), this.#order);
  }

  async open(path: string, order: string): Promise<Tab> {
    const tab = new Tab(await this.#context.newPage());
    await tab.wiretap.attach(tab.page);
    this.tabs.push(tab);
    this.allTabs.push(tab);
    await tab.page.goto(`${path}?order=${order}`).catch(() => undefined);
    return tab;
  }

  /** One step. A name in brackets was not possible. */
  async step(): Promise<void> {
    if (this.isOffline && this.#chance.of(30)) await this.#setOffline(false);
    const tab = this.#chance.one(this.tabs);
    const [name, run] = this.#chance.one(await this.#moves(tab));
    const at = this.steps.push(`${String(this.allTabs.indexOf(tab))} ${name}`) - 1;
    await run().catch(() => (this.steps[at] = `(${this.steps[at] ?? ''})`));
  }

  /** Closes the sheets. One stays open while its token is on the way, and after a declined card. */
  async abort(): Promise<void> {
    for (const { page } of this.tabs) await page.evaluate(abortAll).catch(() => undefined);
  }

  /** Lets network and service be well again. */
  async calm(): Promise<void> {
    this.#fault = undefined;
    await this.#setOffline(false);
    for (const order of this.orders) await this.#ledger.play({ external_id: order });
  }

  /** The counter captures, voids or refunds, perhaps twice at once. */
  async operate(order: string): Promise<void> {
    const verb = this.#chance.one(['capture', 'void', 'refund', 'refund', 'refund']);
    const amount = this.#chance.one(['', '50.00', '20.00', '0.01', '500.00']);
    const data = verb === 'void' ? {} : { amount };
    const clerks = Array.from({ length: this.#chance.of(30) ? 2 : 1 }, () => this.#backend);
    const path = `/shop/payments/${order}/${verb}`;
    this.steps.push(`${verb} ${amount} of ${order}, ${String(clerks.length)} times`);
    const send = async (url: string): Promise<unknown> =>
      this.#context.request.post(`${url}${path}`, { data }).catch(() => undefined);
    await Promise.all(clerks.map(send));
  }

  /** The first order mostly, the second now and then. */
  get #order(): string {
    return this.orders[this.#chance.of(85) ? 0 : 1] ?? '';
  }

  /** The base URL of either backend: the first is behind the pages' own address. */
  get #backend(): string {
    return this.#chance.of(50) ? '' : this.#second.url;
  }

  /** What the payer can do on the page, three times as likely as what can happen beside it. */
  async #moves({ page }: Tab): Promise<readonly Move[]> {
    const order = this.#order;
    const path = this.#chance.one(paths);
    const isOpen = await page.getByRole('dialog').isVisible();
    const own = page.url().includes('/bank/') ? atBank(page) : this.#inShop(page, isOpen);
    const fault: Move = [
      'fault',
      async () => Promise.resolve((this.#fault = this.#chance.one(faults))),
    ];
    const counter: Move = ['counter', async () => this.operate(order)];
    return [
      ...[own, own, own].flat(),
      ...[fault, fault, counter, counter],
      ['try again', async () => page.getByRole('link', { name: 'Try again' }).click(soon)],
      ['reload', async () => page.reload()],
      ['back', async () => page.goBack()],
      ['forward', async () => page.goForward()],
      [`go ${path} ${order}`, async () => page.goto(`${path}?order=${order}`)],
      ['clear storage', async () => page.evaluate('localStorage.clear()')],
      [`tab ${path} ${order}`, async () => this.tabs.length < 3 && this.open(path, order)],
      ['close', async () => this.#close()],
      ['offline', async () => this.#setOffline(!this.isOffline)],
      ['kill', async () => this.#kill()],
      ['scenario', async () => this.#playScenario(order)],
      ['webhook', async () => this.#ledger.sendWebhook({ external_id: order, count: 2 })],
      ['approve in app', async () => this.#approveInApp(order)],
      ['wait', async () => sleep(1500)],
    ];
  }

  #inShop(page: Page, isOpen: boolean): readonly Move[] {
    const wallet = this.#chance.one(wallets);
    const card = this.#chance.one(cards);
    const press = async (): Promise<void> =>
      page.getByRole('button', { name: `Buy with Wallet ${wallet}` }).click(soon);
    const agree = async (sheet: WalletSheet): Promise<void> => sheet.pay({ card });
    const inSheet = async (act: (sheet: WalletSheet) => Promise<void>): Promise<unknown> =>
      Promise.race([
        Promise.any(wallets.map(async (one) => act(walletSheet(page, one)))),
        sleep(2500),
      ]);
    const pay: Move = [
      `pay ${wallet} ${card}`,
      async () => press().then(async () => inSheet(agree)),
    ];
    const focus = async (): Promise<unknown> =>
      page.evaluate(() => window.dispatchEvent(new Event('focus')));
    if (!isOpen) return [pay, pay, [`press ${wallet}`, press], ['focus', focus]];
    return [
      [`agree ${card}`, async () => inSheet(agree)],
      ['cancel', async () => inSheet(async (sheet) => sheet.cancel())],
      ['abort', async () => page.evaluate(abortAll)],
    ];
  }

  async #playScenario(order: string): Promise<void> {
    const fields = scenarioBy(this.#chance);
    this.steps.push(`${order}: ${JSON.stringify(fields)}`);
    await this.#ledger.play({ external_id: order, ...fields });
  }

  async #approveInApp(order: string): Promise<void> {
    for (const url of await this.#ledger.waitingAtBank(order)) {
      await this.#context.request.post(url, { form: { decision: 'approve' }, maxRedirects: 0 });
    }
  }

  async #kill(): Promise<void> {
    if (this.#backend !== '') {
      this.#second.kill();
      return;
    }
    const answer = await this.#context.request.get('/shop/healthz');
    process.kill(((await answer.json()) as { readonly pid: number }).pid, 'SIGKILL');
  }

  async #close(): Promise<void> {
    if (this.tabs.length > 1) await this.tabs.shift()?.page.close();
  }

  async #setOffline(isOffline: boolean): Promise<void> {
    this.isOffline = isOffline;
    await this.#context.setOffline(isOffline);
  }

  /** A call of a page, over a network that has one fault at most. */
  async #answer(route: Route): Promise<void> {
    const fault = this.#fault;
    this.#fault = undefined;
    try {
      if (fault === 'slow') await sleep(2000);
      if (this.isOffline || fault === 'abort') await route.abort();
      else if (fault === 'html') await route.fulfill({ status: 502, ...html });
      else await this.#pass(route, fault);
    } catch {
      // The backend is dead, or the page is closed.
      await route.abort().catch(() => undefined);
    }
  }

  /** Passes a call on to either backend, and its answer back. */
  async #pass(route: Route, fault: Fault | undefined): Promise<void> {
    const { host, origin, pathname } = new URL(route.request().url());
    const url = `${this.#backend || origin}${pathname}`;
    const response = await route.fetch({ url, headers: { ...route.request().headers(), host } });
    if (this.isOffline || fault === 'lost') await route.abort();
    else await route.fulfill(fault === 'gateway' ? { status: 504, ...html } : { response });
  }
}

function atBank(page: Page): readonly Move[] {
  const decide = (name: string): Move => [
    name,
    async () => page.getByRole('button', { name }).click(soon),
  ];
  const leave: Move = ['leave', async () => page.getByText('Leave without').click(soon)];
  return [decide('Approve'), decide('Approve'), decide('Decline'), leave];
}

/** Runs in the page. */
function abortAll(): void {
  for (const tag of document.querySelectorAll('wallet-a-button, wallet-b-button')) {
    (tag as unknown as { abort: () => void }).abort();
  }
}
