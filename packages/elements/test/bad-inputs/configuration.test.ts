import { assert, waitUntil } from '@open-wc/testing';
import { WalletAButton, WalletBButton, type WalletErrorEvent } from '@wallet-buttons/elements';
import { calls, heardOf, press, ready } from '../support.ts';
import { control, sandbox, scene, wallets } from '../scene.ts';
import { badInput, endedOnce } from './bad-input.ts';

const opened = {
  'wallet-a': 'ApplePaySession.constructor',
  'wallet-b': 'PaymentsClient.loadPaymentData',
};
const required = ['order', 'amount', 'currency', 'country', 'label'];
const ofGateway = ['gateway', 'gatewayMerchantId'];

describe('K: attributes and addresses', () => {
  const page = scene();

  for (const { wallet, template } of wallets) {
    const Tag = wallet === 'wallet-a' ? WalletAButton : WalletBButton;
    const request = () => calls(opened[wallet]).at(-1)?.args.at(-1);

    badInput(`K1: null is what was not set, for ${wallet}`, async () => {
      page.payer('cancels');
      const plain = await ready(template);
      await press(plain.tag);
      await endedOnce(plain.heard);
      const expected = request();
      plain.tag.remove();

      const { tag, heard } = await ready(template);
      for (const name of Tag.elementProperties.keys()) {
        if (![...required, ...ofGateway].includes(String(name))) Reflect.set(tag, name, null);
      }
      await tag.updateComplete;
      await press(tag);
      assert.equal((await endedOnce(heard)).type, 'wallet-cancel');
      assert.deepEqual(request(), expected);
      await waitUntil(() => tag.state === 'ready');

      for (const name of required.slice(1)) {
        const value = tag.getAttribute(name) ?? '';
        for (const unset of [() => Reflect.set(tag, name, null), () => tag.removeAttribute(name)]) {
          unset();
          heard.length = 0;
          await press(tag);
          const ending = await endedOnce(heard);
          assert.nestedInclude(ending, { 'error.code': 'config' });
          assert.include((ending as WalletErrorEvent).error.message, name);
          Reflect.set(tag, name, value);
        }
      }

      tag.removeAttribute('order');
      await tag.updateComplete;
      assert.isTrue(control(tag).disabled);
      for (const name of wallet === 'wallet-b' ? ofGateway : []) {
        heard.length = 0;
        Reflect.set(tag, name, null);
        const { error } = await heardOf(heard, 'wallet-error');
        assert.equal(error.code, 'config');
        Reflect.set(tag, name, 'g');
        await waitUntil(() => tag.state === 'ready');
      }
    });
  }
});
