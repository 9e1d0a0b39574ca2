// A browser with a wallet of its own: what is there before the provider's script, and after it.
import { assert } from '@open-wc/testing';
import { sandbox, sheetIs } from '../../test/payer.ts';
import { heldTime, payPage } from '../../test/wallet-a-page.ts';
import './wallet-a-native.ts';

heldTime();

describe('wallet A, native', () => {
  it('has ApplePaySession and ApplePayError, and nothing of the script', () => {
    assert.isFunction(ApplePaySession);
    assert.isFunction(ApplePayError);
    assert.notProperty(ApplePaySession, 'applePayCapabilities');
    assert.notProperty(window, 'ApplePayWebOptions');
    assert.isUndefined(customElements.get('apple-pay-button'));
  });

  it('says that CSS can draw its button', () => {
    assert.isTrue(CSS.supports('-webkit-appearance', '-apple-pay-button'));
    assert.isTrue(CSS.supports('(-webkit-appearance: -apple-pay-button)'));
    assert.isTrue(CSS.supports('-apple-pay-button-type', 'buy'));
    assert.isTrue(CSS.supports('display', 'grid'));
    assert.isFalse(CSS.supports('display', 'apple'));
  });

  it('takes a payment without a script and without a code', async () => {
    const page = await payPage();
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized']);
    assert.notInclude(
      sandbox().calls.map(({ api }) => api),
      'event code',
    );
  });

  it('keeps its ApplePaySession when the script comes, which adds the element and applePayCapabilities', async () => {
    const nativeSession = ApplePaySession;
    await import('./wallet-a.ts');
    assert.equal(ApplePaySession, nativeSession);
    assert.isFunction(customElements.get('apple-pay-button'));
    assert.deepEqual(await ApplePaySession.applePayCapabilities('merchant.test'), {
      paymentCredentialStatus: 'paymentCredentialsAvailable',
    });
  });
});
