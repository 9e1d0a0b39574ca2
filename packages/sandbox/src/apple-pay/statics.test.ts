import { assert } from '@open-wc/testing';
import { sandbox } from '../../test/payer.ts';
import { heldTime, thrown } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: what a page can ask', () => {
  it('knows versions 1 to 14, and no version 0', () => {
    assert.isTrue(ApplePaySession.supportsVersion(1));
    assert.isTrue(ApplePaySession.supportsVersion(14));
    assert.isFalse(ApplePaySession.supportsVersion(15));
    assert.equal(thrown(() => ApplePaySession.supportsVersion(0)).name, 'InvalidAccessError');
  });

  it('takes a version as WebIDL does: as a text too', () => {
    const given = (version: unknown): number => version as number;
    assert.isTrue(ApplePaySession.supportsVersion(given('3')));
    assert.isTrue(ApplePaySession.supportsVersion(3.7));
    assert.isFalse(ApplePaySession.supportsVersion(-1));
    for (const none of ['', 'three', null, 0.5]) {
      const { name } = thrown(() => ApplePaySession.supportsVersion(given(none)));
      assert.equal(name, 'InvalidAccessError');
    }
  });

  it('says whether the device can pay', async () => {
    assert.isTrue(ApplePaySession.canMakePayments());
    sandbox().configure({ walletA: { canMakePayments: false } });
    assert.isFalse(ApplePaySession.canMakePayments());
    const capabilities = await ApplePaySession.applePayCapabilities('merchant.test');
    assert.equal(capabilities.paymentCredentialStatus, 'applePayUnsupported');
  });

  it('has the status constants of the documentation', () => {
    assert.equal(ApplePaySession.STATUS_SUCCESS, 0);
    assert.equal(ApplePaySession.STATUS_FAILURE, 1);
    assert.equal(ApplePaySession.STATUS_PIN_LOCKOUT, 7);
  });
});
