import { assert } from '@open-wc/testing';
import { paysIn, readyIn, wallets as framed } from '../test/bad-inputs/framed.ts';
import { freshPage, type FreshPage } from '../test/fresh-page.ts';
import { scene, wallets } from '../test/scene.ts';
import { waitUntil } from '../test/wait-until.ts';
import { calls, eventOf, press, ready } from '../test/support.ts';

const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
const recurring = { ...plan, price: { label: 'Monthly', amount: '5', every: 'month' } } as const;
const deferred = { ...plan, price: { label: 'Stay', amount: '5', on: new Date() } } as const;
const onText = { ...plan, price: { ...deferred.price, on: '2099-01-01' } };
const onNoDay = { ...plan, price: { ...deferred.price, on: new Date('soon') } };
const fromText = { ...plan, price: { ...recurring.price, from: '2099-01-01' } };
const empty = { ...plan, price: { label: '', amount: '5', every: 'month' } } as const;

const faults: readonly (readonly [string, object, RegExp])[] = [
  ['nothing to pay', { amount: '0.00' }, /amount 0\.00/],
  ['nothing to pay in yen', { amount: '0', currency: 'JPY' }, /amount 0/],
  ['a blank label', { label: ' ' }, /label/],
  ['a line without a label', { displayItems: [{ label: '', amount: '1' }] }, /label/],
  ['a blank line', { displayItems: [{ label: '\t', amount: '1' }] }, /label/],
  [
    'a shipping option without a label',
    { shippingOptions: [{ id: 'post', label: '', amount: '1' }] },
    /label/,
  ],
  ['a plan without a label', { recurring: empty }, /label/],
  ['a line that is null', { displayItems: [null] }, /null/],
  ['lines that are no list', { displayItems: {} }, /iterable|function/],
  ['a plan without a price', { recurring: plan }, /undefined|destructured/],
  ['a label that is a number', { label: 5 }, /trim/],
  ['a plan whose day is a text', { deferred: onText }, /date 2099-01-01/],
  ['a plan whose day is invalid', { deferred: onNoDay }, /date Invalid/],
  ['a plan that begins with a text', { recurring: fromText }, /date 2099-01-01/],
  ['two plans', { recurring, deferred }, /recurring, deferred, automaticReload/],
  ['an order of 129 characters', { order: 'x'.repeat(129) }, /order/],
  ['an order with a line break', { order: 'A-1\nA-2' }, /order/],
  ['an order with a NUL', { order: 'A-1\0' }, /order/],
];

describe('wallet A in a frame of a text', () => {
  let page: FreshPage | undefined;
  afterEach(() => {
    page?.close();
  });

  it('validates the domain of the page around it', async () => {
    localStorage.clear();
    const [a] = framed;
    // The stand-ins run only where a page says that no customer is there.
    page = await freshPage(
      `<!doctype html><title>Shop</title><script>walletSandboxConfig = { allowedHosts: [''] }</script>`,
    );
    page.present();
    await page.define();
    const backend = paysIn(page);
    await press(await readyIn(page, a));
    await waitUntil(() => backend.to('validate-merchant').length > 0, 'the validation');
    assert.propertyVal(backend.to('validate-merchant')[0]?.body, 'domain', location.hostname);
  });
});

for (const { wallet, template, opened } of wallets) {
  describe(`a press of ${wallet}`, () => {
    scene();
    for (const [what, settings, message] of faults) {
      it(`ends with config before the sheet, for ${what}`, async () => {
        const { tag, events } = await ready(template);
        Object.assign(tag, settings);
        await tag.updateComplete;
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'config');
        assert.match(error.message, message);
        assert.isEmpty(calls(opened));
      });
    }
  });
}
