// Written from Apple's "Apple Pay on the Web" reference: what the page gets when the payer agrees.
import { assert } from '@open-wc/testing';
import { ownKey } from '../../test/own-key.ts';
import { openSheet, press, sandbox, sheetIs, until, written } from '../../test/payer.ts';
import { allBut, refused } from '../../test/session-calls.ts';
import {
  endState,
  heldTime,
  merchantSession,
  opened,
  payPage,
  timeLimit,
  authorized,
} from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

const time = heldTime();

describe('ApplePaySession: a payment', () => {
  it('asks for merchant validation, then lets the payer pay, then closes with success', async () => {
    let token: unknown;
    const page = await payPage();
    page.authorized = (event) => {
      token = event.payment.token;
      page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
    };
    await sheetIs('ready');
    await press(openSheet().pay);
    await sheetIs('done');
    time.pass(endState - 1);
    assert.equal(sandbox().sheet.state, 'done');
    time.pass(1);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized']);
    assert.deepInclude(await opened(token), {
      applicationPrimaryAccountNumber: '4242420000004242',
      transactionAmount: 19990,
      currencyCode: '980',
    });
  });

  for (const [id, type] of [
    ['visa-approve', 'credit'],
    ['mastercard-challenge', 'debit'],
    ['amex-approve', 'prepaid'],
  ] as const) {
    it(`says how a card is funded before and after the payer agreed: ${type}`, async () => {
      sandbox().configure({ payer: { card: id } });
      const types: unknown[] = [];
      const page = await payPage(
        { supportedNetworks: ['visa', 'masterCard', 'amex'] },
        (session) => {
          session.onpaymentmethodselected = ({ paymentMethod }) => {
            types.push(paymentMethod.type);
            session.completePaymentMethodSelection({
              newTotal: { label: 'Shop', amount: '199.90' },
            });
          };
        },
      );
      page.authorized = ({ payment }) => {
        types.push(payment.token.paymentMethod.type);
        page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
      };
      await sheetIs('ready');
      sandbox().sheet.pay();
      await sheetIs('done');
      assert.deepEqual(types, [type, type]);
    });
  }

  it('encrypts for the key of another processor', async () => {
    const { spki, key } = await ownKey();
    sandbox().configure({ walletA: { merchantKey: spki } });
    let token: unknown;
    const page = await payPage();
    page.authorized = ({ payment }) => {
      ({ token } = payment);
      page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal((await opened(token, key))['transactionAmount'], 19990);
  });

  it('hands out the gateway that Apple gives to test merchants', async () => {
    let url = '';
    await payPage({}, (session) => {
      session.onvalidatemerchant = (event) => {
        url = event.validationURL;
        session.completeMerchantValidation(merchantSession());
      };
    });
    await sheetIs('ready');
    assert.equal(url, 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession');
  });

  it('offers device cards of the networks in the request only', async () => {
    await payPage({ supportedNetworks: ['mastercard'] });
    const cards = [...openSheet().form.querySelectorAll<HTMLInputElement>('input')];
    assert.deepEqual(
      cards.map(({ value }) => value),
      ['mastercard-challenge'],
    );
  });

  it('a test cannot pay where no card fits the request', async () => {
    await payPage({ supportedNetworks: ['interac'] });
    await sheetIs('ready');
    assert.throws(() => {
      sandbox().sheet.pay();
    }, 'No test card fits this request.');
  });

  it('gives the contacts that were asked for, and no others', async () => {
    let payment: ApplePayJS.ApplePayPayment | undefined;
    const page = await payPage({ requiredBillingContactFields: ['postalAddress'] });
    page.authorized = (event) => {
      ({ payment } = event);
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal(payment?.billingContact?.countryCode, 'UA');
    assert.isUndefined(payment?.billingContact?.emailAddress);
    assert.isUndefined(payment?.shippingContact);
  });

  it('does not let the payer pay before the merchant is validated', async () => {
    await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    assert.equal(sandbox().sheet.state, 'waiting');
    assert.isTrue(openSheet().pay.disabled);
  });

  it('keeps the sheet for another try when only fields were wrong', async () => {
    const page = await payPage();
    page.authorized = () => {
      page.session.completePayment({
        status: ApplePaySession.STATUS_FAILURE,
        errors: [new ApplePayError('billingContactInvalid', 'postalCode', 'Check the postal code')],
      });
      page.authorized = () => {
        page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
      };
    };
    await sheetIs('ready');
    await press(openSheet().pay);
    await until(
      () => page.events.length === 2 && sandbox().sheet.state === 'ready',
      'a second try',
    );
    assert.include(openSheet().dialog.textContent, 'Check the postal code');
    await press(openSheet().pay);
    await sheetIs('done');
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized', 'paymentauthorized']);
  });

  it('a plain failure is final: the sheet says so and closes, without a cancel', async () => {
    const page = await payPage();
    page.authorized = () => {
      page.session.completePayment({ status: ApplePaySession.STATUS_FAILURE });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('failed');
    time.pass(endState);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized']);
  });

  it('is an EventTarget, whose on… properties are listeners like others', async () => {
    const events: string[] = [];
    const page = await payPage({}, (session) => {
      session.addEventListener('cancel', () => events.push('first'));
      session.oncancel = () => events.push('replaced');
      session.oncancel = () => events.push('second');
      session.addEventListener('cancel', () => events.push('third'));
    });
    assert.instanceOf(page.session, EventTarget);
    sandbox().sheet.cancel();
    await until(() => events.length === 3, 'cancel');
    assert.sameMembers(events, ['first', 'second', 'third']);
  });
});

describe('ApplePaySession: an amount with more decimals than the currency has', () => {
  const change = { currencyCode: 'JPY', total: { label: 'Lumen Coffee', amount: '10.50' } };

  it('is taken by the constructor; the sheet fails when the payer agrees, and the console says why', async () => {
    const page = await payPage(change);
    await sheetIs('ready');
    const lines = await written('error', async () => {
      sandbox().sheet.pay();
      await sheetIs('failed');
    });
    assert.match(lines.flat().join(' '), /"10\.50" is not an amount of JPY/);
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
    assert.notInclude(page.events, 'paymentauthorized');
  });

  it('changes nothing in a session that the page has ended meanwhile', async () => {
    const page = await payPage(change);
    await sheetIs('ready');
    await written('error', async () => {
      sandbox().sheet.pay();
      page.session.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
    });
    assert.deepEqual(refused(page.session), allBut());
  });
});

describe('ApplePaySession: what the payment holds', () => {
  it('carries the hash of applicationData in the token', async () => {
    const applicationData = btoa('order-1');
    let header: unknown;
    const page = await payPage({ applicationData });
    page.authorized = ({ payment }) => {
      ({ header } = payment.token.paymentData as { readonly header: unknown });
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('order-1'));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    assert.equal(Reflect.get(header as object, 'applicationData'), hex.join(''));
  });

  it('has 30 seconds for the page, as each question has', async () => {
    const page = await authorized();
    time.pass(timeLimit);
    assert.equal(sandbox().sheet.state, 'failed');
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
  });
});
