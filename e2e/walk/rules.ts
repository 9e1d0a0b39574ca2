import { expect, type Page } from '@playwright/test';
import type { LedgerSession } from '@wallet-buttons/sandbox';
import { readFileSync } from 'node:fs';
import { Store } from '../store.ts';
import { secretsOf } from '../wiretap.ts';
import type { Place, Tab, Walk } from './walk.ts';

/** A payment in the shop's back office. */
interface Payment {
  readonly order: string;
  readonly sessionId: string;
  readonly state: string;
  readonly outcome: string;
  readonly amounts: Readonly<Record<'charged' | 'refunded', string>>;
}

/** The outcomes of a payment that a status of the ledger allows. The session of a payment that failed expires, too. */
const outcomes: Readonly<Record<string, RegExp>> = {
  paid: /succeeded/,
  paid_off: /succeeded/,
  holded: /authorized/,
  refunded: /refunded/,
  // A charge that was voided went back.
  voided: /cancelled|refunded/,
  failed: /failed|expired/,
  expired: /failed|expired/,
};
const isFree = /failed|expired/;
/** The heading of the return page for each outcome; `free` is that of a payment that failed, and of none. */
const headings: Readonly<Record<string, RegExp>> = {
  succeeded: /Thank you/,
  authorized: /Thank you/,
  pending: /being checked/,
  unknown: /being checked/,
  refunded: /on its way back/,
  cancelled: /called off/,
  free: /cannot see|did not go through|ran out of time/,
};
/** A page asks every 15 seconds. */
const wait = { timeout: 45_000 };

/** What holds of every walk. */
export function rulesOf(walk: Walk, { ledger, shop, orders }: Place) {
  /** Those that a token was sent for. */
  const paymentsOf = async (order: string): Promise<readonly Payment[]> => {
    const { payments } = await shop.call<{ readonly payments: Payment[] }>('payments');
    return payments.filter((each) => each.order === order && each.state !== 'created');
  };
  /** The sessions that took money, or may still take it. */
  const takenOf = async (order: string): Promise<readonly LedgerSession[]> =>
    (await ledger.sessions(order)).filter(({ attempts, status }) => {
      const isOver = ['failed', 'expired', 'refunded', 'voided'].includes(status);
      return !isOver && attempts.some((attempt) => attempt.status !== 'failed');
    });

  /** An order is charged once, and a token is sent once. */
  const expectOneCharge = async (): Promise<void> => {
    for (const order of orders) {
      expect((await takenOf(order)).length, `${order} is taken once`).toBeLessThanOrEqual(1);
      expect(await ledger.charges(order), `${order} is charged once`).toBeLessThanOrEqual(1);
      const calls = await ledger.calls(order, 'pay-token');
      const tokens = calls.map(({ body }) => /sha256:\w+/.exec(body)?.[0]);
      expect(new Set(tokens).size, 'a token is sent once').toBe(tokens.length);
    }
  };
  /** A page learns soon that an order is taken, or paid in another tab: it does not offer it, or say that it was not charged. */
  const expectTrueOffers = async (): Promise<void> => {
    if (walk.network.isOffline) return;
    const untrue = async (): Promise<readonly unknown[]> => {
      const said = await Promise.all(walk.tabs.map(async ({ page }) => saidOn(page)));
      const wrong: unknown[] = [];
      for (const { order, isOffered, saysNothing } of said) {
        // After a declined card the sheet of a payment that was aborted stays.
        const isPaying = said.some((one) => one.order === order && one.hasSheet && !one.isOffered);
        const isTaken = (isOffered || saysNothing) && (await takenOf(order)).length > 0;
        if (isTaken || (isOffered && isPaying)) wrong.push({ order, isOffered, saysNothing });
      }
      return wrong;
    };
    await expect.poll(untrue, { message: 'offers are true', timeout: 15_000 }).toEqual([]);
  };

  const expectSameBook = async (order: string, isOpen: boolean): Promise<void> => {
    const sessions = (await ledger.sessions(order)).filter(({ attempts }) => attempts.length > 0);
    const payments = await paymentsOf(order);
    for (const { sessionId, outcome, amounts } of payments) {
      const session = sessions.find(({ id }) => id === sessionId);
      const unpaid = isOpen ? /failed|expired|unknown/ : isFree;
      expect(outcome, sessionId).toMatch(session ? outcomeOf(session) : unpaid);
      const { charged, refunded } = session ?? { charged: '0.00', refunded: '0.00' };
      expect(amounts, sessionId).toMatchObject({ charged, refunded });
    }
    const ids = payments.map(({ sessionId }) => sessionId);
    expect(ids).toEqual(expect.arrayContaining(sessions.map(({ id }) => id)));
    const payment = payments.find(({ outcome }) => !/failed|expired|pending|unknown/.test(outcome));
    const { status } = await shop.call<{ readonly status: string }>(`orders/${order}`);
    expect(status, order).toMatch(payment?.outcome ?? /open|failed|expired|pending|unknown/);
  };
  /** Ledger, payments and the shop's orders agree. @param isOpen what was never processed may have no outcome yet */
  const expectSameBooks = async (isOpen: boolean): Promise<void> => {
    for (const order of orders)
      await expect(async () => expectSameBook(order, isOpen)).toPass({ timeout: 60_000 });
  };

  /** Return pages show what the book has, and an order that is not paid can be paid. */
  const expectTruePages = async (): Promise<void> => {
    for (const order of orders) {
      const payments = await paymentsOf(order);
      const outcome = payments.find((one) => !isFree.test(one.outcome))?.outcome ?? 'free';
      const returnTab = await walk.open('/return', order);
      await expect(headingOf(returnTab), order).toHaveText(headings[outcome] ?? /-/, wait);
      for (const tab of walk.tabs.filter(({ page }) => page.url() === returnTab.page.url())) {
        // One that was left open does not see what the shop does later.
        const isOver = outcome !== 'pending' && outcome !== 'unknown';
        if (isOver) await expect(headingOf(tab), order).not.toHaveText(/being checked/, wait);
      }
      await returnTab.page.goto(`/?order=${order}`);
      const isOffered = async (): Promise<boolean> => (await saidOn(returnTab.page)).isOffered;
      if (outcome === 'free') await expect.poll(isOffered, `${order} is free`).toBe(true);
      walk.tabs.pop();
      await returnTab.page.close();
    }
    await expectTrueOffers();
  };

  /** Each press ends once, no page has an error, and no token is kept. */
  const expectNothingWrong = async (): Promise<void> => {
    const secrets = walk.allTabs.flatMap(({ wiretap }) => wiretap.tokens.flatMap(secretsOf));
    expect(new Store(shop.data).held(secrets), 'no token in the store').toEqual([]);
    const log = readFileSync(shop.log, 'utf8');
    for (const { page, wiretap } of walk.allTabs) {
      const { presses, urls, events } = wiretap;
      const open = (): number => presses - wiretap.endings.length - wiretap.lost;
      await expect.poll(open, 'each press ends').toBeLessThanOrEqual(0);
      expect(wiretap.endings.length, 'no press ends twice').toBeLessThanOrEqual(presses);
      const redirects = events.filter(({ type }) => type === 'wallet-redirect').length;
      const arrivals = urls.filter((url) => url.includes('/sandbox/bank/')).length;
      expect(arrivals, 'each redirect leads to the bank').toBeGreaterThanOrEqual(redirects);
      const errors = wiretap.errors.filter((error) => !/Failed to load|net::ERR_/.test(error));
      expect(errors, 'no errors on the console').toEqual([]);
      const storageText = await page
        .evaluate('JSON.stringify([localStorage, sessionStorage])')
        .catch(() => '');
      const places = [log, storageText, JSON.stringify(events), ...urls].join('\n');
      const leaks = secrets.filter((secret) => places.includes(secret));
      expect(leaks, 'no token leaks').toEqual([]);
    }
  };

  return {
    expectOneCharge,
    expectTrueOffers,
    expectSameBooks,
    expectTruePages,
    expectNothingWrong,
  };
}

function headingOf({ page }: Tab) {
  return page.getByRole('heading', { level: 1 }).filter({ visible: true });
}

function outcomeOf({ status, attempts }: LedgerSession): RegExp {
  const isAtBank = attempts.some(({ bank }) => bank === 'waiting');
  return outcomes[status] ?? (isAtBank ? /pending/ : /the end of the payment/);
}

/** What a page says of its order; a page that is just being left says nothing. */
async function saidOn(page: Page) {
  const said = await page.evaluate(offer).catch(() => ({ isOffered: false, saysNothing: false }));
  const order = new URL(page.url()).searchParams.get('order') ?? '-';
  return { ...said, order, hasSheet: await page.getByRole('dialog').isVisible() };
}

/** Runs in the page. */
function offer() {
  const buttons = [...document.querySelectorAll('wallet-a-button, wallet-b-button')];
  const isReady = (tag: Element): boolean =>
    (tag as unknown as { state: string }).state === 'ready';
  return {
    isOffered: buttons.some((tag) => tag.checkVisibility() && isReady(tag)),
    saysNothing: /not charged|Nothing was paid/.test(document.body.innerText),
  };
}
