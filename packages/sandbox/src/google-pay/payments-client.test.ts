// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { onPress, sandbox } from '../../test/payer.ts';
import {
  apis,
  client,
  freshSandbox,
  methodWith,
  pay,
  ready,
  rejection,
  request,
  written,
  type Callbacks,
  type Data,
} from '../../test/google-pay.ts';

freshSandbox();

describe('PaymentsClient: the constructor', () => {
  it('takes TEST, PRODUCTION and nothing', () => {
    assert.isObject(new google.payments.api.PaymentsClient({}));
    assert.isObject(new google.payments.api.PaymentsClient({ environment: 'PRODUCTION' }));
  });

  for (const environment of ['', null]) {
    it(`takes ${environment === null ? 'null' : 'an empty text'} as environment, without complaint`, async () => {
      const Client = google.payments.api.PaymentsClient;
      const paymentsClient = new Client({ environment: environment as unknown as 'TEST' });
      assert.deepEqual(await paymentsClient.isReadyToPay(ready), { result: true });
    });
  }

  it('throws on any other environment, also in lower case', () => {
    const environment = 'test' as 'TEST';
    assert.throws(() => new google.payments.api.PaymentsClient({ environment }), /environment/);
  });

  it('throws on a merchantId that is not a string and a callback that is not a function', () => {
    const merchantInfo = { merchantId: 7 } as unknown as google.payments.api.MerchantInfo;
    assert.throws(() => new google.payments.api.PaymentsClient({ merchantInfo }), /merchantId/);
    const paymentDataCallbacks = { onPaymentAuthorized: 'yes' } as unknown as Callbacks;
    assert.throws(
      () => new google.payments.api.PaymentsClient({ paymentDataCallbacks }),
      /function/,
    );
  });
});

describe('PaymentsClient.isReadyToPay', () => {
  it('answers result, and paymentMethodPresent only if asked', async () => {
    assert.deepEqual(await client().isReadyToPay(ready), { result: true });
    assert.deepEqual(
      await client().isReadyToPay({ ...ready, existingPaymentMethodRequired: true }),
      { result: true, paymentMethodPresent: true },
    );
    sandbox().configure({ walletB: { isReadyToPay: false, paymentMethodPresent: false } });
    assert.deepEqual(
      await client().isReadyToPay({ ...ready, existingPaymentMethodRequired: true }),
      { result: false, paymentMethodPresent: false },
    );
  });

  const mistakes: readonly [string, object][] = [
    ['no minor version', { apiVersionMinor: undefined }],
    ['no payment methods', { allowedPaymentMethods: [] }],
    ['no networks', methodWith({ allowedCardNetworks: [] })],
    ['an unknown auth method', methodWith({ allowedAuthMethods: ['3DS'] })],
  ];
  for (const [mistake, change] of mistakes) {
    it(`rejects a request with ${mistake}`, async () => {
      const { statusCode } = await rejection(client().isReadyToPay({ ...ready, ...change }));
      assert.equal(statusCode, 'DEVELOPER_ERROR');
    });
  }
});

describe('window.walletSandbox', () => {
  it('records calls, and never a token', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    const paymentsClient = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    await (
      await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient)
    ).payment;
    assert.deepEqual(apis(), [
      'PaymentsClient.constructor',
      'PaymentsClient.loadPaymentData',
      'event onPaymentAuthorized',
      'answer onPaymentAuthorized',
    ]);
    const record = JSON.stringify(sandbox().calls);
    assert.include(record, '[token]');
    assert.notInclude(record, 'ECv2');
  });
});

describe('PaymentsClient.isReadyToPay: the browser, by its name', () => {
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)';
  const phone =
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15';
  const browsers: readonly [string, string, boolean][] = [
    ['Chrome', `${desktop} Chrome/140.0.0.0 Safari/537.36`, true],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', true],
    ['Safari', `${desktop} Version/18.0 Safari/605.1.15`, true],
    ['no browser that it knows', 'Mozilla/5.0 (compatible; Sample/1.0)', false],
    ['a web view that says it can', 'Mozilla/5.0 (compatible) GOOGLE_PAY_SUPPORTED', true],
    ['Instagram that says it can', `${phone} Instagram 300.0 GOOGLE_PAY_SUPPORTED`, true],
    ['the search app', `${iphone} OPA/1.0 Safari/604.1`, false],
    ['TikTok', `${phone} musical_ly_2024`, false],
    ['TikTok’s own web view', `${phone} BytedanceWebview/d8a21c6`, false],
    ['Instagram', `${phone} Instagram 300.0`, false],
    ['Instagram with a newer web view', `${phone} Instagram 300.0 IABMV/1`, true],
    ['Facebook on Android', `${phone} [FB_IAB/FB4A;FBAV/440.0]`, false],
    ['Facebook on Android with a newer web view', `${phone} [FB_IAB/FB4A] IABMV/1`, true],
    ['Facebook on iOS', `${iphone} Safari/604.1 [FBAN/FBIOS;FBAV/440.0]`, false],
    ['the light messenger', `${phone} [FBAN/EMA;FBLC/en]`, false],
    ['the maps app', `${phone} AndroidMapsWebView`, false],
    ['UC Mini', `${phone} UCMini/12.0`, false],
  ];
  for (const [name, userAgent, result] of browsers) {
    it(`${name}: ${String(result)}`, async () => {
      sandbox().configure({ walletB: { userAgent } });
      assert.deepEqual(await client().isReadyToPay(ready), { result });
    });
  }
});

describe('PaymentsClient.isReadyToPay: cards of the device only', () => {
  const device = methodWith({ allowedAuthMethods: ['CRYPTOGRAM_3DS'] });

  for (const flow of ['in-page sheet', 'popup'] as const) {
    it(`are not ready to pay with: ${flow}`, async () => {
      sandbox().configure({ walletB: { flow } });
      assert.deepEqual(await client().isReadyToPay({ ...ready, ...device }), { result: false });
      assert.deepEqual(await client().isReadyToPay(ready), { result: true });
    });
  }

  it('are asked for on Android alone', async () => {
    sandbox().configure({ walletB: { flow: 'android sheet' } });
    assert.deepEqual(await client().isReadyToPay({ ...ready, ...device }), { result: true });
  });
});

describe('PaymentsClient.isReadyToPay: existingPaymentMethodRequired', () => {
  it('is never answered where the provider’s frame is blocked', async () => {
    sandbox().configure({ walletB: { frame: 'blocked' } });
    assert.deepEqual(await client().isReadyToPay(ready), { result: true });
    const question = client().isReadyToPay({ ...ready, existingPaymentMethodRequired: true });
    let isAnswered = false;
    void question.finally(() => {
      isAnswered = true;
    });
    const { clock } = sandbox();
    await new Promise<void>((resolve) => {
      clock.setTimeout(resolve, 50);
    });
    assert.isFalse(isAnswered);
  });
});

describe('PaymentsClient.isReadyToPay outside of a secure context', () => {
  it('is rejected', async () => {
    const descriptor = Object.getOwnPropertyDescriptor(window, 'isSecureContext');
    Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true });
    const { statusCode, statusMessage } = await rejection(client().isReadyToPay(ready));
    if (descriptor) Object.defineProperty(window, 'isSecureContext', descriptor);
    else Reflect.deleteProperty(window, 'isSecureContext');
    assert.equal(statusCode, 'DEVELOPER_ERROR');
    assert.match(statusMessage ?? '', /secure context/);
  });
});

describe('PaymentsClient.prefetchPaymentData', () => {
  it('opens nothing', () => {
    client().prefetchPaymentData(request);
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('logs a bad request, and never throws', async () => {
    const said = await written('error', () => {
      client().prefetchPaymentData({ ...request, apiVersion: 1 });
    });
    assert.match(said.join(), /^DEVELOPER_ERROR in prefetchPaymentData .*apiVersion/);
  });
});

describe('what @types/googlepay does not know', () => {
  interface Untyped {
    notifyAvailableOffers(details: object): void;
    focusPaymentSheet(): void;
  }
  interface AsyncClient {
    isReadyToPay(request: object): Promise<object>;
    loadPaymentData(request: object): void;
    createButton(options: object): HTMLElement;
    prefetchPaymentData(request: object): void;
  }
  type AsyncClientClass = new (
    options: object,
    respond: (response: Promise<Data>) => void,
  ) => AsyncClient;

  it('PaymentsClient.notifyAvailableOffers exists', () => {
    (client() as unknown as Untyped).notifyAvailableOffers({ offers: [] });
    assert.include(apis(), 'PaymentsClient.notifyAvailableOffers');
  });

  it('PaymentsClient.focusPaymentSheet exists, with and without a window', () => {
    (client() as unknown as Untyped).focusPaymentSheet();
    assert.include(apis(), 'PaymentsClient.focusPaymentSheet');
  });

  it('PaymentsAsyncClient hands the promise of a payment to one function', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    const { PaymentsAsyncClient } = google.payments.api as unknown as {
      readonly PaymentsAsyncClient: AsyncClientClass;
    };
    const response = Promise.withResolvers<Data>();
    const asyncClient = new PaymentsAsyncClient({ environment: 'TEST' }, response.resolve);
    assert.deepEqual(await asyncClient.isReadyToPay(ready), { result: true });
    asyncClient.prefetchPaymentData(request);
    assert.equal(asyncClient.createButton({ onClick: () => undefined }).localName, 'div');
    await onPress(() => {
      asyncClient.loadPaymentData(request);
    });
    assert.equal((await response.promise).paymentMethodData.type, 'CARD');
  });
});
