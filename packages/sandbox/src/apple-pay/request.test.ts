// Written from Apple's "ApplePayPaymentRequest" and the types of @types/applepayjs: what a request may
// say, member by member, and since which version.
import { assert } from '@open-wc/testing';
import { onPress, sandbox } from '../../test/payer.ts';
import { heldTime, request, thrown, wrong } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

type Change = Record<string, unknown>;

heldTime();

const site = 'https://shop.test/subscription';
const recurring = { label: 'Monthly', amount: '9.90', paymentTiming: 'recurring' };
const reload = {
  label: 'Top-up',
  amount: '10.00',
  paymentTiming: 'automaticReload',
  automaticReloadPaymentThresholdAmount: '5.00',
};
const deferredBilling = { label: 'Stay', amount: '80.00', paymentTiming: 'deferred' };
const recurringRequest = {
  paymentDescription: 'Coffee club',
  regularBilling: recurring,
  managementURL: site,
};
const reloadRequest = {
  paymentDescription: 'Coffee card',
  automaticReloadBilling: reload,
  managementURL: site,
};
const deferredRequest = {
  paymentDescription: 'A weekend',
  deferredBilling,
  managementURL: site,
};
const context = {
  merchantIdentifier: 'merchant.test',
  externalIdentifier: 'roaster-1',
  merchantName: 'Roaster',
  amount: '10.00',
};
const method = { label: 'Post', detail: 'Two days', amount: '60.00', identifier: 'post' };
const range = {
  startDateComponents: { years: 0, months: 0, days: 1, hours: 0 },
  endDateComponents: { years: 0, months: 0, days: 3, hours: 0 },
};

/** The error that a request gets, or undefined for a session. */
async function refusal(change: Change, version = 14): Promise<string | undefined> {
  return onPress(() => {
    try {
      new ApplePaySession(version, wrong(change));
      return undefined;
    } catch (error) {
      return (error as Error).name;
    }
  });
}

function total(change: Change): Change {
  return { total: { ...request.total, ...change } };
}

function lines(change: Change): Change {
  return { lineItems: [{ label: 'Beans', amount: '1.00', ...change }] };
}

function* iterated(...networks: readonly string[]): Generator<string> {
  yield* networks;
}

const groups: Readonly<
  Record<string, { readonly takes: readonly Change[]; readonly refuses: readonly Change[] }>
> = {
  'the country is an ISO 3166 code in upper case': {
    takes: [{ countryCode: 'PL' }],
    refuses: [{ countryCode: undefined }, { countryCode: 'ua' }, { countryCode: 'UKR' }],
  },
  'the currency is an ISO 4217 code': {
    takes: [{ currencyCode: 'JPY' }],
    refuses: [{ currencyCode: undefined }, { currencyCode: 'uah' }, { currencyCode: 'XYZ' }],
  },
  'networks: at least one, all known': {
    takes: [
      { supportedNetworks: ['visa', 'girocard', 'dankort', 'mir', 'jcb'] },
      { supportedNetworks: ['maestro', 'Visa', 'mastercard'] },
    ],
    refuses: [
      { supportedNetworks: undefined },
      { supportedNetworks: [] },
      { supportedNetworks: 'visa' },
      { supportedNetworks: ['visa', 'bank card'] },
    ],
  },
  'capabilities: at least one, all known': {
    takes: [
      { merchantCapabilities: ['supports3DS', 'supportsEMV', 'supportsCredit', 'supportsDebit'] },
    ],
    refuses: [
      { merchantCapabilities: undefined },
      { merchantCapabilities: [] },
      { merchantCapabilities: ['3DS'] },
    ],
  },
  'the total has a label and an amount with at most two places, from 0 to 100 000 000': {
    takes: [
      total({ amount: '1' }),
      total({ amount: '1.5' }),
      total({ amount: '100000000' }),
      total({ amount: '0.00' }),
      total({ type: 'pending' }),
    ],
    refuses: [
      { total: null },
      { total: [] },
      total({ label: '' }),
      total({ label: undefined }),
      total({ amount: undefined }),
      total({ amount: null }),
      total({ amount: '' }),
      total({ amount: '1.234' }),
      total({ amount: '1.' }),
      total({ amount: '.5' }),
      total({ amount: '+1' }),
      total({ amount: '1e3' }),
      total({ amount: 151.20000000000002 }),
      total({ amount: '-0.01' }),
      total({ amount: '100000000.01' }),
      total({ type: 'estimated' }),
    ],
  },
  'a line may be negative, and without an amount only while it is pending': {
    takes: [
      lines({ amount: '-5.00' }),
      lines({ amount: undefined, type: 'pending' }),
      lines({ amount: 'not yet', type: 'pending' }),
      { lineItems: [] },
    ],
    refuses: [
      { lineItems: null },
      { lineItems: {} },
      lines({ amount: undefined }),
      lines({ amount: undefined, type: 'final' }),
      lines({ amount: null }),
      lines({ label: undefined }),
      lines({ type: 'free' }),
    ],
  },
  'a line may say when it is paid': {
    takes: [
      lines({
        paymentTiming: 'recurring',
        recurringPaymentIntervalUnit: 'month',
        recurringPaymentIntervalCount: 1,
        recurringPaymentStartDate: new Date(),
      }),
    ],
    refuses: [
      lines({ paymentTiming: 'someday' }),
      lines({ recurringPaymentIntervalUnit: 'week' }),
      lines({ recurringPaymentIntervalCount: 0 }),
      lines({ recurringPaymentStartDate: '2027-01-01' }),
      lines({ deferredPaymentDate: new Date('never') }),
    ],
  },
  'a shipping method has label, detail, amount and an identifier of its own': {
    takes: [
      { shippingMethods: [method, { ...method, identifier: 'courier' }] },
      { shippingMethods: [] },
    ],
    refuses: [
      { shippingMethods: [{ ...method, label: undefined }] },
      { shippingMethods: [{ ...method, detail: undefined }] },
      { shippingMethods: [{ ...method, amount: '-1' }] },
      { shippingMethods: [{ ...method, amount: undefined }] },
      { shippingMethods: [method, method] },
      { shippingMethods: null },
    ],
  },
  'a shipping method may say when it arrives': {
    takes: [{ shippingMethods: [{ ...method, dateComponentsRange: range }] }],
    refuses: [
      { shippingMethods: [{ ...method, dateComponentsRange: { startDateComponents: {} } }] },
      {
        shippingMethods: [
          { ...method, dateComponentsRange: { ...range, endDateComponents: { days: '3' } } },
        ],
      },
    ],
  },
  'the type of shipping, and whether its address can be changed, are words of a list': {
    takes: [
      { shippingType: 'servicePickup' },
      { shippingContactEditingMode: 'storePickup' },
      { shippingContactEditingMode: 'enabled' },
    ],
    refuses: [{ shippingType: 'drone' }, { shippingContactEditingMode: 'never' }],
  },
  'contact fields are words of a list': {
    takes: [
      {
        requiredShippingContactFields: ['email', 'name', 'phone', 'postalAddress', 'phoneticName'],
        requiredBillingContactFields: ['postalAddress'],
      },
    ],
    refuses: [
      { requiredShippingContactFields: ['emailAddress'] },
      { requiredBillingContactFields: ['address'] },
      { requiredBillingContactFields: null },
    ],
  },
  'a contact that the shop knows has texts and lines': {
    takes: [{ shippingContact: { givenName: 'Olena', addressLines: ['1 Example Street'] } }],
    refuses: [
      { shippingContact: { givenName: {} } },
      { shippingContact: { addressLines: '1 Example Street' } },
      { billingContact: { email: 'olena@shop.test' } },
    ],
  },
  'coupon codes': {
    takes: [{ supportsCouponCode: true, couponCode: 'SPRING' }],
    refuses: [{ supportsCouponCode: 'yes' }, { supportsCouponCode: null }, { couponCode: {} }],
  },
  'features are words, which no document lists': {
    takes: [{ features: ['applePayLater'] }, { features: [] }],
    refuses: [{ features: 'applePayLater' }, { features: null }],
  },
  'applicationData is base64': {
    takes: [{ applicationData: btoa('order-1') }],
    refuses: [{ applicationData: 'order#1' }, { applicationData: { order: 1 } }],
  },
  'supported countries are ISO codes': {
    takes: [{ supportedCountries: ['UA', 'PL'] }],
    refuses: [{ supportedCountries: ['Ukraine'] }, { supportedCountries: 'UA' }],
  },
  'a recurring payment has a description, a recurring line and an address to manage it': {
    takes: [
      { recurringPaymentRequest: recurringRequest },
      {
        recurringPaymentRequest: {
          ...recurringRequest,
          trialBilling: { ...recurring, amount: '0.00' },
          billingAgreement: 'Every month',
          tokenNotificationURL: site,
        },
      },
    ],
    refuses: [
      { recurringPaymentRequest: {} },
      { recurringPaymentRequest: { ...recurringRequest, paymentDescription: '' } },
      { recurringPaymentRequest: { ...recurringRequest, managementURL: '/manage' } },
      { recurringPaymentRequest: { ...recurringRequest, regularBilling: deferredBilling } },
      {
        recurringPaymentRequest: {
          ...recurringRequest,
          trialBilling: { label: 'Free', amount: '0' },
        },
      },
      { recurringPaymentRequest: { ...recurringRequest, tokenNotificationURL: 'hook' } },
    ],
  },
  'an automatic reload has a line with a threshold': {
    takes: [{ automaticReloadPaymentRequest: reloadRequest }],
    refuses: [
      {
        automaticReloadPaymentRequest: {
          ...reloadRequest,
          automaticReloadBilling: { ...reload, automaticReloadPaymentThresholdAmount: undefined },
        },
      },
      { automaticReloadPaymentRequest: { ...reloadRequest, automaticReloadBilling: recurring } },
      { automaticReloadPaymentRequest: { ...reloadRequest, managementURL: undefined } },
    ],
  },
  'a deferred payment: a date of free cancellation goes with its time zone': {
    takes: [
      { deferredPaymentRequest: deferredRequest },
      {
        deferredPaymentRequest: {
          ...deferredRequest,
          freeCancellationDate: new Date(),
          freeCancellationDateTimeZone: 'Europe/Kyiv',
        },
      },
    ],
    refuses: [
      { deferredPaymentRequest: { ...deferredRequest, freeCancellationDate: new Date() } },
      {
        deferredPaymentRequest: { ...deferredRequest, freeCancellationDateTimeZone: 'Europe/Kyiv' },
      },
      {
        deferredPaymentRequest: {
          ...deferredRequest,
          freeCancellationDate: new Date(),
          freeCancellationDateTimeZone: 'Kyiv time',
        },
      },
      { deferredPaymentRequest: { ...deferredRequest, deferredBilling: undefined } },
    ],
  },
  'several merchants: each with its identifiers, name and amount': {
    takes: [{ multiTokenContexts: [context, { ...context, merchantDomain: 'roaster.test' }] }],
    refuses: [
      { multiTokenContexts: [{ ...context, merchantName: undefined }] },
      { multiTokenContexts: [{ ...context, amount: '10,00' }] },
      { multiTokenContexts: context },
    ],
  },
  'a list is whatever can be iterated, but no text': {
    takes: [
      { supportedNetworks: new Set(['visa']) },
      { supportedNetworks: iterated('visa') },
      { lineItems: new Set([{ label: 'Beans', amount: '1.00' }]) },
    ],
    refuses: [{ supportedNetworks: 'visa' }, { lineItems: {} }, { supportedNetworks: new Set() }],
  },
  'a text may be a number, as the ids of a shop are': {
    takes: [
      { couponCode: 5 },
      { shippingMethods: [{ label: 1, detail: 2, amount: 60, identifier: 7 }] },
    ],
    refuses: [
      { shippingMethods: [{ ...method, identifier: {} }] },
      {
        shippingMethods: [
          { ...method, identifier: 7 },
          { ...method, identifier: '7' },
        ],
      },
    ],
  },
  'no member is null, and every one stands in the documentation; undefined is as good as missing': {
    takes: [{ lineItems: undefined, shippingContact: undefined, couponCode: undefined }],
    refuses: [
      { shippingContact: null },
      { couponCode: null },
      { merchantIdentifier: 'merchant.test' },
      total({ price: '1.00' }),
      lines({ quantity: 2 }),
      { shippingMethods: [{ ...method, id: 'post' }] },
      { recurringPaymentRequest: { ...recurringRequest, interval: 'month' } },
    ],
  },
};

describe('ApplePaySession: a request', () => {
  for (const [rule, { takes, refuses }] of Object.entries(groups)) {
    it(rule, async () => {
      for (const change of takes) assert.isUndefined(await refusal(change), shown(change));
      for (const change of refuses) assert.equal(await refusal(change), 'TypeError', shown(change));
    });
  }

  it('must be an object', async () => {
    const text = JSON.stringify(request) as unknown as ApplePayJS.ApplePayPaymentRequest;
    const error = await onPress(() => thrown(() => new ApplePaySession(14, text)));
    assert.equal(error.name, 'TypeError');
  });

  it('is copied: what the page changes later is not seen', async () => {
    const mine = wrong({ total: { label: 'Before', amount: '1.00' } });
    await onPress(() => {
      const session = new ApplePaySession(14, mine);
      mine.total.label = 'After';
      session.begin();
    });
    const dialog = document
      .querySelector('wallet-sandbox-sheet')
      ?.shadowRoot?.querySelector('dialog');
    assert.include(dialog?.textContent, 'Before');
  });

  it('ignores members it does not know, as WebIDL does, where that is set', async () => {
    sandbox().configure({ walletA: { unknownMembers: 'ignored' } });
    assert.isUndefined(await refusal({ merchantIdentifier: 'merchant.test' }));
    assert.equal(await refusal({ couponCode: null }), 'TypeError');
  });
});

describe('ApplePaySession: the version that brought a member', () => {
  const additions: readonly [number, string, Change][] = [
    [2, 'jcb', { supportedNetworks: ['jcb'] }],
    [3, 'carteBancaire', { supportedNetworks: ['CarteBancaire'] }],
    [3, 'phoneticName', { requiredShippingContactFields: ['phoneticName'] }],
    [3, 'supportedCountries', { supportedCountries: ['UA'] }],
    [4, 'a total of zero', total({ amount: '0.00' })],
    [12, 'coupon codes', { supportsCouponCode: true }],
    [12, 'the editing mode', { shippingContactEditingMode: 'available' }],
    [12, 'a date range', { shippingMethods: [{ ...method, dateComponentsRange: range }] }],
    [12, 'the timing of a line', lines({ paymentTiming: 'immediate' })],
    [14, 'recurring payments', { recurringPaymentRequest: recurringRequest }],
    [14, 'automatic reload', { automaticReloadPaymentRequest: reloadRequest }],
    [14, 'deferred payments', { deferredPaymentRequest: deferredRequest }],
    [14, 'several merchants', { multiTokenContexts: [context] }],
  ];
  for (const [version, what, change] of additions) {
    it(`${what}: ${version}`, async () => {
      assert.equal(await refusal(change, version - 1), 'TypeError');
      assert.isUndefined(await refusal(change, version));
    });
  }

  it('does not count where members are ignored as WebIDL does, but for networks, a phonetic name and a total of zero', async () => {
    sandbox().configure({ walletA: { unknownMembers: 'ignored' } });
    const newer = {
      supportedCountries: ['UA'],
      supportsCouponCode: true,
      recurringPaymentRequest: recurringRequest,
      ...lines({ paymentTiming: 'immediate' }),
    };
    assert.isUndefined(await refusal(newer, 2));
    assert.equal(await refusal({ supportedNetworks: ['carteBancaire'] }, 2), 'TypeError');
    assert.equal(
      await refusal({ requiredShippingContactFields: ['phoneticName'] }, 2),
      'TypeError',
    );
    assert.equal(await refusal(total({ amount: '0.00' }), 3), 'TypeError');
  });

  it('is not that of any other network', async () => {
    const networks = ['maestro', 'Visa', 'mastercard', 'elo', 'mir', 'girocard', 'dankort'];
    const newest = ['bancontact', 'Bancomat', 'bankAxept'];
    assert.isUndefined(await refusal({ supportedNetworks: [...networks, ...newest] }, 3));
  });

  it('an older system refuses a newer version, and its networks', async () => {
    sandbox().configure({ walletA: { latestVersion: 10 } });
    assert.isFalse(ApplePaySession.supportsVersion(11));
    assert.equal(await refusal({}, 14), 'InvalidAccessError');
    assert.equal(await refusal({ supportedNetworks: ['visa', 'dankort'] }, 10), 'TypeError');
    assert.equal(await refusal({ supportedNetworks: ['visa', 'bank card'] }, 10), 'TypeError');
    sandbox().configure({ walletA: { latestVersion: 14 } });
    assert.equal(await refusal({ supportedNetworks: ['visa', 'bankAxept'] }, 14), 'TypeError');
  });
});

function shown(change: Change): string {
  return JSON.stringify(change);
}
