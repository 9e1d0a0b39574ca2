import { assert } from '@open-wc/testing';
import { openSheet, sandbox, sheetIs } from '../../test/payer.ts';
import { heldTime, payPage, thrown, dispatched, authorized } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: completePayment', () => {
  const final: readonly [string, ApplePayJS.ApplePayPaymentAuthorizationResult | number, string][] =
    [
      ['success', { status: 0 }, 'done'],
      ['success as a number, of versions 1 and 2', 0, 'done'],
      ['failure', { status: 1 }, 'failed'],
      ['failure as a number', 1, 'failed'],
      ['failure with an empty list of errors', { status: 1, errors: [] }, 'failed'],
    ];
  for (const [what, result, state] of final) {
    it(`${what} is final`, async () => {
      const page = await authorized();
      page.session.completePayment(result);
      assert.equal(sandbox().sheet.state, state);
    });
  }

  it('failure with an unknown error among others is final', async () => {
    const page = await authorized();
    page.session.completePayment({
      status: ApplePaySession.STATUS_FAILURE,
      errors: [new ApplePayError('billingContactInvalid', 'name'), new ApplePayError('unknown')],
    });
    assert.equal(sandbox().sheet.state, 'failed');
  });

  const retries: readonly [string, number, string][] = [
    ['INVALID_BILLING_POSTAL_ADDRESS', 2, 'card'],
    ['INVALID_SHIPPING_POSTAL_ADDRESS', 3, 'address'],
    ['INVALID_SHIPPING_CONTACT', 4, 'address'],
  ];
  for (const [name, status, field] of retries) {
    it(`${name} is a failure with an error of that field, and the payer tries again`, async () => {
      const page = await authorized();
      page.session.completePayment({ status });
      assert.deepEqual(
        sandbox().sheet.errors.map((error) => error.field),
        [field],
      );
      sandbox().sheet.pay();
      await dispatched('paymentauthorized', 2);
      page.session.completePayment({ status: 0 });
    });
  }

  for (const status of [5, 6, 7]) {
    it(`a PIN status (${status}) is not final`, async () => {
      const page = await authorized();
      page.session.completePayment({ status });
      assert.equal(sandbox().sheet.state, 'ready');
    });
  }

  it('an error of a field is shown at that field, and each try has a token of its own', async () => {
    const tokens: string[] = [];
    const page = await payPage({ requiredShippingContactFields: ['email', 'phone'] });
    page.authorized = ({ payment }) => {
      tokens.push(payment.token.transactionIdentifier);
      page.session.completePayment({
        status: 1,
        errors: [new ApplePayError('shippingContactInvalid', 'phoneNumber', 'No such number')],
      });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await dispatched('paymentauthorized');
    const field = openSheet().dialog.querySelector('[data-field="contact"]');
    assert.include(field?.textContent, 'No such number');
    assert.equal(field?.getAttribute('data-invalid'), 'true');
    sandbox().sheet.pay();
    await dispatched('paymentauthorized', 2);
    assert.equal(new Set(tokens).size, 2);
  });

  it('a status that does not exist throws InvalidAccessError, none at all TypeError', async () => {
    const page = await authorized();
    const results: readonly [unknown, string][] = [
      [{ status: 8 }, 'InvalidAccessError'],
      [{ status: -1 }, 'InvalidAccessError'],
      [{}, 'TypeError'],
      [{ status: 'SUCCESS' }, 'TypeError'],
      [null, 'TypeError'],
      [{ status: 0, errors: null }, 'TypeError'],
      [{ status: 0, message: 'Thanks' }, 'TypeError'],
    ];
    for (const [result, name] of results) {
      const error = thrown(() => {
        page.session.completePayment(result as ApplePayJS.ApplePayPaymentAuthorizationResult);
      });
      assert.equal(error.name, name, JSON.stringify(result));
    }
    page.session.completePayment({ status: 0 });
  });

  it('order details are complete', async () => {
    const details = {
      orderTypeIdentifier: 'order.test.shop',
      orderIdentifier: '1001',
      webServiceURL: 'https://shop.test/orders',
      authenticationToken: 'a-token-of-the-shop',
    };
    const page = await authorized();
    for (const wrongDetails of [
      { ...details, orderIdentifier: '' },
      { ...details, webServiceURL: '/orders' },
    ]) {
      const error = thrown(() => {
        page.session.completePayment({ status: 0, orderDetails: wrongDetails });
      });
      assert.equal(error.name, 'TypeError');
    }
    page.session.completePayment({ status: 0, orderDetails: details });
    assert.equal(sandbox().sheet.state, 'done');
  });
});
