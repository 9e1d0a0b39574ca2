import { assert } from '@open-wc/testing';
import { onPress, sandbox } from '../../test/payer.ts';
import { heldTime, request, thrown, wrong } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: what a page can ask', () => {
  it('knows versions 1 to 15, and no version 0', () => {
    assert.isTrue(ApplePaySession.supportsVersion(1));
    assert.isTrue(ApplePaySession.supportsVersion(15));
    assert.isFalse(ApplePaySession.supportsVersion(16));
    assert.equal(thrown(() => ApplePaySession.supportsVersion(0)).name, 'InvalidAccessError');
  });

  it('takes a version as WebIDL takes an unsigned long', async () => {
    const supports = (version: unknown): boolean =>
      ApplePaySession.supportsVersion(version as number);
    assert.isTrue(supports('3'));
    assert.isTrue(supports(15.9));
    assert.isFalse(supports('16'));
    assert.isFalse(supports(-1));
    assert.equal(thrown(() => supports('three')).name, 'InvalidAccessError');
    const error = await onPress(() => {
      assert.isOk(new ApplePaySession('3' as unknown as number, request));
      const laterRequest = wrong({ supportsCouponCode: true });
      return thrown(() => new ApplePaySession('3' as unknown as number, laterRequest));
    });
    assert.equal(error.name, 'TypeError');
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
    const session = ApplePaySession.prototype as object as Record<string, number>;
    assert.deepEqual([session['STATUS_SUCCESS'], session['STATUS_PIN_LOCKOUT']], [0, 7]);
  });
});
