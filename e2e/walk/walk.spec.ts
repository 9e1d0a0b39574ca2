import { expect, test as base, type APIRequestContext } from '@playwright/test';
import { wandered } from '../demos.ts';
import { Ledger } from '../ledger.ts';
import { Chance } from './chance.ts';
import { Rules } from './rules.ts';
import { SecondBackend } from './second-backend.ts';
import { Walk } from './walk.ts';

const { SEED, WALKS = '20' } = process.env;
const first = SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(SEED);
// The workers read this file again.
process.env['SEED'] = String(first);

const test = base.extend<object, { readonly second: SecondBackend }>({
  baseURL: wandered.url,
  second: [
    async ({ playwright }, use, { parallelIndex }) => {
      const request = await playwright.request.newContext();
      const setup = await request.get(`${wandered.url}/sandbox/control/setup`);
      const { url } = (await setup.json()) as { readonly url: string };
      const env = { PAGE_URL: wandered.url, SERVICE_URL: url, DATA_DIR: wandered.data };
      const second = new SecondBackend(wandered.port + 1 + parallelIndex, env);
      await use(second);
      second.stop();
    },
    { scope: 'worker' },
  ],
});

for (let seed = first; seed < first + Number(WALKS); seed += 1) {
  test(`walk ${String(seed)}`, async ({ context, request, second }) => {
    const chance = new Chance(seed);
    const ledger = new Ledger(request);
    const orders = [await openOrder(request), await openOrder(request)];
    const walk = new Walk(chance, context, ledger, second, orders);
    const rules = new Rules(walk, ledger, request);
    try {
      await walk.begin();
      for (let left = 8 + chance.below(18); left > 0; left -= 1) {
        await walk.step();
        await rules.checkOffers();
      }
      await walk.calm();
      await rules.expectAgreement();
      for (const one of orders) await walk.operate(one);
      await rules.expectAgreement();
      await rules.expectNothingWrong();
    } catch (error) {
      console.log(`SEED=${String(seed)} WALKS=1 pnpm test:walks`, orders, walk.steps);
      throw error;
    }
  });
}

/** A new order, also while another walk has killed the backend. */
async function openOrder(request: APIRequestContext): Promise<string> {
  let id = '';
  await expect(async () => {
    const answer = await request.post('/shop/orders', { data: { product: 'meadow' } });
    ({ id } = (await answer.json()) as { readonly id: string });
  }).toPass();
  return id;
}
