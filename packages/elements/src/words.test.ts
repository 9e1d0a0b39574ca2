import { assert } from '@open-wc/testing';
import { scene, wallets } from '../test/scene.ts';
import { calls, eventOf, press, ready } from '../test/support.ts';

/** The networks in the request of a sheet, by the provider's names. */
const networksIn = {
  'wallet-a': () => calls('ApplePaySession.constructor')[0]?.args[1],
  'wallet-b': () => calls('PaymentsClient.loadPaymentData')[0]?.args[0],
};
const expectedNetworks = {
  'wallet-a': '"supportedNetworks":["visa","masterCard"]',
  'wallet-b': '"allowedCardNetworks":["VISA","MASTERCARD"]',
};
const words: Readonly<Record<string, unknown>> = {
  'separated by commas': 'visa, mastercard',
  'with capital letters': 'Visa MasterCard',
  'that are a list': ['visa', 'mastercard'],
};

for (const { wallet, template } of wallets) {
  describe(`the words of a setting of ${wallet}`, () => {
    scene();

    for (const [what, networks] of Object.entries(words)) {
      it(`are known ${what}`, async () => {
        const { tag, events } = await ready(template);
        Object.assign(tag, { networks });
        await tag.updateComplete;
        await press(tag);
        await eventOf(events, 'wallet-result');
        assert.include(JSON.stringify(networksIn[wallet]()), expectedNetworks[wallet]);
      });
    }

    it('may be the object of a locale', async () => {
      const { tag, events } = await ready(template);
      Object.assign(tag, { locale: new Intl.Locale('uk-UA') });
      await tag.updateComplete;
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
    });
  });
}
