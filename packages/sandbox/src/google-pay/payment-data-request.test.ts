// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { ownKey } from '../../test/own-key.ts';
import { sandbox, sheetIs } from '../../test/payer.ts';
import {
  card,
  client,
  freshSandbox,
  methodWith,
  opened,
  pay,
  rejection,
  request,
  shownTotal,
  transactionInfo,
  written,
} from '../../test/google-pay.ts';

freshSandbox();

describe('PaymentsClient.loadPaymentData: a gateway with parameters of its own', () => {
  it('gets a token without gatewayMerchantId, and the log says so', async () => {
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (line: unknown) => lines.push(line);
    const parameters = {
      gateway: 'example',
      'example:version': '2026-01-01',
      'example:key': 'pk_1',
    };
    const { payment } = await pay(methodWith({}, { parameters }));
    await sheetIs('ready');
    sandbox().sheet.pay();
    assert.notProperty(await opened(await payment), 'gatewayMerchantId');
    console.warn = warn;
    assert.match(String(lines[0]), /gateway "example" is given no gatewayMerchantId/);
    assert.match(String(lines[0]), /set walletB\.gatewayToken/);
  });
});

describe('PaymentsClient.loadPaymentData: a gatewayMerchantId that is a number', () => {
  it('is not in the token, and the log says why', async () => {
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (line: unknown) => lines.push(line);
    const parameters: object = { gateway: 'example', gatewayMerchantId: 1234 };
    const { payment } = await pay(
      methodWith({}, { parameters: parameters as Record<string, string> }),
    );
    await sheetIs('ready');
    sandbox().sheet.pay();
    assert.notProperty(await opened(await payment), 'gatewayMerchantId');
    console.warn = warn;
    assert.match(String(lines[0]), /gatewayMerchantId is not a text: write it in quotes/);
  });
});

describe('PaymentsClient.loadPaymentData: a merchant with a key of its own', () => {
  it('gets a token that its key opens, and the log says that the service does not', async () => {
    const { warn } = console;
    const lines: unknown[] = [];
    console.warn = (line: unknown) => lines.push(line);
    const { spki, key } = await ownKey();
    const parameters = { protocolVersion: 'ECv2', publicKey: btoa(atob(spki).slice(-65)) };
    const { payment } = await pay(methodWith({}, { type: 'DIRECT', parameters }));
    await sheetIs('ready');
    sandbox().sheet.pay();
    const data = await payment;
    console.warn = warn;
    assert.equal(data.paymentMethodData.tokenizationData.type, 'DIRECT');
    assert.notProperty(await opened(data, key, 'merchant:0123'), 'gatewayMerchantId');
    assert.match(String(lines[0]), /DIRECT.* The sandbox’s service does not open it/);
  });
});

describe('PaymentsClient.loadPaymentData: what it refuses', () => {
  const mistakes: readonly [string, object][] = [
    ['another version', { apiVersion: 1 }],
    ['no networks', methodWith({ allowedCardNetworks: [] })],
    ['no card', { allowedPaymentMethods: [{ type: 'PAYPAL', parameters: {} }] }],
    [
      'no tokenization',
      { allowedPaymentMethods: [{ ...card, tokenizationSpecification: undefined }] },
    ],
    ['a key that is no point', direct({ protocolVersion: 'ECv2', publicKey: 'BAAA' })],
    ['a key without a protocol', direct({ publicKey: `BA${'A'.repeat(85)}=` })],
    ['a merchant without gateway', methodWith({}, { parameters: { gatewayMerchantId: 'shop-7' } })],
    ['no transaction', { transactionInfo: undefined }],
    ['two transactions', { recurringTransactionInfo: transactionInfo }],
    ['no price', withTransaction({ totalPrice: undefined })],
    ['an unknown price status', withTransaction({ totalPriceStatus: 'GUESSED' })],
    ['no currency', withTransaction({ currencyCode: undefined })],
    ['a country of three letters', withTransaction({ countryCode: 'UKR' })],
    [
      'an immediate purchase at an estimated price',
      withTransaction({
        totalPriceStatus: 'ESTIMATED',
        checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
      }),
    ],
    ['an unknown checkout option', withTransaction({ checkoutOption: 'NOW' })],
    ['an item without a label', withTransaction(withItem({ label: undefined }))],
    ['an item of no type', withTransaction(withItem({ type: undefined }))],
    ['an item of an unknown type', withTransaction(withItem({ type: 'FEE' }))],
    ['an item of an unknown status', withTransaction(withItem({ status: 'DONE' }))],
    ['an unknown auth method', methodWith({ allowedAuthMethods: ['3DS'] })],
    [
      'both lists of issuer countries',
      methodWith({ allowedIssuerCountryCodes: ['UA'], blockedIssuerCountryCodes: ['GB'] }),
    ],
    [
      'parameters of another network',
      methodWith({ cardNetworkParameters: [{ cardNetwork: 'JCB' }] }),
    ],
    [
      'an unknown format of the billing address',
      methodWith({ billingAddressRequired: true, billingAddressParameters: { format: 'SHORT' } }),
    ],
    [
      'a minimal shipping address, which there is not',
      { shippingAddressRequired: true, shippingAddressParameters: { format: 'MIN' } },
    ],
    ['shipping options that it needs and has not', { shippingOptionRequired: true }],
    ['no shipping option', withOptions({ shippingOptions: [] })],
    ['a shipping option without an id', withOptions({ shippingOptions: [{ label: 'Post' }] })],
    ['a shipping option without a label', withOptions({ shippingOptions: [{ id: 'post' }] })],
    [
      'a default that is not an option',
      withOptions({
        shippingOptions: [{ id: 'post', label: 'Post' }],
        defaultSelectedOptionId: 'courier',
      }),
    ],
    ['an offer without a code', { offerInfo: { offers: [{ description: 'Spring' }] } }],
    ['an offer without a description', { offerInfo: { offers: [{ redemptionCode: 'S' }] } }],
    ['an unknown intent', { callbackIntents: ['TIP'] }],
    ['an intent without its callback', { callbackIntents: ['PAYMENT_AUTHORIZATION'] }],
  ];
  for (const [mistake, change] of mistakes) {
    it(`rejects a request with ${mistake}`, async () => {
      const { payment } = await pay(change);
      const { statusCode, statusMessage } = await rejection(payment);
      assert.equal(statusCode, 'DEVELOPER_ERROR');
      assert.isNotEmpty(statusMessage);
      assert.equal(sandbox().sheet.state, 'closed');
    });
  }

  function withTransaction(change: object): object {
    return { transactionInfo: { ...transactionInfo, ...change } };
  }

  function withOptions(shippingOptionParameters: object): object {
    return { shippingOptionRequired: true, shippingOptionParameters };
  }

  it('the intent SHIPPING_OPTION without shippingOptionRequired', async () => {
    const paymentsClient = client({ onPaymentDataChanged: () => ({}) });
    const { payment } = await pay({ callbackIntents: ['SHIPPING_OPTION'] }, paymentsClient);
    assert.equal((await rejection(payment)).statusCode, 'DEVELOPER_ERROR');
  });

  it('a callback without its intent', async () => {
    const paymentsClient = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    const other = await pay({ callbackIntents: ['OFFER'] }, paymentsClient);
    assert.equal((await rejection(other.payment)).statusCode, 'DEVELOPER_ERROR');
  });

  it('callbacks without any intents, with a raw TypeError', async () => {
    const paymentsClient = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    const error = await rejection((await pay({}, paymentsClient)).payment);
    assert.isUndefined(error.statusCode);
    assert.instanceOf(error, TypeError);
  });

  it('PRODUCTION without a merchantId', async () => {
    const paymentsClient = new google.payments.api.PaymentsClient({ environment: 'PRODUCTION' });
    const { payment } = await pay(
      { merchantInfo: { merchantName: 'Lumen Coffee' } },
      paymentsClient,
    );
    assert.equal((await rejection(payment)).statusCode, 'DEVELOPER_ERROR');
  });

  it('a call without user activation, with the DOMException of the browser and CANCELED added', async () => {
    sandbox().configure({ walletB: { gesture: 'activation' } });
    Object.defineProperty(navigator, 'userActivation', {
      value: { isActive: false },
      configurable: true,
    });
    const error = await rejection(client().loadPaymentData(request));
    Reflect.deleteProperty(navigator, 'userActivation');
    assert.deepEqual([error.name, error.statusCode], ['SecurityError', 'CANCELED']);
    assert.instanceOf(error, DOMException);
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('a second call while one is open, and leaves the first alone', async () => {
    const paymentsClient = client();
    const { payment } = await pay({}, paymentsClient);
    const error = await rejection(paymentsClient.loadPaymentData(request));
    assert.match(error.message ?? '', /can only be called one at a time/);
    assert.isUndefined(error.statusCode);
    await sheetIs('ready');
    sandbox().sheet.pay();
    assert.equal((await payment).apiVersion, 2);
    const repeat = await pay({}, paymentsClient);
    sandbox().sheet.cancel();
    assert.equal((await rejection(repeat.payment)).statusCode, 'CANCELED');
  });
});

describe('PaymentsClient.loadPaymentData: what the sheet refuses', () => {
  const mistakes: readonly [string, object][] = [
    ['a price that is a number', { totalPrice: 199.9 }],
    ['three decimals', { totalPrice: '199.900' }],
    ['an item with three decimals', withItem({ price: '1.500' })],
    ['an item without a price', withItem({ price: undefined })],
  ];
  for (const [mistake, change] of mistakes) {
    it(`${mistake}: an error by name over the page and on Android, the reason on the console`, async () => {
      const brokenRequest = { transactionInfo: { ...transactionInfo, ...change } };
      const said = await written('error', async () => {
        for (const flow of ['in-page sheet', 'android sheet'] as const) {
          sandbox().configure({ walletB: { flow } });
          const { statusCode, statusMessage } = await rejection((await pay(brokenRequest)).payment);
          assert.equal(statusCode, 'DEVELOPER_ERROR');
          assert.match(statusMessage ?? '', /price/i);
        }
      });
      assert.match(said.join(' '), /price/i);
    });
  }

  it('takes one decimal, as clients in wide use send it', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    for (const change of [{ totalPrice: '199.9' }, withItem({ price: '1.5' })]) {
      const { payment } = await pay({ transactionInfo: { ...transactionInfo, ...change } });
      assert.equal((await payment).apiVersion, 2);
    }
  });

  it('takes a discount below zero and an item whose price is pending', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    const discount = withItem({ type: 'DISCOUNT', price: '-5.00' });
    const pending = withItem({ price: '0', status: 'PENDING' });
    for (const change of [discount, pending]) {
      const { payment } = await pay({ transactionInfo: { ...transactionInfo, ...change } });
      assert.equal((await payment).apiVersion, 2);
    }
  });
});

describe('PaymentsClient.loadPaymentData: the total in the sheet', () => {
  for (const [currencyCode, totalPrice, shown] of [
    ['JPY', '1000', /\D1,000$/],
    ['UAH', '1000', /\D1,000\.00$/],
    // Browsers by themselves show no decimals of it, ISO 4217 has three.
    ['IQD', '1.5', /\D1\.500$/],
  ] as const) {
    it(`has the decimals of its currency: ${currencyCode}`, async () => {
      document.documentElement.lang = 'en';
      const { payment } = await pay({
        transactionInfo: { ...transactionInfo, currencyCode, totalPrice },
      });
      await sheetIs('ready');
      assert.match(shownTotal(), shown);
      sandbox().sheet.pay();
      await payment;
      document.documentElement.removeAttribute('lang');
    });
  }
});

describe('PaymentsClient.loadPaymentData: a negative total', () => {
  const negative = { transactionInfo: { ...transactionInfo, totalPrice: '-1.00' } };

  it('is a TypeError in the page flow', async () => {
    const error = await rejection((await pay(negative)).payment);
    assert.isUndefined(error.statusCode);
    assert.instanceOf(error, TypeError);
    assert.equal(sandbox().sheet.state, 'closed');
  });
});

describe('PaymentsClient.loadPaymentData: what it accepts without complaint', () => {
  const paypal = { type: 'PAYPAL', parameters: { purchase_context: {} } };
  const changes: readonly [string, object][] = [
    ['other method types beside CARD', { allowedPaymentMethods: [paypal, card] }],
    ['apiVersionMinor 1', { apiVersionMinor: 1 }],
    ...['maestro', 'electron', 'elo', 'MAESTRO', 'ELECTRON', 'ELO'].map(
      (network): [string, object] => [
        `${network} in any country`,
        methodWith({ allowedCardNetworks: [network, 'VISA'] }),
      ],
    ),
    ['unknown words in allowedCardNetworks', methodWith({ allowedCardNetworks: ['X', 'VISA'] })],
  ];
  for (const [name, change] of changes) {
    it(name, async () => {
      sandbox().configure({ payer: { does: 'pays' } });
      const said = await written('error', async () => {
        assert.deepEqual(await client().isReadyToPay({ ...request, ...change }), { result: true });
        assert.equal((await (await pay(change)).payment).apiVersion, 2);
      });
      assert.isEmpty(said);
    });
  }
});

describe('PaymentsClient.loadPaymentData: its own validation', () => {
  it('rejects with a plain object and logs DEVELOPER_ERROR in …', async () => {
    const said = await written('error', async () => {
      const error = await rejection((await pay({ apiVersion: 1 })).payment);
      assert.notInstanceOf(error, Error);
      assert.deepEqual(Object.keys(error), ['statusCode', 'statusMessage']);
    });
    assert.match(said.join(), /^DEVELOPER_ERROR in loadPaymentData/);
  });
});

describe('PaymentsClient.loadPaymentData: what is bought again and again', () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const past = '2020-01-01T00:00:00Z';
  const enrolment = { currencyCode: 'UAH', countryCode: 'UA', immediateTotalPrice: '10.00' };
  const month = {
    label: 'Coffee of the month',
    priceStatus: 'FINAL',
    price: '199.90',
    recurrencePeriod: 'MONTH',
    recurrencePeriodCount: 1,
  };
  const recurring = { ...enrolment, recurrenceItems: [month] };
  const trial = { introductoryPeriodEndDateTime: tomorrow, label: 'Trial', totalPrice: '0.00' };
  const deferral = {
    ...enrolment,
    billingDateTime: tomorrow,
    priceStatus: 'NOT_CURRENTLY_KNOWN',
    label: 'Tasting',
  };
  const reload = {
    ...enrolment,
    minimumBalanceAmount: '0.00',
    reloadAmount: '100.00',
    label: 'Coffee card',
  };

  function instead(name: string, info: object): object {
    return { transactionInfo: undefined, [name]: info };
  }

  for (const [name, info] of [
    ['recurringTransactionInfo', recurring],
    [
      'recurringTransactionInfo',
      {
        ...recurring,
        introductoryPeriodInfo: trial,
        recurrenceItems: [
          { ...month, billingInitialDateTime: tomorrow, billingFinalDateTime: null },
        ],
      },
    ],
    ['deferredTransactionInfo', deferral],
    ['automaticReloadTransactionInfo', reload],
  ] as const) {
    it(`${name} asks for what is due today`, async () => {
      const { payment } = await pay(instead(name, info));
      await sheetIs('ready');
      assert.include(shownTotal(), '10.00');
      sandbox().sheet.pay();
      assert.equal((await opened(await payment))['gatewayMerchantId'], 'shop-7');
    });
  }

  const mistakes: readonly [string, string, object][] = [
    ['recurring', 'no country', { ...recurring, countryCode: undefined }],
    ['recurring', 'no price of today', { ...recurring, immediateTotalPrice: undefined }],
    ['recurring', 'no periods', { ...recurring, recurrenceItems: [] }],
    ['recurring', 'half a month', withPeriod({ recurrencePeriodCount: 0.5 })],
    ['recurring', 'a fortnight', withPeriod({ recurrencePeriod: 'FORTNIGHT' })],
    ['recurring', 'a known price that is missing', withPeriod({ price: null })],
    [
      'recurring',
      'an unknown price that is there',
      withPeriod({ priceStatus: 'NOT_CURRENTLY_KNOWN' }),
    ],
    ['recurring', 'a label of 101 characters', withPeriod({ label: 'x'.repeat(101) })],
    [
      'recurring',
      'an agreement of 301 characters',
      { ...recurring, billingAgreement: 'x'.repeat(301) },
    ],
    ['recurring', 'a plain http address', { ...recurring, managementUrl: 'http://shop.test/a' }],
    ['recurring', 'a trailing slash', { ...recurring, tokenUpdateUrl: 'https://shop.test/a/' }],
    ['recurring', 'a parameter', { ...recurring, managementUrl: 'https://shop.test/a?b=c' }],
    ['recurring', 'a trial and no first billing', { ...recurring, introductoryPeriodInfo: trial }],
    [
      'recurring',
      'a first billing within the trial',
      {
        ...withPeriod({ billingInitialDateTime: tomorrow }),
        introductoryPeriodInfo: { ...trial, introductoryPeriodEndDateTime: dayAfterTomorrow },
      },
    ],
    ['deferred', 'a time that is not RFC 3339', { ...deferral, billingDateTime: 'tomorrow' }],
    ['deferred', 'a time in the past', { ...deferral, billingDateTime: past }],
    ['deferred', 'no label', { ...deferral, label: '' }],
    ['automaticReload', 'nothing to reload', { ...reload, reloadAmount: '0.00' }],
    ['automaticReload', 'no minimum', { ...reload, minimumBalanceAmount: undefined }],
  ];
  for (const [kind, mistake, info] of mistakes) {
    it(`${kind}: refuses ${mistake}`, async () => {
      const { payment } = await pay(instead(`${kind}TransactionInfo`, info));
      assert.equal((await rejection(payment)).statusCode, 'DEVELOPER_ERROR');
    });
  }

  function withPeriod(change: object): object {
    return { ...recurring, recurrenceItems: [{ ...month, ...change }] };
  }
});

function withItem(change: object): object {
  const item = { label: 'Ground coffee', type: 'LINE_ITEM', price: '199.90' };
  return { totalPriceLabel: 'Total', displayItems: [{ ...item, ...change }] };
}

/** A method for a merchant that opens the tokens itself. */
function direct(parameters: object): object {
  return methodWith({}, { type: 'DIRECT', parameters });
}
