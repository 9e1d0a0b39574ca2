import { assert } from '@open-wc/testing';
import { heldTime, thrown } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePayError', () => {
  it('has a code, perhaps a field, and a message', () => {
    const error = new ApplePayError('shippingContactInvalid', 'postalCode', 'Check it');
    assert.deepInclude(error, {
      code: 'shippingContactInvalid',
      contactField: 'postalCode',
      message: 'Check it',
    });
    assert.equal(new ApplePayError('unknown').message, '');
    assert.isUndefined(new ApplePayError('unknown').contactField);
  });

  it('knows no other codes and fields', () => {
    const code = 'addressInvalid' as ApplePayJS.ApplePayErrorCode;
    const field = 'zip' as ApplePayJS.ApplePayErrorContactField;
    assert.equal(thrown(() => new ApplePayError(code)).name, 'TypeError');
    assert.equal(thrown(() => new ApplePayError('billingContactInvalid', field)).name, 'TypeError');
  });
});
