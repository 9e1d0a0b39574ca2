import { expect, type APIRequestContext } from '@playwright/test';
import type { LedgerSession } from '@wallet-buttons/sandbox';
import { readFileSync } from 'node:fs';
import { wandered } from '../demos.ts';
import type { Ledger } from '../ledger.ts';
import { Store } from '../store.ts';
import type { Tab, Walk } from './walk.ts';

/** A payment in the shop's back office. */
interface Payment {
  readonly order: string;
  readonly state: string;
  readonly outcome: string;
  readonly amounts: Readonly<Record<'charged' | 'refunded', string>>;
}

/** A page that learns of a payment in another tab may need this long. */
const learnMs = 8000;
const outcomes: Readonly<Record<string, string>> = {
  paid: 'succeeded',
  paid_off: 'succeeded',
  holded: 'authorized',
  hold_confirmed: 'authorized',
  voided: 'cancelled',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
};
/** The outcomes without a payment that the service knows of. */
const unpaid = ['none', 'unknown', 'failed', 'cancelled', 'expired'];
/** The outcomes after which no other payment of the order can begin. */
const takesOrder = /^(succeeded|authorized|pending|unknown)$/;
/** The heading of the return page for each outcome. */
const headings: Readonly<Record<string, RegExp>> = {
  none: /cannot see/,
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
  readonly #ledger: Ledger;
  readonly #request: APIRequestContext;
  readonly #store = new Store(wandered.data);
  /** Since when a page has offered what is taken. */
  readonly #suspects = new Map<Tab, number>();

  constructor(walk: Walk, ledger: Ledger, request: APIRequestContext) {
    this.#walk = walk;
    this.#ledger = ledger;
    this.#request = request;
  }

  /** An order is taken once. Meanwhile no page offers it for long, or says that nothing was charged. */
  async checkOffers(): Promise<void> {
    const taken: string[] = [];
    for (const order of this.#walk.orders) {
      const sessions = (await this.#ledger.sessions(order)).filter(isTaken);
      expect(sessions.length, `${order} is taken once`).toBeLessThanOrEqual(1);
      for (const { charges } of sessions) expect(charges, order).toBeLessThanOrEqual(1);
      if (sessions.length > 0) taken.push(order);
    }
    for (const tab of this.#walk.tabs) {
      const said = await tab.page.evaluate(offer).catch(() => undefined);
      const isWrong = said && taken.includes(said.order) && (said.isOffered || said.saysNothing);
      if (!isWrong || this.#walk.isOffline) this.#suspects.delete(tab);
      else if (!this.#suspects.has(tab)) this.#suspects.set(tab, Date.now());
      const since = this.#suspects.get(tab) ?? Date.now();
      expect(Date.now() - since, JSON.stringify(said)).toBeLessThan(learnMs);
    }
  }

  /** The ledger, the shop's book, the order as onStatusChange left it, and the pages agree in the end. */
  async expectAgreement(): Promise<void> {
    for (const order of this.#walk.orders) {
      await expect(async () => this.#expectBooks(order)).toPass({ timeout: 60_000 });
      const own = await this.#walk.open('/return', order);
      for (const tab of this.#walk.tabs) await this.#expectHeading(tab, order, tab === own);
      this.#walk.tabs.pop();
      await own.page.close();
    }
    await expect(async () => {
      this.#suspects.clear();
      await this.checkOffers();
      expect(this.#suspects.size, 'nothing that is taken is offered').toBe(0);
    }).toPass({ timeout: 30_000 });
  }

  /** Each press ends once, no page has an error, no token is kept, and no refund is sent twice. */
  async expectNothingWrong(): Promise<void> {
    const tabs = this.#walk.allTabs;
    await this.#walk.abort();
    const secrets = tabs
      .flatMap(({ wiretap }) => wiretap.tokens)
      .flatMap((token) => token.match(/[A-Za-z0-9+/]{60,}/g) ?? []);
    const log = readFileSync(`${wandered.data}.log`, 'utf8');
    expect(this.#store.held(secrets), 'no token in the store').toEqual([]);
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
    for (const order of this.#walk.orders) {
      const calls = await this.#ledger.calls(order, 'void');
      const done = calls.filter(({ answer }) => answer === 200).map(({ body }) => body);
      expect(new Set(done).size, 'no refund is sent twice').toBe(done.length);
    }
  }

  async #expectBooks(order: string): Promise<void> {
    const book = await this.#book(order);
    const sessions = await this.#ledger.sessions(order);
    const session = sessions.find(isTaken) ?? sessions.findLast(isTried);
    // The service has never processed the newest token, which only the grace period can end.
    const isLost =
      book?.outcome === 'unknown' && !sessions.some(isTaken) && !sessions.slice(-1).some(isTried);
    if (!session || isLost) {
      expect(unpaid, order).toContain(book?.outcome ?? 'none');
      return;
    }
    const { status, attempts, charged, refunded } = session;
    const isSettled = attempts.some(({ bank }) => bank === 'waiting') || status in outcomes;
    expect(isSettled, `${order} is settled: ${status}`).toBe(true);
    // The session of a payment that failed expires, too.
    const isFailed = status === 'expired' && attempts.at(-1)?.status === 'failed';
    const outcome = isFailed ? 'failed' : (outcomes[status] ?? 'pending');
    expect(book, order).toMatchObject({ outcome, amounts: { charged, refunded } });
    expect(this.#store.order(order), 'onStatusChange has reported it').toBe(outcome);
  }

  /** A page that was left open asks until the payment is final, and does not see what the shop does later. */
  async #expectHeading({ page }: Tab, order: string, isNew: boolean): Promise<void> {
    if (!page.url().endsWith(`/return?order=${order}`)) return;
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(async () => {
      const outcome = await this.#shown(order);
      const isOver = !['pending', 'unknown'].includes(outcome);
      if (isNew) await expect(heading).toHaveText(headings[outcome] ?? /-/, { timeout: 500 });
      else if (isOver) await expect(heading).not.toHaveText(/being checked/, { timeout: 500 });
    }, order).toPass({ timeout: 30_000 });
  }

  /** Money first, then the newest payment that a token was sent for. */
  async #book(order: string): Promise<Payment | undefined> {
    const own = (await this.#payments(order)).filter(({ state }) => state !== 'created');
    return own.find(({ outcome }) => takesOrder.test(outcome)) ?? own[0];
  }

  /** After a press that sent no token, the server tells nothing of the payment that failed before it. */
  async #shown(order: string): Promise<string> {
    const book = await this.#book(order);
    const isOpen = (await this.#payments(order)).some(({ state }) => state === 'created');
    return !book || (isOpen && !takesOrder.test(book.outcome)) ? 'none' : book.outcome;
  }

  async #payments(order: string): Promise<readonly Payment[]> {
    const answer = await this.#request.get('/shop/payments');
    const { payments } = (await answer.json()) as { readonly payments: readonly Payment[] };
    return payments.filter((each) => each.order === order);
  }
}

function isTried({ attempts }: LedgerSession): boolean {
  return attempts.length > 0;
}

/** A token of this session took money, or may still take it. */
function isTaken({ attempts, status }: LedgerSession): boolean {
  const isOver = ['failed', 'expired', 'voided', 'refunded'].includes(status);
  return !isOver && attempts.some((attempt) => attempt.status !== 'failed');
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
