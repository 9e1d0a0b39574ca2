import { type BrowserContext, expect, type Page } from '@playwright/test';
import { walletSheet, type WalletSheet } from '@wallet-buttons/sandbox/playwright';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WalletName } from '../checkout.ts';
import type { Ledger } from '../ledger.ts';
import { counterCalls, scenarioBy, type Chance } from './chance.ts';
import { Counter } from './counter.ts';
import { faults, Network } from './network.ts';
import type { Shop } from './shop.ts';
import { Tab } from './tab.ts';

/** A step: its name, and what it does. */
type Move = readonly [string, () => Promise<unknown>];

const paths = ['/', '/', '/', '/react', '/vue', '/svelte', '/angular', '/return'];
const approved = 'visa-approve';
const cards = [approved, approved, 'mastercard-challenge', 'pan-visa-challenge', 'visa-decline'];
const wallets: readonly WalletName[] = ['A', 'B'];
/** No step waits longer for what may not be there. */
const soon = { timeout: 700 };
/** By then every call has had its effect, and no question has an old answer. */
const restMs = 6000;
/** The same once the service is well. */
const calmMs = 3500;
/** Longer than the grace period, and than the pause before the first question about a paid order. */
const anHourOrSo = 80 * 60_000;
const mostPasses = 2;
const dayAndNight = 30 * 60 * 60_000;

/** One payer with up to three tabs, a shop with two backends, a service and a network, all at random. */
export class Walk {
  readonly tabs: Tab[] = [];
  /** Closed ones too: what they said counts. */
  readonly allTabs: Tab[] = [];
  readonly steps: string[] = [];
  readonly orders: readonly string[];
  readonly network: Network;
  readonly #chance: Chance;
  readonly #context: BrowserContext;
  readonly #ledger: Ledger;
  readonly #shop: Shop;
  readonly #counter: Counter;
  /** The orders whose operations the service may have dropped. */
  readonly #dropping = new Set<string>();
  /** The orders that were refunded in the service's cabinet. */
  readonly #inCabinet = new Set<string>();
  #passes = 0;

  constructor(
    chance: Chance,
    context: BrowserContext,
    ledger: Ledger,
    shop: Shop,
    orders: readonly string[],
  ) {
    this.#chance = chance;
    this.#context = context;
    this.#ledger = ledger;
    this.#shop = shop;
    this.orders = orders;
    const backend = (): string => chance.one(shop.urls);
    this.network = new Network(context, backend);
    this.#counter = new Counter(chance, context.request, backend);
  }

  async begin(): Promise<void> {
    await this.network.begin();
    for (const order of this.orders) await this.#playScenario(order);
    const order = this.#order;
    const { page } = await this.open('/', order);
    if (this.#chance.of(75)) await this.#payAtOnce(page, order);
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
    if (this.network.isOffline && this.#chance.of(30)) await this.network.setOffline(false);
    const tab = this.#chance.one(this.tabs);
    const [name, run] = this.#chance.one(await this.#moves(tab));
    const at = this.steps.push(`${String(this.allTabs.indexOf(tab))} ${name}`) - 1;
    await run().catch(() => (this.steps[at] = `(${this.steps[at] ?? ''})`));
  }

  /** Closes the sheets. One stays open while its token is on the way, and after a declined card. */
  async abort(): Promise<void> {
    for (const { page } of this.tabs) await page.evaluate(abortAll).catch(() => undefined);
  }

  /** The payer leaves the sheets that are open, as after a declined card: until then their orders are being paid. */
  async leaveSheets(): Promise<void> {
    for (const { page } of this.tabs) {
      const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
      if (await cancel.isVisible()) await cancel.click();
    }
  }

  /** Lets network and service be well again. */
  async calm(): Promise<void> {
    this.network.fault = undefined;
    await this.network.setOffline(false);
    for (const order of this.orders) await this.#ledger.play({ external_id: order });
  }

  /** The counter captures, voids or refunds. */
  async operate(order: string): Promise<void> {
    this.steps.push(await this.#counter.operate(order));
  }

  /** The same with a service that spoils it. */
  async operateBadly(order: string): Promise<void> {
    await this.#playScenario(order, scenarioBy(this.#chance, counterCalls));
    await this.operate(order);
  }

  /** The counter repeats its newest operation. */
  async operateAgain(order: string): Promise<void> {
    this.steps.push(`again: ${await this.#counter.again(order)}`);
  }

  /** Whether the service may have dropped an operation that it had accepted. */
  mayDrop(order: string): boolean {
    return this.#dropping.has(order);
  }

  /** Whether the shop may learn of a refund by a question alone. */
  isInCabinet(order: string): boolean {
    return this.#inCabinet.has(order);
  }

  /** Long enough for each question about what was paid, released or given back; no review begins. */
  async passDays(): Promise<void> {
    for (const _ of ['a first question', 'a second one']) {
      await sleep(calmMs);
      await this.#expectWebhooksDelivered();
      await this.#shop.moveClock(dayAndNight);
    }
  }

  /** The service repeats a webhook for a minute or two: after a jump of the clock it would come days late. */
  async #expectWebhooksDelivered(): Promise<void> {
    const waiting = async (): Promise<number> => {
      const sessions = await Promise.all(
        this.orders.map(async (order) => this.#ledger.sessions(order)),
      );
      const webhooks = sessions.flat().flatMap((session) => session.webhooks);
      return webhooks.filter(({ form, delivered }) => form === 'json' && !delivered).length;
    };
    await expect.poll(waiting, { message: 'webhooks are delivered', timeout: 120_000 }).toBe(0);
  }

  /** The first order mostly, the second now and then. */
  get #order(): string {
    return this.orders[this.#chance.of(85) ? 0 : 1] ?? '';
  }

  /** What the payer can do on the page, three times as likely as what can happen beside it. */
  async #moves({ page }: Tab): Promise<readonly Move[]> {
    const order = this.#order;
    const path = this.#chance.one(paths);
    const isOpen = await page.getByRole('dialog').isVisible();
    const own = page.url().includes('/bank/') ? atBank(page) : this.#inShop(page, isOpen);
    const fault: Move = [
      'fault',
      async () => Promise.resolve((this.network.fault = this.#chance.one(faults))),
    ];
    const counter: Move = ['counter', async () => this.operate(order)];
    const badly: Move = ['counter', async () => this.operateBadly(order)];
    const again: Move = ['again', async () => this.operateAgain(order)];
    return [
      ...[own, own, own].flat(),
      ...[fault, fault, counter, counter, badly, again],
      ['try again', async () => page.getByRole('link', { name: 'Try again' }).click(soon)],
      ['reload', async () => page.reload()],
      ['back', async () => page.goBack()],
      ['forward', async () => page.goForward()],
      [`go ${path} ${order}`, async () => page.goto(`${path}?order=${order}`)],
      ['clear storage', async () => page.evaluate('localStorage.clear()')],
      [`tab ${path} ${order}`, async () => this.tabs.length < 3 && this.open(path, order)],
      ['close', async () => this.#close()],
      ['offline', async () => this.network.setOffline(!this.network.isOffline)],
      ['kill', async () => this.#kill()],
      ['an hour passes', async () => this.#passAnHour()],
      ['scenario', async () => this.#playScenario(order)],
      ['webhook', async () => this.#ledger.sendWebhook({ external_id: order, count: 2 })],
      ['approve in app', async () => this.#approveInApp(order)],
      ['cabinet', async () => this.#refundInCabinet(order)],
      ['wait', async () => sleep(1500)],
    ];
  }

  #inShop(page: Page, isOpen: boolean): readonly [Move, ...Move[]] {
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

  /** Most of what can happen to an order follows a payment. */
  async #payAtOnce(page: Page, order: string): Promise<void> {
    const [[name, pay]] = this.#inShop(page, false);
    this.steps.push(name);
    await page.getByRole('button', { name: 'Buy with' }).first().waitFor({ timeout: 5000 });
    await pay().catch(() => this.steps.push('was not possible'));
    if (this.#chance.of(70)) await this.#approveInApp(order);
  }

  async #playScenario(order: string, fields = scenarioBy(this.#chance)): Promise<void> {
    this.steps.push(`${order}: ${JSON.stringify(fields)}`);
    if (fields.dropAfter) this.#dropping.add(order);
    await this.#ledger.play({ external_id: order, ...fields });
  }

  async #approveInApp(order: string): Promise<void> {
    for (const url of await this.#ledger.waitingAtBank(order)) {
      await this.#context.request.post(url, { form: { decision: 'approve' }, maxRedirects: 0 });
    }
  }

  async #refundInCabinet(order: string): Promise<void> {
    const sessions = await this.#ledger.sessions(order);
    const paid = sessions.find(
      ({ status, refunded }) => status === 'paid' && Number(refunded) === 0,
    );
    if (!paid) throw new Error('The order is not paid.');
    this.#inCabinet.add(order);
    await this.#ledger.refundInCabinet(paid.id, '30.00');
  }

  async #kill(): Promise<void> {
    this.#shop.kill(this.#chance.below(this.#shop.urls.length));
    return Promise.resolve();
  }

  /** Not too often: after three days an open payment waits for a review. */
  async #passAnHour(): Promise<void> {
    this.#passes += 1;
    if (this.#passes > mostPasses) return;
    await sleep(restMs);
    await this.#shop.moveClock(anHourOrSo);
  }

  async #close(): Promise<void> {
    if (this.tabs.length > 1) await this.tabs.shift()?.page.close();
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
