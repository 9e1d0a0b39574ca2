import { test as base } from '@playwright/test';
// eslint-disable-next-line no-restricted-imports -- Playwright sets no condition, by which the package has these
import { randomFrom } from '../../packages/server/test/faults/random.ts';
import { walkDemo } from '../demos.ts';
import { Ledger } from '../ledger.ts';
import { rulesOf } from './rules.ts';
import { Shop } from './shop.ts';
import { walkThrough } from './walk.ts';

const { SEED, WALKS = '20' } = process.env;
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
// The workers read this file again.
process.env['SEED'] = String(first);

const test = base.extend<object, { readonly shop: Shop }>({
  baseURL: walkDemo.url,
  shop: [
    async ({ playwright }, use, { parallelIndex }) => {
      const request = await playwright.request.newContext();
      const setup = await request.get(`${walkDemo.url}/sandbox/control/setup`);
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
    const random = randomFrom(seed);
    const orders = [await shop.openOrder(), await shop.openOrder()];
    const place = { random, context, ledger: new Ledger(request), shop, orders };
    const walk = await walkThrough(place);
    const rules = rulesOf(walk, place);
    try {
      await walk.begin();
      for (let stepsLeft = 8 + random.below(18); stepsLeft > 0; stepsLeft -= 1) {
        await walk.step();
        await rules.expectOneCharge();
        if (random.chance(0.3)) await rules.expectTrueOffers();
      }
      await walk.end();
      await rules.expectSameBooks(true);
      await walk.heal();
      await rules.expectSameBooks(false);
      await rules.expectTruePages();
      for (const order of orders) await shop.captureAndRefund(order);
      await rules.expectSameBooks(false);
      await rules.expectTruePages();
      await rules.expectOneCharge();
      await rules.expectNothingWrong();
    } catch (error) {
      console.log(`SEED=${String(seed)} WALKS=1 pnpm test:walks`, orders, walk.steps);
      throw error;
    }
  });
}
