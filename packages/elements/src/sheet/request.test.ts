import { assert } from '@open-wc/testing';
import { apis, wallets } from '../../test/scene.ts';
import { eventOf, fakeBackend, press, ready } from '../../test/support.ts';
import { freshPage } from '../../test/fresh-page.ts';
import { paysIn, readyIn, wallets as framed } from '../../test/bad-inputs/framed.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { badReferences } from '@wallet-buttons/protocol/testing/inputs.js';
import type { WalletAButton, WalletBButton } from '@wallet-buttons/elements';

const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
const optionId = 'id of shippingOptions';

for (const { wallet, template, opened } of wallets) {
  describe(`a press of ${wallet} opens no sheet`, () => {
    beforeEach(() => window.walletSandbox?.reset());

    for (const [what, set, named] of [
      ['a total below zero', { amount: '-1.00' }, '-1.00'],
      ['a total that is missing', { amount: '' }, 'amount'],
      ['a third decimal', { amount: '1.005' }, '1.005'],
      ['a currency that is no ISO code', { currency: 'EURO' }, 'currency'],
      ['a currency in small letters', { currency: 'eur' }, 'currency'],
      ['a country that is no ISO code', { country: 'Ukraine' }, 'country'],
      ['no name beside the total', { label: '' }, 'label'],
      [
        'a delivery below zero',
        { shippingOptions: [{ id: 'post', label: 'Post', amount: '-5' }] },
        '-5',
      ],
      [
        'a later charge that is not exact',
        { recurring: { ...plan, price: { label: 'Monthly', amount: '9,9', every: 'month' } } },
        '9,9',
      ],
    ] satisfies [string, Partial<WalletAButton & WalletBButton>, string][]) {
      it(`for ${what}, and names it`, async () => {
        const { tag, events } = await ready(template);
        Object.assign(tag, set);
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'config');
        assert.include(error.message, named);
        assert.notInclude(apis(), opened);
      });
    }

    const option = { label: 'Post', amount: '5' };
    const price = { label: 'Monthly', amount: '9' };
    for (const [what, set, message] of [
      ['a delivery without an id', { shippingOptions: [option] }, optionId],
      [
        'two deliveries with one id',
        {
          shippingOptions: [
            { ...option, id: 'post' },
            { ...option, id: 'post' },
          ],
        },
        optionId,
      ],
      [
        'an id of a delivery that no backend takes',
        { shippingOptions: [{ ...option, id: 'x'.repeat(129) }] },
        optionId,
      ],
      [
        'a later charge of no kind',
        { recurring: { ...plan, price: { ...price, interval: 'month' } } },
        'price: every, on or below',
      ],
      [
        'a misspelt member of a price',
        { recurring: { ...plan, price: { ...price, every: 'month', end: new Date(2099, 1, 1) } } },
        'price: end',
      ],
      [
        'a misspelt member of later charges',
        { recurring: { ...plan, price: { ...price, every: 'month' }, trail: price } },
        'plan: trail',
      ],
    ] satisfies [string, object, string][]) {
      it(`for ${what}, and names it`, async () => {
        const { tag, events } = await ready(template);
        Object.assign(tag, set);
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        assert.deepInclude(error, { code: 'config', message });
        assert.notInclude(apis(), opened);
      });
    }

    for (const [what, order] of badReferences) {
      it(`for an order with ${what}, and asks no backend`, async () => {
        const backend = fakeBackend({});
        const { tag, events } = await ready(template);
        tag.order = order;
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        backend.restore();
        assert.equal(error.code, 'config');
        assert.equal(error.message, `order ${JSON.stringify(order)}`);
        assert.notInclude(apis(), opened);
        assert.isEmpty(backend.asked);
      });
    }

    it('for an order that a framework sets as a number', async () => {
      const { tag, events } = await ready(template);
      Reflect.set(tag, 'order', 1001);
      await press(tag);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'config');
      assert.equal(error.message, 'order 1001');
      assert.notInclude(apis(), opened);
    });
  });
}

describe('a page that did not import sheet.js', () => {
  beforeEach(() => {
    localStorage.clear();
  });

  for (const each of framed) {
    for (const [name, value] of Object.entries({
      shippingOptions: [{ id: 'post', label: 'Post', amount: '5' }],
      couponCode: '',
      request: 'shipping-address',
      deferred: { ...plan, price: { label: 'Later', amount: '5', on: new Date(2099, 1, 1) } },
    })) {
      it(`is reported at a press of ${each.wallet} with ${name}`, async () => {
        const page = await freshPage();
        page.present();
        await page.import('../src/define-buttons.ts');
        const tag = await readyIn(page, each);
        Object.assign(tag, { [name]: value });
        await press(tag);
        const { error } = await eventOf(page.events, 'wallet-error');
        assert.equal(error.code, 'config');
        assert.include(error.message, 'sheet.js');
        assert.lengthOf(page.calls(each.opened), 0);
        page.close();
      });
    }

    it(`pays all the same with ${each.wallet}`, async () => {
      const page = await freshPage();
      page.present();
      const backend = paysIn(page);
      await page.import('../src/define-buttons.ts');
      const tag = await readyIn(page, each);
      Object.assign(tag, { request: 'name email phone billing-address' });
      await press(tag);
      await waitUntil(() => page.events.some(({ type }) => type === 'wallet-result'), 'a result');
      assert.equal((await eventOf(page.events, 'wallet-result')).outcome, 'succeeded');
      backend.restore();
      page.close();
    });
  }
});
