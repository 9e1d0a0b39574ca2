import { assert } from '@open-wc/testing';
import { sheetScene, wallets } from '../../test/open-sheet.ts';
import { calls, eventOf } from '../../test/support.ts';

describe('a sheet for later charges', () => {
  const scene = sheetScene();

  for (const { wallet, template } of wallets) {
    describe(`of ${wallet}`, () => {
      const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
      const plans = {
        recurring: {
          ...plan,
          price: { label: 'Monthly', amount: '99.9', every: 'month', from: new Date(2099, 1, 1) },
          trial: {
            label: 'First weeks',
            amount: '1',
            every: 'week',
            until: new Date(2099, 0, 31),
          },
        },
        deferred: {
          ...plan,
          price: { label: 'On arrival', amount: '500', on: new Date(2099, 1, 1) },
          freeUntil: { date: new Date(2099, 0, 1), timeZone: 'Europe/Kyiv' },
        },
        automaticReload: {
          ...plan,
          price: { label: 'Top-up', amount: '200', below: '50' },
          agreement: 'Until you stop it.',
          tokenUrl: 'https://shop.example/tokens',
        },
      } as const;
      for (const [name, set] of Object.entries(plans)) {
        it(`opens for a payment that is ${name}`, async () => {
          const { events } = await scene.open(template, { [name]: set });
          const request = JSON.stringify(
            calls(
              wallet === 'wallet-a'
                ? 'ApplePaySession.constructor'
                : 'PaymentsClient.loadPaymentData',
            ),
          );
          assert.include(request, set.price.label);
          assert.match(request, new RegExp(`${name}(Payment|Transaction)`));
          scene.sheet.pay();
          assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
        });
      }
    });
  }
});
