// Written from Apple's reference of the updates, and WebKit's checks of them.
import { assert } from '@open-wc/testing';
import { sandbox, sheetIs } from '../../test/payer.ts';
import {
  heldTime,
  payPage,
  post,
  request,
  shipped,
  thrown,
  dispatched,
  total,
  updateOf,
} from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: an update', () => {
  const wrong: Readonly<Record<string, Record<string, unknown>>> = {
    'without newTotal': { newTotal: undefined },
    'with a float': { newTotal: total('201.123') },
    'with a negative total': { newTotal: total('-1.00') },
    'with null for lines': { newLineItems: null },
    'with a line without amount': { newLineItems: [{ label: 'x' }] },
    'with errors that are no ApplePayErrors': {
      errors: [{ code: 'couponCodeInvalid', message: 'x' }],
    },
    'with a method twice': { newShippingMethods: [post, post] },
    'with an empty recurring payment': { newRecurringPaymentRequest: {} },
    'with a member of no documentation': { newCurrency: 'EUR' },
  };
  for (const [what, change] of Object.entries(wrong)) {
    it(`${what} throws TypeError, and may be answered again`, async () => {
      let name = '';
      await payPage({}, (session) => {
        session.onpaymentmethodselected = () => {
          const answer = { newTotal: request.total, ...change };
          name = thrown(() => {
            session.completePaymentMethodSelection(answer as never);
          }).name;
          session.completePaymentMethodSelection({ newTotal: request.total });
        };
      });
      await sheetIs('ready');
      assert.equal(name, 'TypeError');
    });
  }

  it('of a shipping method has no errors', async () => {
    let name = '';
    await payPage(shipped, (session) => {
      session.onshippingmethodselected = () => {
        name = thrown(() => {
          session.completeShippingMethodSelection(updateOf('1.00', { errors: [] }));
        }).name;
        session.completeShippingMethodSelection(updateOf('1.00'));
      };
    });
    await sheetIs('ready');
    sandbox().sheet.chooseShippingOption('courier');
    await dispatched('shippingmethodselected');
    assert.equal(name, 'TypeError');
  });
});
