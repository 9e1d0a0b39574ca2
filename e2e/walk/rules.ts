import { expect } from '@playwright/test';
import { readFileSync } from 'node:fs';
import type { Books, When } from './books.ts';
import type { Tab } from './tab.ts';
import type { Walk } from './walk.ts';

/** A page that learns of a payment in another tab may need this long. */
const learnMs = 8000;
/** The outcomes after which the order can be paid, and was not charged. */
const free = ['none', 'failed', 'expired'];
/** The heading of the return page for each outcome. */
const headings: Readonly<Record<string, RegExp>> = {
  none: /cannot see|did not go through/,
  succeeded: /Thank you/,
  authorized: /Thank you/,
  pending: /being checked/,
  unknown: /being checked/,
  failed: /did not go through/,
  cancelled: /called off/,
  expired: /ran out of time/,
  refunded: /on its way back/,
};

/** What holds of every walk. */
export class Rules {
  readonly #walk: Walk;
  readonly #books: Books;
  /** Since when a page has offered what is taken. */
  readonly #suspects = new Map<Tab, number>();

  constructor(walk: Walk, books: Books) {
    this.#walk = walk;
    this.#books = books;
  }

  /** An order is taken once. Meanwhile no page offers it for long, or says that nothing was charged. */
  async checkOffers(): Promise<void> {
    const taken: string[] = [];
    for (const order of this.#walk.orders) {
      if (await this.#books.checkTaken(order)) taken.push(order);
    }
    for (const tab of this.#walk.tabs) {
      const said = await tab.page.evaluate(offer).catch(() => undefined);
      const isWrong = said && taken.includes(said.order) && (said.isOffered || said.saysNothing);
      if (!isWrong || this.#walk.network.isOffline) this.#suspects.delete(tab);
      else if (!this.#suspects.has(tab)) this.#suspects.set(tab, Date.now());
      const since = this.#suspects.get(tab) ?? Date.now();
      expect(Date.now() - since, JSON.stringify(said)).toBeLessThan(learnMs);
    }
  }

  /** The ledger, the shop's book, the order as onStatusChange left it, and the pages agree. */
  async expectAgreement(when: When): Promise<void> {
    for (const order of this.#walk.orders) {
      const agree = async (): Promise<void> => this.#books.expectAgreement(order, when);
      await expect(agree).toPass({ timeout: 60_000 });
      const own = await this.#walk.open('/return', order);
      for (const tab of this.#walk.tabs) await this.#expectHeading(tab, order, tab === own);
      if (when === 'in the end') await this.#expectOffered(own, order);
      this.#walk.tabs.pop();
      await own.page.close();
    }
    await expect(async () => {
      this.#suspects.clear();
      await this.checkOffers();
      expect(this.#suspects.size, 'nothing that is taken is offered').toBe(0);
    }).toPass({ timeout: 30_000 });
  }

  /** Each press ends once, no page has an error, no token is kept, and no operation is sent twice. */
  async expectNothingWrong(): Promise<void> {
    const tabs = this.#walk.allTabs;
    await this.#walk.abort();
    const secrets = tabs
      .flatMap(({ wiretap }) => wiretap.tokens)
      .flatMap((token) => token.match(/[A-Za-z0-9+/]{60,}/g) ?? []);
    const log = readFileSync(this.#books.log, 'utf8');
    expect(this.#books.store.held(secrets), 'no token in the store').toEqual([]);
    for (const tab of tabs) {
      const { page, urls, wiretap } = tab;
      const open = (): number => tab.presses - tab.endings - tab.lost;
      await expect.poll(open, 'each press ends').toBeLessThanOrEqual(0);
      expect(tab.endings, 'no press ends twice').toBeLessThanOrEqual(tab.presses);
      const errors = wiretap.errors.filter((error) => !/Failed to load|net::ERR_/.test(error));
      expect(errors, 'no errors on the console').toEqual([]);
      const kept = await page.evaluate(storage).catch(() => '');
      const places = [log, kept, JSON.stringify(wiretap.events), ...urls].join('\n');
      expect(
        secrets.filter((secret) => places.includes(secret)),
        'no token leaks',
      ).toEqual([]);
    }
    for (const order of this.#walk.orders) await this.#books.expectNothingTwice(order);
  }

  /** A page that was left open asks until the payment is final, and does not see what the shop does later. */
  async #expectHeading({ page }: Tab, order: string, isNew: boolean): Promise<void> {
    if (!page.url().endsWith(`/return?order=${order}`)) return;
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(async () => {
      const outcome = await this.#books.shown(order);
      const isOver = !['pending', 'unknown'].includes(outcome);
      if (isNew) {
        // The payment may have changed since the page was opened.
        await page.reload();
        // Without a payment the page asks for 16 seconds: a token may be on its way.
        const timeout = outcome === 'none' ? 20_000 : 2000;
        await expect(heading).toHaveText(headings[outcome] ?? /-/, { timeout });
      } else if (isOver) {
        await expect(heading).not.toHaveText(/being checked/, { timeout: 500 });
      }
    }, order).toPass({ timeout: 45_000 });
  }

  /** An order that was not paid is free again in the end. */
  async #expectOffered({ page }: Tab, order: string): Promise<void> {
    const { outcome = 'none' } = (await this.#books.counting(order)) ?? {};
    if (!free.includes(outcome)) return;
    await this.#walk.leaveSheets();
    await page.goto(`/?order=${order}`);
    const isOffered = async (): Promise<boolean> => (await page.evaluate(offer)).isOffered;
    await expect.poll(isOffered, { message: `${order} is free`, timeout: 20_000 }).toBe(true);
  }
}

/** Runs in the page. */
function offer(): {
  readonly order: string;
  readonly isOffered: boolean;
  readonly saysNothing: boolean;
} {
  const buttons = [...document.querySelectorAll('wallet-a-button, wallet-b-button')];
  const isReady = (tag: Element): boolean =>
    (tag as unknown as { state: string }).state === 'ready';
  return {
    order: buttons[0]?.getAttribute('order') ?? '',
    isOffered: buttons.some((tag) => tag.checkVisibility() && isReady(tag)),
    saysNothing: /not charged|Nothing was paid/.test(document.body.innerText),
  };
}

/** Runs in the page. */
function storage(): string {
  return JSON.stringify([localStorage, sessionStorage]);
}
