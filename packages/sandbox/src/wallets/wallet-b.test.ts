// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import {
  holdTime,
  onPress,
  openSheet,
  press,
  pressKey,
  sandbox,
  sheetIs,
  until,
} from '../../test/payer.ts';
import { readToken } from '../token.ts';
import './wallet-b.ts';

type Request = google.payments.api.PaymentDataRequest;
type Callbacks = google.payments.api.PaymentDataCallbacks;
type Data = google.payments.api.PaymentData;

const card: google.payments.api.PaymentMethodSpecification = {
  type: 'CARD',
  parameters: {
    allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks: ['VISA', 'MASTERCARD'],
  },
  tokenizationSpecification: {
    type: 'PAYMENT_GATEWAY',
    parameters: { gateway: 'example', gatewayMerchantId: 'shop-7' },
  },
};

const request: Request = {
  apiVersion: 2,
  apiVersionMinor: 0,
  merchantInfo: { merchantId: '0123', merchantName: 'Lumen Coffee' },
  allowedPaymentMethods: [card],
  transactionInfo: {
    currencyCode: 'UAH',
    countryCode: 'UA',
    totalPriceStatus: 'FINAL',
    totalPrice: '199.90',
  },
};

const ready: google.payments.api.IsReadyToPayRequest = {
  apiVersion: 2,
  apiVersionMinor: 0,
  allowedPaymentMethods: [card],
};

function client(callbacks?: Callbacks): google.payments.api.PaymentsClient {
  return new google.payments.api.PaymentsClient({
    environment: 'TEST',
    ...(callbacks && { paymentDataCallbacks: callbacks }),
  });
}

interface Rejection {
  readonly statusCode?: string;
  readonly statusMessage?: string;
  readonly message?: string;
}

/** Why a promise was rejected. */
async function rejection(promise: Promise<unknown>): Promise<Rejection> {
  return promise.then(
    () => Promise.reject(new Error('It was not rejected.')),
    (error: unknown) => error as Rejection,
  );
}

/** Opens the sheet from a trusted press; the promise is wrapped, so that awaiting does not wait for it. */
async function pay(
  change: object = {},
  on: google.payments.api.PaymentsClient = client(),
): Promise<{ readonly payment: Promise<Data> }> {
  return onPress(() => {
    const payment = on.loadPaymentData({ ...request, ...change });
    payment.catch(() => undefined);
    return { payment };
  });
}

function methodWith(parameters: object, specification: object = {}): object {
  return {
    allowedPaymentMethods: [
      {
        ...card,
        parameters: { ...card.parameters, ...parameters },
        tokenizationSpecification: { ...card.tokenizationSpecification, ...specification },
      },
    ],
  };
}

function apis(): string[] {
  return sandbox().calls.map(({ api }) => api);
}

const { clock } = sandbox();

beforeEach(() => {
  sandbox().reset();
  sandbox().clock = clock;
  sandbox().configure({ endState: 20 });
});

afterEach(async () => {
  if (['waiting', 'ready', 'processing'].includes(sandbox().sheet.state)) sandbox().sheet.cancel();
  await sheetIs('closed');
});

describe('PaymentsClient: the constructor', () => {
  it('takes TEST, PRODUCTION and nothing', () => {
    assert.isObject(new google.payments.api.PaymentsClient({}));
    assert.isObject(new google.payments.api.PaymentsClient({ environment: 'PRODUCTION' }));
  });

  it('throws on any other environment, also in lower case', () => {
    const environment = 'test' as 'TEST';
    assert.throws(() => new google.payments.api.PaymentsClient({ environment }), /environment/);
  });

  it('throws on a merchantId that is no string and a callback that is no function', () => {
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

describe('PaymentsClient.loadPaymentData: what it refuses', () => {
  const mistakes: readonly [string, object][] = [
    ['another version', { apiVersion: 1 }],
    ['an unknown network', methodWith({ allowedCardNetworks: ['visa'] })],
    [
      'no tokenization',
      { allowedPaymentMethods: [{ ...card, tokenizationSpecification: undefined }] },
    ],
    ['a gateway without its merchant', methodWith({}, { parameters: { gateway: 'example' } })],
    ['a merchant without gateway', methodWith({}, { parameters: { gatewayMerchantId: 'shop-7' } })],
    ['no transaction', { transactionInfo: undefined }],
    ['two transactions', { recurringTransactionInfo: request.transactionInfo }],
    [
      'a price that is a number',
      { transactionInfo: { ...request.transactionInfo, totalPrice: 199.9 } },
    ],
    ['one decimal', { transactionInfo: { ...request.transactionInfo, totalPrice: '199.9' } }],
    ['no currency', { transactionInfo: { ...request.transactionInfo, currencyCode: undefined } }],
    [
      'an immediate purchase at an estimated price',
      {
        transactionInfo: {
          ...request.transactionInfo,
          totalPriceStatus: 'ESTIMATED',
          checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
        },
      },
    ],
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

  it('a callback without its intent', async () => {
    const on = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    const other = await pay({ callbackIntents: ['OFFER'] }, on);
    assert.equal((await rejection(other.payment)).statusCode, 'DEVELOPER_ERROR');
  });

  it('callbacks without any intents, with a raw TypeError', async () => {
    const on = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    const error = await rejection((await pay({}, on)).payment);
    assert.isUndefined(error.statusCode);
    assert.instanceOf(error, TypeError);
  });

  it('PRODUCTION without a merchantId', async () => {
    const on = new google.payments.api.PaymentsClient({ environment: 'PRODUCTION' });
    const { payment } = await pay({ merchantInfo: { merchantName: 'Lumen Coffee' } }, on);
    assert.equal((await rejection(payment)).statusCode, 'DEVELOPER_ERROR');
  });

  it('a call without user activation, which in this flow looks like a cancel', async () => {
    sandbox().configure({ walletB: { gesture: 'activation' } });
    Object.defineProperty(navigator, 'userActivation', {
      value: { isActive: false },
      configurable: true,
    });
    const error = await rejection(client().loadPaymentData(request));
    Reflect.deleteProperty(navigator, 'userActivation');
    assert.deepEqual(error, { statusCode: 'CANCELED' });
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('a second call while one is open, and leaves the first alone', async () => {
    const on = client();
    const { payment } = await pay({}, on);
    const error = await rejection(on.loadPaymentData(request));
    assert.match(error.message ?? '', /can only be called one at a time/);
    assert.isUndefined(error.statusCode);
    await sheetIs('ready');
    sandbox().sheet.pay();
    assert.equal((await payment).apiVersion, 2);
    const again = await pay({}, on);
    sandbox().sheet.cancel();
    assert.equal((await rejection(again.payment)).statusCode, 'CANCELED');
  });
});

describe('PaymentsClient.loadPaymentData: a payment', () => {
  it('resolves with a token of the chosen card, made for the merchant at the gateway', async () => {
    const { payment } = await pay();
    await sheetIs('ready');
    await press(openSheet().pay);
    const { paymentMethodData } = await payment;
    assert.deepInclude(paymentMethodData.info, { cardNetwork: 'VISA', cardDetails: '4242' });
    assert.equal(paymentMethodData.tokenizationData.type, 'PAYMENT_GATEWAY');
    const { id, ...payload } = readToken(paymentMethodData.tokenizationData.token) ?? { id: '' };
    assert.isNotEmpty(id);
    assert.deepEqual(payload, {
      v: 1,
      wallet: 'wallet-b',
      card: 'visa-approve',
      network: 'visa',
      last4: '4242',
      auth: 'CRYPTOGRAM_3DS',
      amount: '199.90',
      currency: 'UAH',
      gatewayMerchantId: 'shop-7',
    });
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('offers cards on file only where PAN_ONLY is allowed', async () => {
    const offered = (): (string | null)[] =>
      [...openSheet().form.querySelectorAll('input')].map(({ value }) => value);
    await pay(methodWith({ allowedAuthMethods: ['CRYPTOGRAM_3DS'] }));
    assert.deepEqual(offered(), ['visa-approve', 'mastercard-challenge', 'visa-decline']);
    sandbox().sheet.cancel();
    await pay(
      methodWith({ allowedAuthMethods: ['PAN_ONLY'], allowedCardNetworks: ['MASTERCARD'] }),
    );
    assert.deepEqual(offered(), ['pan-mastercard-approve']);
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
    assert.isUndefined(full.shippingAddress?.address1);
    assert.isNotEmpty(full.paymentMethodData.info?.billingAddress?.address1);
  });

  it('with a callback, the page answers before the sheet says it is done', async () => {
    const time = holdTime();
    let release: (state: google.payments.api.PaymentAuthorizationResult) => void = () => undefined;
    const on = client({
      onPaymentAuthorized: () =>
        new Promise((resolve) => {
          release = resolve;
        }),
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, on);
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

  it('ERROR lets the payer try again, with another token', async () => {
    const tokens: string[] = [];
    const on = client({
      onPaymentAuthorized: (data) => {
        tokens.push(data.paymentMethodData.tokenizationData.token);
        return tokens.length === 1
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
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, on);
    await sheetIs('ready');
    sandbox().sheet.pay('visa-decline');
    await until(() => tokens.length === 1 && sandbox().sheet.state === 'ready', 'a second try');
    assert.include(openSheet().dialog.textContent, 'Another card, please');
    sandbox().sheet.pay('pan-mastercard-approve');
    await payment;
    assert.deepEqual(
      tokens.map((token) => readToken(token)?.card),
      ['visa-decline', 'pan-mastercard-approve'],
    );
  });

  it('a callback that rejects, or is silent for 30 s, is an ERROR in the sheet', async () => {
    const time = holdTime();
    const answers = [Promise.reject(new Error('no')), new Promise<never>(() => undefined)];
    answers[0]?.catch(() => undefined);
    const on = client({
      onPaymentAuthorized: () => answers.shift() ?? { transactionState: 'SUCCESS' },
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, on);
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
    const on = client({
      onPaymentDataChanged: ({ callbackTrigger }) => {
        triggers.push(callbackTrigger);
        return { newTransactionInfo: { ...request.transactionInfo, totalPrice: '250.00' } };
      },
    } as Callbacks);
    const { payment } = await pay({ callbackIntents: ['SHIPPING_ADDRESS'] }, on);
    await sheetIs('ready');
    sandbox().sheet.pay();
    const { paymentMethodData } = await payment;
    assert.deepEqual(triggers, ['INITIALIZE']);
    assert.equal(readToken(paymentMethodData.tokenizationData.token)?.amount, '250.00');
  });
});

describe('PaymentsClient.loadPaymentData: the payer cancels', () => {
  it('with the Cancel button, and nothing but a status code tells it', async () => {
    const { payment } = await pay();
    await sheetIs('ready');
    await press(openSheet().cancel);
    assert.deepEqual(await rejection(payment), { statusCode: 'CANCELED' });
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
    const on = client({ onPaymentAuthorized: () => new Promise<never>(() => undefined) });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, on);
    assert.equal((await rejection(payment)).statusCode, 'CANCELED');
    assert.include(apis(), 'event onPaymentAuthorized');
  });

  it('focus goes into the sheet and back to where it was', async () => {
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

describe('PaymentsClient.createButton', () => {
  const face = (element: Element): HTMLButtonElement => {
    const button = element.querySelector('button');
    if (!button) throw new Error('No button inside.');
    return button;
  };

  async function inRoot(
    options: Omit<google.payments.api.ButtonOptions, 'onClick' | 'buttonRootNode'>,
    onClick: () => void = () => undefined,
  ): Promise<{ readonly root: ShadowRoot; readonly element: HTMLElement }> {
    const host = document.createElement('div');
    host.style.height = '48px';
    document.body.append(host);
    const root = host.attachShadow({ mode: 'open' });
    const element = client().createButton({ buttonRootNode: root, ...options, onClick });
    root.append(element);
    await new Promise(requestAnimationFrame);
    return { root, element };
  }

  it('returns a div with a real, named button', async () => {
    const { element } = await inRoot({ buttonType: 'donate', buttonLocale: 'uk' });
    assert.equal(element.localName, 'div');
    assert.equal(face(element).type, 'button');
    assert.equal(face(element).getAttribute('aria-label'), 'Пожертвувати через Wallet B');
  });

  it('calls onClick at a press, in the same task', async () => {
    let presses = 0;
    const { element } = await inRoot({}, () => {
      presses += 1;
    });
    await press(face(element));
    assert.equal(presses, 1);
  });

  it('throws without onClick and with a root that is none', () => {
    const options = {} as google.payments.api.ButtonOptions;
    assert.throws(() => client().createButton(options), "Parameter 'onClick' must be set.");
    const buttonRootNode = document.body as unknown as ShadowRoot;
    const onClick = (): void => undefined;
    assert.throws(() => client().createButton({ onClick, buttonRootNode }), /buttonRootNode/);
  });

  it('falls back silently for a colour or type it does not know', async () => {
    const { element } = await inRoot({
      buttonColor: 'green' as google.payments.api.ButtonColor,
      buttonType: 'purchase' as google.payments.api.ButtonType,
    });
    assert.isTrue(face(element).classList.contains('black'));
    assert.isTrue(face(element).classList.contains('buy'));
  });

  it('has the size of its text, or fills its container', async () => {
    const fixed = await inRoot({ buttonSizeMode: 'static' });
    assert.equal(face(fixed.element).offsetHeight, 40);
    assert.isAtLeast(face(fixed.element).offsetWidth, 152);
    const filled = await inRoot({ buttonSizeMode: 'fill' });
    assert.equal(face(filled.element).offsetHeight, 48);
    assert.equal(face(filled.element).offsetWidth, filled.element.offsetWidth);
  });

  it('puts its styles into the root once, and never again', async () => {
    const { root, element } = await inRoot({});
    client().createButton({ buttonRootNode: root, onClick: () => undefined });
    assert.lengthOf(root.querySelectorAll('style'), 1);
    root.querySelector('style')?.remove();
    root.append(client().createButton({ buttonRootNode: root, onClick: () => undefined }));
    assert.lengthOf(root.querySelectorAll('style'), 0);
    assert.isTrue(element.isConnected);
  });

  it('radius 0 counts, and the last radius of the page takes it from the others', async () => {
    const first = await inRoot({ buttonRadius: 0 });
    assert.equal(getComputedStyle(face(first.element)).borderTopLeftRadius, '0px');
    const second = await inRoot({ buttonRadius: 12 });
    assert.equal(getComputedStyle(face(second.element)).borderTopLeftRadius, '12px');
    assert.equal(getComputedStyle(face(first.element)).borderTopLeftRadius, '4px');
  });
});

describe('window.walletSandbox', () => {
  it('records calls, and never a token', async () => {
    sandbox().configure({ payer: { does: 'pays' } });
    const on = client({ onPaymentAuthorized: () => ({ transactionState: 'SUCCESS' }) });
    await (
      await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, on)
    ).payment;
    assert.deepEqual(apis(), [
      'PaymentsClient.constructor',
      'PaymentsClient.loadPaymentData',
      'event onPaymentAuthorized',
      'answer onPaymentAuthorized',
    ]);
    const written = JSON.stringify(sandbox().calls);
    assert.include(written, '[token]');
    assert.notInclude(written, 'ECv2');
  });
});
