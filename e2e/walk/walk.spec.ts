import { expect, test as base, type APIRequestContext } from '@playwright/test';
import { wandered } from '../demos.ts';
import { Ledger } from '../ledger.ts';
import { Books } from './books.ts';
import { Chance } from './chance.ts';
import { Rules } from './rules.ts';
import { Shop } from './shop.ts';
import { Walk } from './walk.ts';

const { SEED, WALKS = '20' } = process.env;
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
// The workers read this file again.
process.env['SEED'] = String(first);

const test = base.extend<object, { readonly shop: Shop }>({
  baseURL: wandered.url,
  shop: [
    async ({ playwright }, use, { parallelIndex }) => {
      const request = await playwright.request.newContext();
      const setup = await request.get(`${wandered.url}/sandbox/control/setup`);
      const { url } = (await setup.json()) as { readonly url: string };
      const shop = new Shop(parallelIndex, url);
      await use(shop);
      shop.stop();
    },
    { scope: 'worker' },
  ],
});

for (let seed = first; seed < first + Number(WALKS); seed += 1) {
  test(`walk ${String(seed)}`, async ({ context, request, shop }) => {
    const chance = new Chance(seed);
    const ledger = new Ledger(request);
    const orders = [await openOrder(request, shop), await openOrder(request, shop)];
    const walk = new Walk(chance, context, ledger, shop, orders);
    const books = new Books(walk, ledger, request, shop);
    const rules = new Rules(walk, books);
    try {
      await walk.begin();
      for (let left = 8 + chance.below(18); left > 0; left -= 1) {
        await walk.step();
        await rules.checkOffers();
      }
      for (const order of orders) await walk.operateBadly(order);
      await walk.calm();
      await rules.expectAgreement('soon');
      for (const order of orders) await walk.operate(order);
      await rules.expectAgreement('soon');
      await walk.passDays();
      for (const order of orders) await walk.operateAgain(order);
      await rules.expectAgreement('in the end');
      await rules.expectNothingWrong();
    } catch (error) {
      console.log(`SEED=${String(seed)} WALKS=1 pnpm test:walks`, orders, walk.steps);
      throw error;
    }
  });
}

/** A new order. */
async function openOrder(request: APIRequestContext, { urls: [url = ''] }: Shop): Promise<string> {
  let id = '';
  // The backend may be starting.
  await expect(async () => {
    const answer = await request.post(`${url}/shop/orders`, { data: { product: 'meadow' } });
    ({ id } = (await answer.json()) as { readonly id: string });
  }).toPass({ timeout: 20_000 });
  return id;
}
