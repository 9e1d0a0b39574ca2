import { assert } from '@open-wc/testing';
import { answers, sheetScene, wallets } from '../../test/open-sheet.ts';
import { eventOf, press, ready } from '../../test/support.ts';
import { waitUntil } from '../../test/wait-until.ts';

const courier = { id: 'courier', label: 'Courier', amount: '50', detail: 'Tomorrow' };
const pickup = { id: 'pickup', label: 'Pickup', amount: '0' };

describe('a choice of the payer in the sheet', () => {
  const scene = sheetScene();

  for (const { wallet, template, method } of wallets) {
    describe(`of ${wallet}`, () => {
      it('asks the page what an address changes, and shows and posts the answer', async () => {
        const { tag, events } = await ready(template);
        tag.request = 'shipping-address';
        const countries: unknown[] = [];
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          countries.push(event.shippingAddress.country);
          event.updateWith(
            Promise.resolve({
              amount: '249.9',
              displayItems: [{ label: 'Delivery', amount: '50' }],
            }),
          );
        });
        await press(tag);
        await scene.isReady();
        assert.deepEqual(countries, ['UA']);
        assert.equal(scene.total(wallet), '249.90');
        scene.sheet.pay();
        await eventOf(events, 'wallet-result');
        assert.deepEqual(scene.posted()[0]?.body['shown'], { amount: '249.90', currency: 'UAH' });
        assert.propertyVal(scene.posted()[0]?.body['shipping_address'], 'country', 'UA');
      });

      // A page that is not written in strict TypeScript passes on what it has not got, and a backend writes null for it.
      for (const nothing of [undefined, null]) {
        it(`keeps what an answer has as ${String(nothing)}`, async () => {
          const { tag, events } = await ready(template);
          Object.assign(tag, { request: 'shipping-address', shippingOptions: [pickup, courier] });
          tag.addEventListener('wallet-shipping-address-change', (event) => {
            const update: object = {
              displayItems: nothing,
              shippingOptions: nothing,
              errors: nothing,
            };
            event.updateWith({ amount: '249.9', ...update });
          });
          await press(tag);
          await scene.isReady();
          assert.equal(scene.total(wallet), '249.90');
          scene.sheet.pay();
          await eventOf(events, 'wallet-result');
          assert.equal(scene.posted()[0]?.body['shipping_option'], 'pickup');
        });
      }

      it('knows an option again whose id the page has as a number', async () => {
        const { tag, events } = await ready(template);
        const options: object = [
          { ...pickup, id: 1 },
          { ...courier, id: 2 },
        ];
        Object.assign(tag, { request: 'shipping-address', shippingOptions: options });
        await press(tag);
        await scene.isReady();
        scene.sheet.chooseShippingOption('2');
        await waitUntil(() => answers[wallet]('ShippingMethodSelection').length > 0);
        await scene.isReady();
        scene.sheet.pay();
        await eventOf(events, 'wallet-result');
        assert.equal(scene.posted()[0]?.body['shipping_option'], '2');
      });

      it('stays as it is where no listener answers', async () => {
        const { events } = await scene.open(template, { request: 'shipping-address' });
        assert.equal(scene.total(wallet), '199.90');
        scene.sheet.pay();
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      });

      it('gives the page each delivery choice, and the backend the one that was agreed to', async () => {
        const { tag, events } = await ready(template);
        Object.assign(tag, {
          request: 'shipping-address',
          shippingOptions: [pickup, courier],
        });
        tag.addEventListener('wallet-shipping-option-change', (event) => {
          event.updateWith({ amount: event.shippingOption === 'courier' ? '249.90' : '199.90' });
        });
        await press(tag);
        await scene.isReady();
        scene.sheet.chooseShippingOption('courier');
        await waitUntil(() => scene.total(wallet, 'ShippingMethodSelection') === '249.90');
        await scene.isReady();
        scene.sheet.pay();
        const authorization = await eventOf(events, 'wallet-authorized');
        assert.equal(authorization.shippingOption, 'courier');
        await eventOf(events, 'wallet-result');
        assert.equal(scene.posted()[0]?.body['shipping_option'], 'courier');
      });

      it('posts the first option when the payer takes no other', async () => {
        const { events } = await scene.open(template, {
          request: 'shipping-address',
          shippingOptions: [pickup, courier],
        });
        scene.sheet.pay();
        await eventOf(events, 'wallet-result');
        assert.equal(scene.posted()[0]?.body['shipping_option'], 'pickup');
      });

      it('takes a coupon that the page knows', async () => {
        const { tag, events } = await ready(template);
        tag.couponCode = '';
        tag.addEventListener('wallet-coupon-change', (event) => {
          event.updateWith(
            event.couponCode === 'HONEY10'
              ? { amount: '179.91' }
              : { errors: [{ code: 'coupon_invalid', message: 'No such coupon.' }] },
          );
        });
        await press(tag);
        await scene.isReady();
        scene.sheet.enterCoupon('SALT');
        await waitUntil(() => scene.sheet.errors.length > 0);
        assert.propertyVal(scene.sheet.errors[0], 'message', 'No such coupon.');
        assert.propertyVal(scene.sheet.errors[0], 'field', 'couponCode');
        await scene.isReady();
        scene.sheet.enterCoupon('HONEY10');
        await waitUntil(() => scene.total(wallet, 'CouponCodeChange') === '179.91');
        await scene.isReady();
        scene.sheet.pay();
        await eventOf(events, 'wallet-result');
        assert.equal(scene.posted()[0]?.body['coupon_code'], 'HONEY10');
        assert.propertyVal(scene.posted()[0]?.body['shown'], 'amount', '179.91');
      });

      it('tells what it may of the chosen card', async () => {
        const { tag } = await ready(template);
        tag.request = 'payment-method';
        const cardEvents: unknown[] = [];
        tag.addEventListener('wallet-payment-method-change', ({ paymentMethod }) =>
          cardEvents.push(paymentMethod),
        );
        await press(tag);
        await scene.isReady();
        assert.deepEqual(cardEvents, [method]);
      });
    });
  }
});
