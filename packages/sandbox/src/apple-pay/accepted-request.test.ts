import { assert } from '@open-wc/testing';
import { onPress, sandbox } from '../../test/payer.ts';
import { heldTime, request, thrown, wrong } from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: the constructor', () => {
  it('refuses to run outside of a user gesture', () => {
    const { name, message } = thrown(() => new ApplePaySession(14, request));
    assert.equal(name, 'InvalidAccessError');
    assert.equal(message, 'Must create a new ApplePaySession from a user gesture handler.');
  });

  it('refuses in a later task than the press, as after an awaited fetch', async () => {
    sandbox().configure({ walletA: { gesture: 'task' } });
    await onPress(() => undefined);
    sandbox().configure({ walletA: { gesture: 'task' } });
    await fetch(location.href);
    assert.equal(thrown(() => new ApplePaySession(14, request)).name, 'InvalidAccessError');
  });

  it('refuses a version that is not supported', async () => {
    const error = await onPress(() => thrown(() => new ApplePaySession(16, request)));
    assert.deepInclude(
      { name: error.name, message: error.message },
      { name: 'InvalidAccessError', message: '"16" is not a supported version.' },
    );
  });

  const mistakes: readonly [string, Record<string, unknown>][] = [
    ['no country', { countryCode: undefined }],
    ['a country in lower case', { countryCode: 'ua' }],
    ['a currency that does not exist', { currencyCode: 'HRN' }],
    ['no networks', { supportedNetworks: [] }],
    ['one unknown network among good ones', { supportedNetworks: ['visa', 'bank card'] }],
    ['a network that is a name of every object', { supportedNetworks: ['constructor'] }],
    ['no capabilities', { merchantCapabilities: [] }],
    ['an unknown capability', { merchantCapabilities: ['supports3ds'] }],
    ['no total', { total: undefined }],
    ['a total without a label', { total: { amount: '1.00' } }],
    ['an amount with a comma', { total: { label: 'x', amount: '0,6' } }],
    ['an amount with too many digits', { total: { label: 'x', amount: '151.20000000000002' } }],
    ['a negative amount', { total: { label: 'x', amount: '-1.00' } }],
    ['an amount that is too big', { total: { label: 'x', amount: '100000000.01' } }],
    ['line items that are null', { lineItems: null }],
    ['a final line item without amount', { lineItems: [{ label: 'x' }] }],
    ['an unknown contact field', { requiredBillingContactFields: ['address'] }],
    [
      'a shipping method without identifier',
      { shippingMethods: [{ label: 'x', detail: '', amount: '1' }] },
    ],
  ];
  for (const [mistake, change] of mistakes) {
    it(`refuses a request with ${mistake}`, async () => {
      const error = await onPress(() => thrown(() => new ApplePaySession(14, wrong(change))));
      assert.equal(error.name, 'TypeError', error.message);
      assert.equal(sandbox().sheet.state, 'closed');
    });
  }

  it('takes what the documentation allows', async () => {
    const sessions = await onPress(() => [
      new ApplePaySession(4, wrong({ total: { label: 'x', amount: '0' } })),
      new ApplePaySession(
        14,
        wrong({ lineItems: [{ label: 'x', type: 'pending' }], couponCode: 'A' }),
      ),
      new ApplePaySession(14, wrong({ lineItems: undefined, supportedCountries: ['UA'] })),
    ]);
    assert.lengthOf(sessions, 3);
  });

  it('knows which version brought what', async () => {
    const errors = await onPress(() => [
      thrown(() => new ApplePaySession(3, wrong({ total: { label: 'x', amount: '0' } }))),
      thrown(() => new ApplePaySession(1, wrong({ supportedNetworks: ['jcb'] }))),
      thrown(() => new ApplePaySession(11, wrong({ supportsCouponCode: true }))),
      thrown(
        () => new ApplePaySession(2, wrong({ requiredShippingContactFields: ['phoneticName'] })),
      ),
    ]);
    assert.deepEqual(
      errors.map(({ name }) => name),
      Array(4).fill('TypeError'),
    );
  });
});
