// Written from the Google Pay web reference, through the globals that a page has, typed by
// @types/googlepay.
import { assert } from '@open-wc/testing';
import { holdTime, openSheet, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  client,
  freshSandbox,
  pay,
  request,
  shownTotal,
  transactionInfo,
  written,
  type Data,
  type Intermediate,
} from '../../test/google-pay.ts';
import type { FieldError } from '../sheet/content.ts';

type Update = google.payments.api.PaymentDataRequestUpdate;

freshSandbox();

const options: google.payments.api.ShippingOptionParameters = {
  shippingOptions: [
    { id: 'post', label: 'Post', description: '3 days' },
    { id: 'courier', label: 'Courier' },
  ],
};
const shipping = {
  shippingAddressRequired: true,
  shippingOptionRequired: true,
  shippingOptionParameters: options,
};

/** A payment whose page answers each change with `answer`, and the received data. */
async function changing(
  change: object,
  answer: (data: Intermediate) => unknown = () => ({}),
): Promise<{ readonly payment: Promise<Data>; readonly changes: readonly Intermediate[] }> {
  const changes: Intermediate[] = [];
  const paymentsClient = client({
    onPaymentDataChanged: (data) => {
      changes.push(data);
      return answer(data) as Update;
    },
  });
  const { payment } = await pay(change, paymentsClient);
  await sheetIs('ready');
  return { payment, changes };
}

/** Changes something in the sheet, as the payer does, and waits until the page has answered. */
async function choose(
  kind: 'account' | 'address' | 'shipping-option' | 'offer',
  id: string,
): Promise<void> {
  const { sheet } = sandbox();
  if (kind === 'account') sheet.chooseAccount(id);
  if (kind === 'address') sheet.chooseAddress(id);
  if (kind === 'shipping-option') sheet.chooseShippingOption(id);
  if (kind === 'offer') sheet.enterCoupon(id);
  await sheetIs('ready');
}

/** The errors that the sheet took from the page, as it understood them. */
function shown(): readonly FieldError[] {
  return sandbox().sheet.errors;
}

describe('onPaymentDataChanged: when it is called', () => {
  const all = { ...shipping, callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'OFFER'] };

  it('INITIALIZE tells everything that the intents ask for', async () => {
    const { changes } = await changing(all);
    assert.deepEqual(changes, [
      {
        callbackTrigger: 'INITIALIZE',
        shippingAddress: {
          administrativeArea: '',
          countryCode: 'UA',
          locality: 'Kyiv',
          postalCode: '01001',
        },
        shippingOptionData: { id: 'post' },
        offerData: { redemptionCodes: [] },
      },
    ] as unknown as Intermediate[]);
  });

  it('INITIALIZE comes again when the payer switches the account, with its data', async () => {
    const { changes, payment } = await changing({ ...all, emailRequired: true });
    await choose('account', 'taras');
    assert.deepEqual(
      changes.map(({ callbackTrigger, shippingAddress }) => [
        callbackTrigger,
        shippingAddress?.locality,
      ]),
      [
        ['INITIALIZE', 'Kyiv'],
        ['INITIALIZE', 'Odesa'],
      ],
    );
    sandbox().sheet.pay();
    assert.equal((await payment).email, 'taras@shop.test');
  });

  it('SHIPPING_ADDRESS, without name and street', async () => {
    const { changes, payment } = await changing(all);
    await choose('address', 'london');
    assert.equal(changes[1]?.callbackTrigger, 'SHIPPING_ADDRESS');
    assert.deepEqual(changes[1]?.shippingAddress, {
      administrativeArea: '',
      countryCode: 'GB',
      locality: 'London',
      postalCode: 'SW1',
    });
    sandbox().sheet.pay();
    assert.equal((await payment).shippingAddress?.postalCode, 'SW1A 1AA');
  });

  it('an American postal code has five digits before the payment', async () => {
    const { changes } = await changing(all);
    await choose('address', 'boston');
    assert.equal(changes[1]?.shippingAddress?.postalCode, '02108');
  });

  it('a chosen delivery is a SHIPPING_OPTION, and is in the payment data', async () => {
    const { changes, payment } = await changing(all);
    await choose('shipping-option', 'courier');
    assert.equal(changes[1]?.callbackTrigger, 'SHIPPING_OPTION');
    assert.deepEqual(changes[1]?.shippingOptionData, { id: 'courier' });
    sandbox().sheet.pay();
    assert.deepEqual((await payment).shippingOptionData, { id: 'courier' });
  });

  it('OFFER, with every code so far', async () => {
    const { changes, payment } = await changing(all);
    await choose('offer', 'SPRING');
    await choose('offer', 'FRIEND');
    assert.equal(changes[2]?.callbackTrigger, 'OFFER');
    assert.deepEqual(changes[2]?.offerData, { redemptionCodes: ['SPRING', 'FRIEND'] });
    sandbox().sheet.pay();
    assert.deepEqual((await payment).offerData, { redemptionCodes: ['SPRING', 'FRIEND'] });
  });

  it('not for a change that no intent asks about', async () => {
    const { changes, payment } = await changing({ ...shipping, callbackIntents: ['OFFER'] });
    await choose('address', 'london');
    await choose('shipping-option', 'courier');
    assert.lengthOf(changes, 1);
    assert.isUndefined(changes[0]?.shippingAddress);
    sandbox().sheet.pay();
    assert.equal((await payment).shippingAddress?.locality, 'London');
  });

  it('PAYMENT_METHOD tells the network of the card', async () => {
    const { changes } = await changing({ callbackIntents: ['PAYMENT_METHOD'] });
    assert.deepEqual(changes[0]?.paymentMethodData, {
      type: 'CARD',
      info: { cardNetwork: 'VISA' },
    });
  });

  it('defaultSelectedOptionId chooses before the payer does', async () => {
    const { changes } = await changing({
      ...all,
      shippingOptionParameters: { ...options, defaultSelectedOptionId: 'courier' },
    });
    assert.deepEqual(changes[0]?.shippingOptionData, { id: 'courier' });
  });

  it('shipping_option_unselected is selected until the page names its options', async () => {
    const { changes, payment } = await changing(
      { ...all, shippingOptionParameters: undefined },
      ({ shippingOptionData }) =>
        shippingOptionData?.id === 'shipping_option_unselected'
          ? { newShippingOptionParameters: options }
          : {},
    );
    assert.deepEqual(changes[0]?.shippingOptionData, { id: 'shipping_option_unselected' });
    sandbox().sheet.pay();
    assert.deepEqual((await payment).shippingOptionData, { id: 'post' });
  });

  it('the sheet offers what the page named, and nothing else', async () => {
    await changing(all);
    assert.throws(() => {
      sandbox().sheet.chooseShippingOption('pigeon');
    }, /pigeon/);
    assert.equal(sandbox().sheet.state, 'ready');
  });
});

describe('onPaymentDataChanged: the answer', () => {
  const asks = { ...shipping, callbackIntents: ['SHIPPING_ADDRESS', 'OFFER'] };

  it('newTransactionInfo changes the total', async () => {
    const { payment } = await changing(asks, ({ callbackTrigger }) =>
      callbackTrigger === 'INITIALIZE'
        ? {}
        : { newTransactionInfo: { ...transactionInfo, totalPrice: '250.00' } },
    );
    await choose('address', 'london');
    assert.include(shownTotal(), '250.00');
    sandbox().sheet.pay();
    await payment;
  });

  it('another currency, a broken price or no object is an error in the sheet, not a new price', async () => {
    const answers: unknown[] = [
      { newTransactionInfo: { ...transactionInfo, currencyCode: 'EUR' } },
      { newTransactionInfo: { ...transactionInfo, totalPrice: '1.500' } },
      undefined,
    ];
    const { payment } = await changing(asks, ({ callbackTrigger }) =>
      callbackTrigger === 'INITIALIZE' ? {} : answers.shift(),
    );
    const said = await written('error', async () => {
      for (const id of ['london', 'boston', 'home']) {
        await choose('address', id);
        assert.include(openSheet().dialog.textContent, 'Something went wrong');
      }
    });
    assert.lengthOf(said, 3);
    assert.include(shownTotal(), '199.90');
    sandbox().sheet.pay();
    await payment;
  });

  it('an answer with one broken part changes nothing', async () => {
    const { payment } = await changing({ ...asks, ...shipping }, ({ shippingAddress }) =>
      shippingAddress?.countryCode === 'GB'
        ? {
            newTransactionInfo: { ...transactionInfo, totalPrice: '300.00' },
            newShippingOptionParameters: { shippingOptions: [] },
          }
        : {},
    );
    await written('error', () => choose('address', 'london'));
    await choose('address', 'home');
    assert.include(shownTotal(), '199.90');
    sandbox().sheet.pay();
    await payment;
  });

  it('an error is shown, and the payer chooses again', async () => {
    await changing(asks, ({ shippingAddress }) =>
      shippingAddress?.countryCode === 'GB'
        ? {
            error: {
              reason: 'SHIPPING_ADDRESS_UNSERVICEABLE',
              intent: 'SHIPPING_ADDRESS',
              message: 'We do not send to Britain',
            },
          }
        : {},
    );
    await choose('address', 'london');
    assert.deepEqual(
      shown().map(({ field, detail }) => [field, detail]),
      [['address', 'SHIPPING_ADDRESS_UNSERVICEABLE']],
    );
    assert.include(openSheet().dialog.textContent, 'We do not send to Britain');
    assert.throws(() => {
      sandbox().sheet.pay();
    }, /We do not send to Britain/);
    await choose('address', 'home');
    assert.notInclude(openSheet().dialog.textContent, 'Britain');
  });

  for (const reason of ['NO_PIGEONS', 'constructor']) {
    it(`an unknown reason (${reason}) becomes OTHER_ERROR`, async () => {
      await changing(asks, () => ({
        error: { reason, intent: 'SHIPPING_ADDRESS', message: 'No pigeons today' },
      }));
      assert.deepEqual(shown(), [
        { field: 'payment', detail: 'OTHER_ERROR', message: 'No pigeons today', blocks: false },
      ]);
    });
  }

  it('an intent that the request does not have is logged on the console', async () => {
    const said = await written('error', () =>
      changing(asks, () => ({
        error: { reason: 'OTHER_ERROR', intent: 'SHIPPING_OPTION', message: 'No' },
      })),
    );
    assert.include(said[0]?.join(' '), 'callbackIntents');
  });

  it('error: null is warned about and dropped', async () => {
    const said = await written('warn', () => changing(asks, () => ({ error: null })));
    assert.lengthOf(said, 1);
    assert.lengthOf(shown(), 0);
  });

  it('a refused offer is taken back', async () => {
    const { changes } = await changing(asks, ({ callbackTrigger }) =>
      callbackTrigger === 'OFFER'
        ? { error: { reason: 'OFFER_INVALID', intent: 'OFFER', message: 'Over' } }
        : {},
    );
    await choose('offer', 'WINTER');
    await choose('offer', 'SPRING');
    assert.deepEqual(changes[2]?.offerData, { redemptionCodes: ['SPRING'] });
  });

  it('an offer that is refused when it is entered again is taken back, and no other', async () => {
    let entries = 0;
    const { payment } = await changing(asks, ({ callbackTrigger }) => {
      if (callbackTrigger === 'OFFER') entries += 1;
      const error = { reason: 'OFFER_INVALID', intent: 'OFFER', message: 'Over' };
      return entries === 3 ? { error } : {};
    });
    for (const code of ['SPRING', 'FRIEND', 'SPRING']) await choose('offer', code);
    sandbox().sheet.pay();
    assert.deepEqual((await payment).offerData, { redemptionCodes: ['FRIEND'] });
  });

  it('no answer within 30 seconds is REQUEST_TIMEOUT in the sheet', async () => {
    const time = holdTime();
    const { payment, changes } = await changing(asks, ({ callbackTrigger }) =>
      callbackTrigger === 'INITIALIZE' ? {} : new Promise<never>(() => undefined),
    );
    sandbox().sheet.chooseAddress('london');
    await until(() => changes.length === 2, 'the callback');
    time.pass(29_999);
    assert.equal(sandbox().sheet.state, 'waiting');
    time.pass(1);
    await sheetIs('ready');
    assert.include(openSheet().dialog.textContent, 'REQUEST_TIMEOUT');
    sandbox().sheet.pay();
    await payment;
    time.release();
  });
});

describe('onPaymentAuthorized: the answer', () => {
  const authorizes = { callbackIntents: ['PAYMENT_AUTHORIZATION'] };

  for (const [what, answer] of [
    ['ERROR without an error', { transactionState: 'ERROR' }],
    ['an unknown state', { transactionState: 'MAYBE' }],
    ['no state', {}],
    ['nothing', undefined],
  ] as const) {
    it(`${what} lets the payer try again`, async () => {
      let calls = 0;
      const paymentsClient = client({
        onPaymentAuthorized: () => {
          calls += 1;
          return (
            calls === 1 ? answer : { transactionState: 'SUCCESS' }
          ) as google.payments.api.PaymentAuthorizationResult;
        },
      });
      await written('error', async () => {
        const { payment } = await pay(authorizes, paymentsClient);
        await sheetIs('ready');
        sandbox().sheet.pay();
        await until(() => calls === 1 && sandbox().sheet.state === 'ready', 'the second try');
        assert.include(openSheet().dialog.textContent, 'Something went wrong');
        sandbox().sheet.pay();
        await payment;
      });
      assert.equal(calls, 2);
    });
  }

  it('a page that rejects with a PaymentDataError has its message shown', async () => {
    const refusal = { reason: 'PAYMENT_DATA_INVALID', message: 'Not this card' };
    const paymentsClient = client({
      onPaymentAuthorized: () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- the reference lets a page reject with an object of its own
        throw refusal;
      },
    });
    await written('error', async () => {
      await pay(authorizes, paymentsClient);
      await sheetIs('ready');
      sandbox().sheet.pay();
      await until(() => shown().length === 1, 'the error');
    });
    assert.deepInclude(shown()[0], { detail: 'OTHER_ERROR', message: 'Not this card' });
  });

  it('an answer of a sheet that was closed in the meantime changes nothing', async () => {
    let answer: (result: google.payments.api.PaymentAuthorizationResult) => void = () => undefined;
    const paymentsClient = client({
      onPaymentAuthorized: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { payment } = await pay({ ...request, ...authorizes }, paymentsClient);
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(
      () => sandbox().calls.some(({ api }) => api === 'event onPaymentAuthorized'),
      'the callback',
    );
    sandbox().sheet.cancel();
    answer({ transactionState: 'SUCCESS' });
    const outcome = await payment.catch((error: unknown) => error);
    assert.deepInclude(outcome, { statusCode: 'CANCELED' });
  });
});
