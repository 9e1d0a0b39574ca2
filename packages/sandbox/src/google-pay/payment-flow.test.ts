// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { ownKey } from '../../test/own-key.ts';
import { holdTime, openSheet, press, pressKey, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  apis,
  client,
  freshSandbox,
  methodWith,
  opened,
  pay,
  rejection,
  request,
  shownTotal,
  type Callbacks,
  type Data,
} from '../../test/google-pay.ts';

freshSandbox();

describe('PaymentsClient.loadPaymentData: a payment', () => {
  it('resolves with a token of the chosen card, made for the merchant at the gateway', async () => {
    const { payment } = await pay();
    await sheetIs('ready');
    await press(openSheet().pay);
    const data = await payment;
    const { paymentMethodData } = data;
    assert.deepInclude(paymentMethodData.info, { cardNetwork: 'VISA', cardDetails: '4242' });
    assert.equal(paymentMethodData.tokenizationData.type, 'PAYMENT_GATEWAY');
    const { gatewayMerchantId, paymentMethodDetails } = await opened(data);
    assert.equal(gatewayMerchantId, 'shop-7');
    assert.deepInclude(paymentMethodDetails, {
      pan: '4242420000004242',
      authMethod: 'CRYPTOGRAM_3DS',
    });
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('offers cards on file only where PAN_ONLY is allowed', async () => {
    const offeredCards = (): (string | null)[] =>
      [...openSheet().form.querySelectorAll('input')].map(({ value }) => value);
    await pay(methodWith({ allowedAuthMethods: ['CRYPTOGRAM_3DS'] }));
    assert.deepEqual(offeredCards(), ['visa-approve', 'mastercard-challenge', 'visa-decline']);
    sandbox().sheet.cancel();
    await pay(
      methodWith({ allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['MASTERCARD'] }),
    );
    assert.deepEqual(offeredCards(), ['pan-mastercard-approve']);
  });

  it('gives e-mail and addresses only when asked, and as much of them as asked', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    const plain = await (await pay()).payment;
    assert.isUndefined(plain.email);
    assert.isUndefined(plain.shippingAddress);
    assert.isUndefined(plain.paymentMethodData.info?.billingAddress);
    const change = {
      ...methodWith({ billingAddressRequired: true, billingAddressParameters: { format: 'FULL' } }),
      emailRequired: true,
      shippingAddressRequired: true,
    };
    const full = await (await pay(change)).payment;
    assert.match(full.email ?? '', /@/);
    assert.isNotEmpty(full.shippingAddress?.address1);
    assert.isUndefined(full.shippingAddress?.phoneNumber);
    assert.isNotEmpty(full.paymentMethodData.info?.billingAddress?.address1);
  });

  it('with a callback, the page answers before the sheet says it is done', async () => {
    const time = holdTime();
    let release: (state: google.payments.api.PaymentAuthorizationResult) => void = () => undefined;
    const paymentsClient = client({
      onPaymentAuthorized: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient);
    await sheetIs('ready');
    await press(openSheet().pay);
    await until(() => apis().includes('event onPaymentAuthorized'), 'the callback');
    assert.equal(sandbox().sheet.state, 'processing');
    release({ transactionState: 'SUCCESS' });
    await sheetIs('done');
    time.pass(20);
    await payment;
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('encrypts for the key of another processor', async () => {
    const { spki, key } = await ownKey();
    sandbox().configure({ payer: { does: 'pays' }, walletB: { recipientKey: spki } });
    const { payment } = await pay();
    assert.equal((await opened(await payment, key))['gatewayMerchantId'], 'shop-7');
  });

  it('hands over the token of a gateway that makes its own', async () => {
    const gatewayToken = '{"androidPayCards":[{"nonce":"nonce-b"}]}';
    sandbox().configure({ payer: { does: 'pays' }, walletB: { gatewayToken } });
    const { payment } = await pay();
    const { tokenizationData } = (await payment).paymentMethodData;
    assert.equal(tokenizationData.token, gatewayToken);
  });

  it('ERROR lets the payer try again, with another token', async () => {
    const authorizations: Data[] = [];
    const paymentsClient = client({
      onPaymentAuthorized: (data) => {
        authorizations.push(data);
        return authorizations.length === 1
          ? {
              transactionState: 'ERROR',
              error: {
                reason: 'PAYMENT_DATA_INVALID',
                intent: 'PAYMENT_AUTHORIZATION',
                message: 'Another card, please',
              },
            }
          : { transactionState: 'SUCCESS' };
      },
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient);
    await sheetIs('ready');
    sandbox().sheet.pay('visa-decline');
    await until(
      () => authorizations.length === 1 && sandbox().sheet.state === 'ready',
      'a second try',
    );
    assert.include(openSheet().dialog.textContent, 'Another card, please');
    sandbox().sheet.pay('pan-mastercard-approve');
    await payment;
    const [first, second] = await Promise.all(authorizations.map((data) => opened(data)));
    assert.deepInclude(first?.['paymentMethodDetails'], { pan: '4000000000000002' });
    assert.deepInclude(second?.['paymentMethodDetails'], { pan: '5454540000055454' });
    assert.notEqual(first?.['messageId'], second?.['messageId']);
  });

  it('a callback that rejects, or is silent for 30 s, is an ERROR in the sheet', async () => {
    const time = holdTime();
    const answers = [Promise.reject(new Error('no')), new Promise<never>(() => undefined)];
    answers[0]?.catch(() => undefined);
    const paymentsClient = client({
      onPaymentAuthorized: () => answers.shift() ?? { transactionState: 'SUCCESS' },
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient);
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => answers.length === 1 && sandbox().sheet.state === 'ready', 'the rejection');
    sandbox().sheet.pay();
    await until(() => answers.length === 0, 'the second call');
    time.pass(30_000 - 1);
    assert.equal(sandbox().sheet.state, 'processing');
    time.pass(1);
    await sheetIs('ready');
    assert.include(openSheet().dialog.textContent, 'REQUEST_TIMEOUT');
    sandbox().sheet.pay();
    await sheetIs('done');
    time.pass(20);
    await payment;
  });

  it('INITIALIZE comes with the sheet and may change the price', async () => {
    const triggers: string[] = [];
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- tsc needs it
    const paymentsClient = client({
      onPaymentDataChanged: ({ callbackTrigger }) => {
        triggers.push(callbackTrigger);
        return { newTransactionInfo: { ...request.transactionInfo, totalPrice: '250.00' } };
      },
    } as Callbacks);
    const { payment } = await pay({ callbackIntents: ['SHIPPING_ADDRESS'] }, paymentsClient);
    await sheetIs('ready');
    assert.include(shownTotal(), '250.00');
    sandbox().sheet.pay();
    await payment;
    assert.deepEqual(triggers, ['INITIALIZE']);
  });
});

describe('PaymentsClient.loadPaymentData: the payer cancels', () => {
  it('with the Cancel button, which rejects with the DOMException of show() and CANCELED added', async () => {
    const { payment } = await pay();
    await sheetIs('ready');
    await press(openSheet().cancel);
    const error = await rejection(payment);
    assert.deepEqual([error.name, error.statusCode], ['AbortError', 'CANCELED']);
    assert.instanceOf(error, DOMException);
  });

  it('with Escape; Enter pays', async () => {
    const first = await pay();
    await sheetIs('ready');
    await pressKey('Escape');
    assert.equal((await rejection(first.payment)).statusCode, 'CANCELED');
    const second = await pay();
    await sheetIs('ready');
    await pressKey('Enter');
    assert.equal((await second.payment).apiVersion, 2);
  });

  it('at once', async () => {
    sandbox().configure({ payer: { does: 'cancels' } });
    assert.equal((await rejection((await pay()).payment)).statusCode, 'CANCELED');
  });

  it('while the page pays', async () => {
    sandbox().configure({ payer: { does: 'cancels-while-authorizing' } });
    const paymentsClient = client({
      onPaymentAuthorized: () => new Promise<never>(() => undefined),
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient);
    assert.equal((await rejection(payment)).statusCode, 'CANCELED');
    assert.include(apis(), 'event onPaymentAuthorized');
  });

  it('the sheet takes the focus, and gives it back', async () => {
    const button = document.createElement('button');
    document.body.append(button);
    button.focus();
    sandbox().configure({ walletB: { gesture: 'none' } });
    const payment = client().loadPaymentData(request);
    assert.equal(document.activeElement?.localName, 'wallet-sandbox-sheet');
    sandbox().sheet.cancel();
    await rejection(payment);
    assert.equal(document.activeElement, button);
    button.remove();
  });
});

describe('PaymentsClient.loadPaymentData: the provider fails', () => {
  const codes = [
    'BUYER_ACCOUNT_ERROR',
    'DEVELOPER_ERROR',
    'INTERNAL_ERROR',
    'MERCHANT_ACCOUNT_ERROR',
  ] as const;
  for (const failure of codes) {
    it(`${failure} has its own name in the page flow, and on Android`, async () => {
      for (const flow of ['in-page sheet', 'android sheet'] as const) {
        sandbox().configure({ walletB: { failure, flow } });
        const { statusCode, statusMessage } = await rejection((await pay()).payment);
        assert.equal(statusCode, failure);
        assert.isNotEmpty(statusMessage);
      }
    });
  }

  it('a cancel may be a DOMException with the status code added', async () => {
    sandbox().configure({ walletB: { cancelShape: 'DOMException' }, payer: { does: 'cancels' } });
    const error = await rejection((await pay()).payment);
    assert.equal(error.statusCode, 'CANCELED');
    assert.instanceOf(error, DOMException);
  });

  it('a second client opens a second sheet: one at a time is said by each client', async () => {
    const first = await pay({}, client());
    sandbox().configure({ walletB: { gesture: 'none' } });
    await sheetIs('ready');
    const second = client().loadPaymentData(request);
    await sheetIs('ready');
    sandbox().sheet.cancel();
    assert.equal((await rejection(second)).statusCode, 'CANCELED');
    openSheet().cancel.click();
    assert.equal((await rejection(first.payment)).statusCode, 'CANCELED');
  });
});

describe('PaymentsClient.loadPaymentData: what the answer tells', () => {
  beforeEach(() => {
    sandbox().configure({ payer: { does: 'pays' } });
  });

  it('a billing address of MIN has name, country and postal code', async () => {
    const { payment } = await pay(methodWith({ billingAddressRequired: true }));
    const { paymentMethodData } = await payment;
    assert.hasAllKeys(paymentMethodData.info?.billingAddress, [
      'name',
      'postalCode',
      'countryCode',
    ]);
  });

  it('FULL-ISO3166 adds the region, phoneNumberRequired the phone number', async () => {
    const { payment } = await pay({
      shippingAddressRequired: true,
      shippingAddressParameters: { format: 'FULL-ISO3166', phoneNumberRequired: true },
    });
    const { shippingAddress } = await payment;
    assert.equal(shippingAddress?.iso3166AdministrativeArea, 'UA-30');
    assert.match(shippingAddress?.phoneNumber ?? '', /^\+380/);
  });

  it('an address of a country to which the page sends', async () => {
    const { payment } = await pay({
      shippingAddressRequired: true,
      shippingAddressParameters: { allowedCountryCodes: ['GB'] },
    });
    assert.equal((await payment).shippingAddress?.countryCode, 'GB');
  });

  it('assurance details when asked: on file, the card holder is not authenticated', async () => {
    const assuranceRequest = methodWith({ assuranceDetailsRequired: true });
    const onDevice = await (await pay(assuranceRequest)).payment;
    assert.deepEqual(onDevice.paymentMethodData.info?.assuranceDetails, {
      accountVerified: true,
      cardHolderAuthenticated: true,
    });
    sandbox().configure({ payer: { card: 'pan-visa-challenge' } });
    const onFile = await (await pay(assuranceRequest)).payment;
    assert.isFalse(onFile.paymentMethodData.info?.assuranceDetails?.cardHolderAuthenticated);
    const plain = await (await pay()).payment;
    assert.isUndefined(plain.paymentMethodData.info?.assuranceDetails);
  });

  for (const [id, funding] of [
    ['visa-approve', 'CREDIT'],
    ['mastercard-challenge', 'DEBIT'],
    ['amex-approve', 'PREPAID'],
    ['pan-mastercard-approve', 'UNKNOWN'],
  ] as const) {
    it(`how a card is funded: ${funding}`, async () => {
      sandbox().configure({ payer: { card: id } });
      const networks = { allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX'] };
      const data = await (await pay(methodWith(networks))).payment;
      assert.equal(data.paymentMethodData.info?.cardFundingSource, funding);
    });
  }
});
