import type { BrowserContext, Locator, Page } from '@playwright/test';
import type { ScenarioFields } from '@wallet-buttons/sandbox';
import { walletSheet, type WalletSheet } from '@wallet-buttons/sandbox/playwright';
import { setTimeout as sleep } from 'node:timers/promises';
// eslint-disable-next-line no-restricted-imports -- Playwright sets no condition, by which the package has these
import type { Random } from '../../packages/server/test/faults/random.ts';
import { Bank } from '../bank.ts';
import type { Ledger } from '../ledger.ts';
import { wallets } from '../test.ts';
import { Wiretap } from '../wiretap.ts';
import { faults, openNetwork } from './network.ts';
import { scenarioBy } from './scenario.ts';
import type { Shop } from './shop.ts';

/** A step: its name, and what it does. */
type Move = readonly [string, () => unknown];

/** A page of the payer, with everything that it said. */
export interface Tab {
  readonly page: Page;
  readonly wiretap: Wiretap;
}

/** What a walk goes through. */
export interface Place {
  readonly random: Random;
  readonly context: BrowserContext;
  readonly ledger: Ledger;
  readonly shop: Shop;
  readonly orders: readonly string[];
}

export type Walk = Awaited<ReturnType<typeof walkThrough>>;

const paths = ['/', '/', '/', '/react', '/vue', '/svelte', '/angular', '/return'];
/** No step waits longer for what may not be there. */
const shortWait = { timeout: 1000 };
/** By then every call has had its effect, and no question has an old answer. */
const restMs = 6000;
/** Runs in the page. */
const abortAll =
  'document.querySelectorAll("wallet-a-button, wallet-b-button").forEach((tag) => tag.abort())';
/** Twice that is longer than the grace period. */
const halfAnHourOrSo = 40 * 60_000;

/** One payer with up to three tabs, a shop with two backends, a service and a network, all at random. */
export async function walkThrough({ random, context, ledger, shop, orders }: Place) {
  const tabs: Tab[] = [];
  const allTabs: Tab[] = [];
  const steps: string[] = [];
  const network = await openNetwork(context, () => random.one(shop.urls));
  /** The service answers no status question: a webhook must suffice. */
  const isMute = random.chance(0.5);
  /** In the end its answers are late, so that the order seems to be free an hour later. */
  const isLate = isMute && random.chance(0.5);
  let hours = 0;

  /** The first order mostly, the second now and then. */
  const anOrder = (): string => orders[random.chance(0.85) ? 0 : 1] ?? '';

  const open = async (path: string, order: string): Promise<Tab> => {
    const tab = { page: await context.newPage(), wiretap: new Wiretap() };
    await tab.wiretap.attach(tab.page);
    tabs.push(tab);
    allTabs.push(tab);
    await tab.page.goto(`${path}?order=${order}`).catch(() => undefined);
    return tab;
  };
  const playScenario = async (order: string): Promise<void> => {
    const fields: ScenarioFields = {
      ...scenarioBy(random),
      ...(isMute && { statusAnswer: 'cut', webhook: 'never' }),
      ...(isMute && random.chance(0.7) && { answer: 'cut', answerOn: 'pay-token' }),
    };
    steps.push(`${order}: ${JSON.stringify(fields)}`);
    await ledger.play({ external_id: order, ...fields });
  };
  const sendWebhooks = async (order: string): Promise<void> => {
    for (const { id } of await ledger.sessions(order))
      await ledger.sendWebhook({ session_id: id, count: 2 });
  };
  const approveInApp = async (page: Page, order: string): Promise<void> => {
    for (const url of await ledger.waitingAtBank(order)) await new Bank(page).approveInApp(url);
  };
  /** What was not processed is proven by two questions. */
  const passAnHour = async (): Promise<void> => {
    await sleep(restMs);
    for (const _ of ['a first question', 'a second one']) {
      shop.moveClock(halfAnHourOrSo);
      await sleep(restMs / 2);
    }
  };
  /** Not too often: after three days an open payment waits for a review. */
  const passAnHourOnce = async (): Promise<unknown> => (hours += 1) === 1 && passAnHour();

  const inShop = (page: Page, isOpen: boolean): readonly [Move, ...Move[]] => {
    const { wallet, approved, challenged, declined } = random.one(wallets);
    const card = random.one([approved, approved, challenged, declined]);
    const button = page.getByRole('button', { name: `Buy with Wallet ${wallet}` });
    const press = async (): Promise<void> => button.click(shortWait);
    const inSheet = async (act: (sheet: WalletSheet) => Promise<void>): Promise<unknown> => {
      const acts = wallets.map(async ({ wallet: one }) => act(walletSheet(page, one)));
      return Promise.race([Promise.any(acts), sleep(2500)]);
    };
    const agree = async (): Promise<unknown> => inSheet(async (sheet) => sheet.pay({ card }));
    const pay: Move = [`pay ${wallet} ${card}`, async () => press().then(agree)];
    const focus: Move = ['focus', async () => page.evaluate('dispatchEvent(new Event("focus"))')];
    if (!isOpen) return [pay, pay, [`press ${wallet}`, press], focus];
    return [
      [`agree ${card}`, agree],
      ['cancel', async () => inSheet(async (sheet) => sheet.cancel())],
      ['abort', async () => page.evaluate(abortAll)],
    ];
  };
  /** What the payer can do on the page, three times as likely as what can happen beside it. */
  const movesOf = async ({ page }: Tab): Promise<readonly Move[]> => {
    const order = anOrder();
    const path = random.one(paths);
    const fault = random.one(faults);
    const isOpen = await page.getByRole('dialog').isVisible();
    const pageMoves = page.url().includes('/bank/') ? atBank(page) : inShop(page, isOpen);
    const spoil: Move = [`fault ${fault}`, () => (network.fault = fault)];
    return [
      ...[pageMoves, pageMoves, pageMoves].flat(),
      ...[spoil, spoil],
      ['try again', async () => page.getByRole('link', { name: 'Try again' }).click(shortWait)],
      ['reload', async () => page.reload()],
      ['back', async () => page.goBack()],
      ['forward', async () => page.goForward()],
      [`go ${path} ${order}`, async () => page.goto(`${path}?order=${order}`)],
      ['clear storage', async () => page.evaluate('localStorage.clear()')],
      [`tab ${path} ${order}`, async () => tabs.length < 3 && open(path, order)],
      ['close', async () => tabs.length > 1 && tabs.shift()?.page.close()],
      ['offline', async () => network.setOffline(!network.isOffline)],
      ['kill', () => shop.kill(random.below(2))],
      ['an hour passes', passAnHourOnce],
      ['scenario', async () => playScenario(order)],
      ['webhook', async () => sendWebhooks(order)],
      ['webhook and kill', async () => sendWebhooks(order).then(() => shop.kill())],
      ['approve in app', async () => approveInApp(page, order)],
      ['wait', async () => sleep(1500)],
    ];
  };
  /** A name in brackets was not possible. */
  const run = async (tab: Tab, [name, move]: Move): Promise<void> => {
    const text = `${String(allTabs.indexOf(tab))} ${name}`;
    const index = steps.push(text) - 1;
    try {
      await move();
    } catch {
      steps[index] = `(${text})`;
    }
  };

  return {
    tabs,
    allTabs,
    steps,
    network,
    open,
    begin: async (): Promise<void> => {
      for (const order of orders) await playScenario(order);
      const tab = await open('/', anOrder());
      await tab.page.getByRole('button', { name: 'Buy with' }).first().waitFor();
      // Most of what can happen to an order follows a payment.
      const [pay] = inShop(tab.page, false);
      await run(tab, pay);
      if (random.chance(0.5)) await open(random.one(paths), anOrder());
    },
    step: async (): Promise<void> => {
      if (network.isOffline && random.chance(0.3)) await network.setOffline(false);
      const tab = random.one(tabs);
      await run(tab, random.one(await movesOf(tab)));
    },
    /**
     * The network is well, every call ends, and the payer leaves the sheets that are open: the books have to agree now.
     * Where no question is answered, a webhook is all that brings a result.
     */
    end: async (): Promise<void> => {
      network.fault = undefined;
      await network.setOffline(false);
      await sleep(restMs);
      for (const { page } of tabs) await page.evaluate(abortAll).catch(() => undefined);
      const mute = isLate ? { statusLag: 600_000 } : ({ statusAnswer: 'cut' } as const);
      steps.push(`in the end ${JSON.stringify(isMute && mute)}`);
      for (const order of orders) await ledger.play({ external_id: order, ...(isMute && mute) });
      // A return page that waits for a result has to see it.
      for (const order of orders) {
        const { page } = await open('/return', order);
        await page.waitForLoadState('networkidle');
      }
      if (isLate) await passAnHour();
      if (!isMute) return;
      for (const order of orders) await sendWebhooks(order);
      shop.kill();
    },
    /** The service is well, and the grace period of every token ends. */
    heal: async (): Promise<void> => {
      for (const order of orders) await ledger.play({ external_id: order });
      await passAnHour();
      // A page that was answered that the order is free does not ask again.
      if (isLate) for (const { page } of tabs) await page.reload().catch(() => undefined);
    },
  };
}

function atBank(page: Page): readonly Move[] {
  const { approve, decline, leave } = new Bank(page);
  const click = (name: string, choice: Locator): Move => [
    name,
    async () => choice.click(shortWait),
  ];
  const approval = click('approve', approve);
  return [approval, approval, click('decline', decline), click('leave', leave)];
}
