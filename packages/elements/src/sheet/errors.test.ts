import { assert } from '@open-wc/testing';
import type { SheetUpdate } from '@wallet-buttons/elements';
import { sheetScene, wallets } from '../../test/open-sheet.ts';
import { paid, payerLeaves } from '../../test/scene.ts';
import { eventOf, press, problem, ready } from '../../test/support.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { replace } from '../../test/replace.ts';

const courier = { id: 'courier', label: 'Courier', amount: '50', detail: 'Tomorrow' };
const pickup = { id: 'pickup', label: 'Pickup', amount: '0' };

describe('what the payer has to put right in the sheet', () => {
  const scene = sheetScene();

  for (const { wallet, template, completed, elsewhere } of wallets) {
    describe(`of ${wallet}`, () => {
      it('shows what is wrong with an address', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith({
            errors: [
              { code: 'shipping_address_unserviceable', field: 'country', message: 'Not there.' },
            ],
          });
        });
        await press(tag);
        await waitUntil(() => scene.sheet.errors.length > 0);
        assert.propertyVal(scene.sheet.errors[0], 'message', 'Not there.');
        assert.propertyVal(scene.sheet.errors[0], 'field', 'address');
      });

      it('says that a choice could not be worked out when the page fails', async () => {
        const { tag, events } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith(Promise.reject<SheetUpdate>(new Error('no rates today')));
        });
        const messages: string[] = [];
        const report = window.reportError.bind(window);
        window.reportError = (error: Error) => messages.push(error.message);
        try {
          await press(tag);
          await waitUntil(() => scene.sheet.errors.length > 0);
        } finally {
          window.reportError = report;
        }
        assert.deepEqual(messages, ['no rates today']);
        assert.match(scene.sheet.errors[0]?.message ?? '', /cannot be worked out/);
        assert.notInclude(
          events.map(({ type }) => type),
          'wallet-error',
        );
      });

      it('says the same where reportError of the page throws', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith({ amount: '1.005' });
        });
        const restore = replace(window, 'reportError', () => () => {
          throw new TypeError('There is no form.');
        });
        try {
          await press(tag);
          await waitUntil(() => scene.sheet.errors.length > 0);
        } finally {
          restore();
        }
        assert.match(scene.sheet.errors[0]?.message ?? '', /cannot be worked out/);
      });

      it('says the same where the errors of the page are no list', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          const update: object = { errors: { code: 'shipping_address_invalid', message: 'No.' } };
          event.updateWith(update);
        });
        const messages: string[] = [];
        const restore = replace(window, 'reportError', () => (error: Error) => {
          messages.push(error.message);
        });
        try {
          await press(tag);
          await waitUntil(() => scene.sheet.errors.length > 0);
        } finally {
          restore();
        }
        assert.deepEqual(messages, ['errors']);
      });

      for (const [name, update] of [
        ['error', { error: 'Not there.' }],
        ['total', { total: { label: 'Honey', amount: { currency: 'UAH', value: '249.90' } } }],
        ['currency', { amount: '5.00', currency: 'EUR' }],
        ['shippingOption', { shippingOption: 'pickup' }],
      ] as [string, object][]) {
        it(`says the same where an answer of the page has a member ${name}, and names it`, async () => {
          const { tag } = await ready(template);
          Object.assign(tag, { request: 'shipping-address', shippingOptions: [courier, pickup] });
          tag.addEventListener('wallet-shipping-address-change', (event) => {
            event.updateWith(update);
          });
          const errors: unknown[] = [];
          const restore = replace(window, 'reportError', () => (error: unknown) => {
            errors.push(error);
          });
          try {
            await press(tag);
            await waitUntil(() => scene.sheet.errors.length > 0);
          } finally {
            restore();
          }
          assert.lengthOf(errors, 1);
          assert.deepInclude(errors[0], { code: 'config', message: `updateWith(): ${name}` });
        });
      }

      for (const [what, error] of [
        ['a text alone', 'Not there.'],
        ['without a code', { message: 'Not there.' }],
        ['without a message', { code: 'shipping_address_unserviceable' }],
        ['null', null],
      ] as const) {
        it(`says the same where an error of the page is ${what}`, async () => {
          const { tag } = await ready(template);
          tag.request = 'shipping-address';
          tag.addEventListener('wallet-shipping-address-change', (event) => {
            const update: object = { errors: [error] };
            event.updateWith(update);
          });
          const restore = replace(window, 'reportError', () => () => undefined);
          try {
            await press(tag);
            await waitUntil(() => scene.sheet.errors.length > 0);
          } finally {
            restore();
          }
          assert.match(scene.sheet.errors[0]?.message ?? '', /cannot be worked out/);
        });
      }

      it('shows that nothing can be delivered, and takes no payment', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        tag.shippingOptions = [courier, pickup];
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          event.updateWith({
            shippingOptions: [],
            errors: [{ code: 'shipping_address_unserviceable', message: 'Not there.' }],
          });
        });
        await press(tag);
        await waitUntil(() => scene.sheet.errors.length > 0);
        assert.propertyVal(scene.sheet.errors[0], 'message', 'Not there.');
        assert.propertyVal(scene.sheet.errors[0], 'field', 'address');
      });

      it('refuses an update after its event', async () => {
        const { tag } = await ready(template);
        tag.request = 'shipping-address';
        const update = Promise.withResolvers<() => void>();
        tag.addEventListener('wallet-shipping-address-change', (event) => {
          update.resolve(() => {
            event.updateWith({ amount: '1' });
          });
        });
        await press(tag);
        const updateLate = await update.promise;
        await scene.isReady();
        assert.throws(updateLate, /too late/);
      });

      it('stays open for an address that the backend refuses, and posts again', async () => {
        let postCount = 0;
        scene.answer(() =>
          ++postCount > 1
            ? paid()
            : problem(422, 'order_refused', {
                errors: [
                  {
                    code: 'shipping_address_invalid',
                    field: 'postal_code',
                    message: 'No such code.',
                  },
                ],
              }),
        );
        const { events } = await scene.open(template, { request: 'shipping-address' });
        scene.sheet.pay();
        await waitUntil(() => scene.sheet.errors.length > 0);
        assert.propertyVal(scene.sheet.errors[0], 'message', 'No such code.');
        scene.sheet.chooseAddress(elsewhere);
        await scene.isReady();
        scene.sheet.pay();
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
        const keys = scene.posted().map(({ headers }) => headers.get('idempotency-key'));
        assert.equal(new Set(keys).size, 2);
        const tokens = scene.posted().map(({ body }) => body['token']);
        assert.equal(new Set(tokens).size, 2);
      });

      it('is over, and so is the press, when the backend refuses for what no field of it is about', async () => {
        const errors = [{ code: 'shipping_option_invalid', message: 'No courier today.' }];
        scene.answer(() => problem(422, 'order_refused', { errors }));
        const { tag, events } = await scene.open(template, {
          request: 'shipping-address',
          shippingOptions: [courier, pickup],
        });
        scene.sheet.pay();
        await payerLeaves(completed);
        assert.equal((await eventOf(events, 'wallet-error')).error.code, 'refused');
        assert.equal(tag.state, 'ready');
      });
    });
  }
});
