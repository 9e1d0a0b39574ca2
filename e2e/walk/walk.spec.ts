import { test as base, expect, type Page } from '@playwright/test';
import type { LedgerSession } from '@wallet-buttons/sandbox';
import { readFileSync } from 'node:fs';
import { wandered } from '../demos.ts';
import { Ledger } from '../ledger.ts';
import { Store } from '../store.ts';
import { firstBackend, SecondBackend } from './backend.ts';
import { endingsOf, presses, type Tab, Walk } from './walk.ts';

const { SEED, WALKS = '20' } = process.env;
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
process.env['SEED'] = String(first);
const store = new Store(wandered.data);
/** A page that learns of a payment elsewhere may need this long. */
const learnMs = 8000;
const provoked = /Failed to load resource|net::ERR_/;

interface Payment {
  readonly order: string;
  readonly state: string;
  readonly outcome: string;
  readonly flag: string | null;
  readonly amounts: Readonly<Record<'held' | 'charged' | 'refunded', string>>;
}

const test = base.extend<object, { readonly second: SecondBackend }>({
  baseURL: wandered.url,
  second: [
    async ({ playwright }, use, { parallelIndex }) => {
      const request = await playwright.request.newContext();
      const setup = await request.get(`${wandered.url}/sandbox/control/setup`);
      const { url: SERVICE_URL } = (await setup.json()) as { readonly url: string };
      const env = { PAGE_URL: wandered.url, SERVICE_URL, DATA_DIR: wandered.data };
      const second = new SecondBackend(wandered.port + 1 + parallelIndex, env);
      await use(second);
      second.stop();
    },
    { scope: 'worker' },
  ],
});

for (let seed = first; seed < first + Number(WALKS); seed++) {
  test(`walk ${String(seed)}`, async ({ context, request, second }) => {
    const ledger = new Ledger(request);
    const backends = [firstBackend(wandered.url, request), second.over(request)];
    const orders = await Promise.all([0, 1].map(async () => openOrder(request)));
    const walk = new Walk(seed, context, ledger, backends, orders);
    try {
      await walk.begin();
      const suspects = new Map<Tab, number>();
      for (let left = 8 + walk.random.below(18); left > 0; left--) {
        await walk.step();
        await checkOffers(walk, ledger, suspects);
      }
      await walk.calm();
      await expectAgreement(walk, ledger);
      for (const order of orders) await walk.operate(order);
      await expectAgreement(walk, ledger);
      await expectOrderly(walk, ledger);
      if (process.env['SHOW']) {
        const all = await ledger.sessions(orders[0] ?? '');
        console.log(
          seed,
          walk.steps.filter((s) => !s.includes('{')).join('; '),
          walk.allTabs.map((t) => [presses(t), endingsOf(t), t.lost].join('/')),
          all.map((s) => [s.status, s.charges, s.charged, s.refunded].join(' ')),
          store.attempts(orders[0] ?? '').map(({ state }) => state),
        );
      }
    } catch (error) {
      console.log(`SEED=${String(seed)} WALKS=1 pnpm test:walks`, walk.orders, walk.steps);
      throw error;
    }
  });
}

/** While the service has taken a token, no page may offer to pay, or say that nothing was charged, for long. */
async function checkOffers(walk: Walk, ledger: Ledger, suspects: Map<Tab, number>): Promise<void> {
  const taken = new Set<string>();
  for (const order of walk.orders) {
    const sessions = await ledger.sessions(order);
    expect(sessions.filter(isTaken).length, `${order} is taken once`).toBeLessThanOrEqual(1);
    for (const { charges } of sessions) expect(charges, order).toBeLessThanOrEqual(1);
    if (sessions.some(isTaken)) taken.add(order);
  }
  for (const tab of walk.tabs) {
    const said = await tab.page.evaluate(offer).catch(() => undefined);
    const isWrong = said && taken.has(said.order) && (said.isOffered || said.saysNothing);
    if (!isWrong || walk.isOffline) suspects.delete(tab);
    else if (!suspects.has(tab)) suspects.set(tab, Date.now());
    else expect(Date.now() - (suspects.get(tab) ?? 0), JSON.stringify(said)).toBeLessThan(learnMs);
  }
}

/** The shop's book, its order, the service's ledger and the pages agree in the end. */
async function expectAgreement(walk: Walk, ledger: Ledger): Promise<void> {
  const [request] = [walk.tabs[0]?.page.request];
  for (const order of walk.orders) {
    const seen: { at?: unknown } = {};
    await expect(async () => {
      const book = leading(await payments(request, order));
      const sessions = await ledger.sessions(order);
      const session =
        sessions.find(isTaken) ?? sessions.findLast(({ attempts }) => attempts.length);
      const shop = store.order(order);
      seen.at = { order, book, session, shop };
      if (!session) {
        expect(['none', 'failed', 'unknown', 'expired', 'cancelled']).toContain(
          book?.outcome ?? 'none',
        );
        return;
      }
      const isWaiting = session.attempts.some(({ bank }) => bank === 'waiting');
      if (!isWaiting) expect(session.status, order).not.toMatch(/^processing/);
      expect(book?.outcome, order).toBe(outcomeOf(session));
      expect(shop, order).toBe(book?.outcome);
      const { charged, refunded } = book?.amounts ?? {};
      expect({ charged, refunded }, order).toEqual(amountsOf(session));
    })
      .toPass({ timeout: 60_000 })
      .catch((error: unknown) => {
        console.log(JSON.stringify(seen.at, null, 1));
        throw error;
      });
    await expectReturnPages(walk, order);
  }
  for (const tab of walk.tabs) {
    await expect(async () => {
      const said = await tab.page.evaluate(offer);
      const sessions = said?.order ? await ledger.sessions(said.order) : [];
      if (sessions.some(isTaken))
        expect(said).toMatchObject({ isOffered: false, saysNothing: false });
    }).toPass({ timeout: 30_000 });
  }
}

const returned: Readonly<Record<string, RegExp>> = {
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

/** The return page of the order, and each one that was left open, say what the shop's book says. */
async function expectReturnPages(walk: Walk, order: string): Promise<void> {
  const tab = await walk.open('/return', order);
  for (const { page } of walk.tabs.filter((each) =>
    each.page.url().endsWith(`return?order=${order}`),
  )) {
    const heading = page.getByRole('heading', { level: 1 }).filter({ visible: true });
    await expect(async () => {
      const book = leading(await payments(page.request, order));
      const said = returned[book?.outcome ?? 'none'] ?? /-/;
      if (page === tab.page || !afterwards.test(book?.outcome ?? 'none'))
        await expect(heading, order).toHaveText(said, { timeout: 500 });
    }).toPass({ timeout: 40_000 });
  }
  await tab.page.close();
  walk.tabs.pop();
}

/** A return page stops asking once the payment is final, and does not see what the shop does later. */
const afterwards = /none|failed|expired|cancelled|refunded/;

/** What holds of all pages of the walk, however it went. */
async function expectOrderly(walk: Walk, ledger: Ledger): Promise<void> {
  const log = readFileSync(`${wandered.data}.log`, 'utf8');
  for (const tab of walk.allTabs) {
    const [begun, ended] = [presses(tab), endingsOf(tab)];
    expect(ended, 'no press ends twice').toBeLessThanOrEqual(begun);
    expect(ended, 'each press ends').toBeGreaterThanOrEqual(begun - tab.lost);
    expect(tab.wiretap.errors.filter((error) => !provoked.test(error))).toEqual([]);
    const kept = await tab.page.evaluate(storage).catch(() => '');
    const places = [log, kept, JSON.stringify(tab.wiretap.events), walk.urls.join('\n')];
    for (const token of walk.allTabs.flatMap(({ wiretap }) => wiretap.tokens)) {
      const secrets = token.match(/[A-Za-z0-9+/]{60,}/g) ?? [];
      for (const secret of secrets)
        expect(places.some((place) => place.includes(secret))).toBe(false);
      expect(store.held(secrets), 'no token in the store').toEqual([]);
    }
  }
  for (const order of walk.orders) {
    const sent = await ledger.calls(order, 'void');
    const done = sent.filter(({ answer }) => answer === 200).map(({ body }) => body);
    expect(new Set(done).size, 'no refund is sent twice').toBe(done.length);
  }
}

async function openOrder(request: Page['request']): Promise<string> {
  const answer = await request.post('/shop/orders', { data: { product: 'meadow' } });
  return ((await answer.json()) as { readonly id: string }).id;
}

async function payments(request: Page['request'] | undefined, order: string): Promise<Payment[]> {
  const answer = await request?.get('/shop/payments');
  const { payments: all } = (await answer?.json()) as { readonly payments: readonly Payment[] };
  return all.filter((each) => each.order === order && each.state !== 'created');
}

/** Money first, then the newest. */
function leading(all: readonly Payment[]): Payment | undefined {
  const live = ['succeeded', 'authorized', 'pending', 'unknown'];
  return all.find(({ outcome }) => live.includes(outcome)) ?? all[0];
}

/** A token of this session took money, or may still take it. */
function isTaken({ attempts, status }: LedgerSession): boolean {
  const isOver = ['failed', 'expired', 'voided', 'refunded'].includes(status);
  return !isOver && attempts.some((attempt) => attempt.status !== 'failed');
}

function outcomeOf({ status }: LedgerSession): string {
  const outcomes = {
    paid: 'succeeded',
    paid_off: 'succeeded',
    voided: 'cancelled',
    holded: 'authorized',
    hold_confirmed: 'authorized',
    failed: 'failed',
    expired: 'expired',
    refunded: 'refunded',
  };
  return { ...outcomes }[status as keyof typeof outcomes] ?? 'pending';
}

function amountsOf({ charged, refunded }: LedgerSession): object {
  return { charged, refunded };
}

/** Runs in the page. */
function storage(): string {
  return JSON.stringify({ ...localStorage, ...sessionStorage });
}

/** Runs in the page. */
function offer(): { order: string; isOffered: boolean; saysNothing: boolean } {
  const buttons = [...document.querySelectorAll('wallet-a-button, wallet-b-button')];
  const isOffered = buttons.some(
    (tag) => tag.checkVisibility() && (tag as unknown as { state: string }).state === 'ready',
  );
  return {
    order: buttons[0]?.getAttribute('order') ?? '',
    isOffered,
    saysNothing: /not charged|Nothing was paid/.test(document.body.innerText),
  };
}
