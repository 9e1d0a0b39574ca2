import { assert } from '@open-wc/testing';
import { readPayTokenRequest } from '@wallet-buttons/protocol';
import { fakeApplePay, type FakeApplePay, type FakeSession } from '../../../test/fake-apple-pay.ts';
import { payingBackend } from '../../../test/scene.ts';
import {
  type FakeBackend,
  heardOf,
  json,
  press,
  ready,
  type Rendered,
  walletA,
} from '../../../test/support.ts';
import { holdTime } from '../../../test/time.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { WalletAButton } from '../../wallet-a-button.ts';

const token = {
  paymentData: { data: 'AQ==' },
  paymentMethod: { network: 'MasterCard', displayName: 'MasterCard 4242', type: 'debit' },
};

describe('wallet A', () => {
  let wallet: FakeApplePay | undefined;
  let backend: FakeBackend;
  beforeEach(() => {
    backend = payingBackend();
  });
  afterEach(() => {
    for (const tag of document.querySelectorAll('wallet-a-button')) tag.abort();
    wallet?.restore();
    wallet = undefined;
    backend.restore();
  });

  /** A tag whose button was pressed, and the provider's session if there is one. */
  const pressed = async (
    set: Partial<WalletAButton> = {},
  ): Promise<Rendered & { readonly session: FakeSession | undefined }> => {
    const rendered = await ready(walletA);
    Object.assign(rendered.tag, set);
    await press(rendered.tag);
    return { ...rendered, session: wallet?.sessions.at(-1) };
  };
  const configError = async (set: Partial<WalletAButton>): Promise<string> => {
    const { heard, session } = await pressed(set);
    const { error } = await heardOf(heard, 'wallet-error');
    assert.equal(error.code, 'config');
    assert.isUndefined(session);
    return error.message;
  };

  describe('takes of the networks', () => {
    const networksFor = async (networks: string, version = 14) => {
      wallet = fakeApplePay({ version });
      const { session } = await pressed({ networks });
      return session?.request['supportedNetworks'];
    };

    it('those that it knows, by whole words', async () => {
      assert.deepEqual(await networksFor('a visa unionpay cartesbancaires elan'), [
        'visa',
        'chinaUnionPay',
        'cartesBancaires',
      ]);
    });

    it('those that its version knows', async () => {
      assert.deepEqual(await networksFor('visa maestro girocard', 4), ['visa', 'maestro']);
    });

    it('none: an error that names them', async () => {
      wallet = fakeApplePay({ version: 3 });
      assert.include(await configError({ networks: 'maestro' }), 'networks');
    });
  });

  describe('of a version below 14', () => {
    const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
    const context = {
      merchantIdentifier: 'm',
      externalIdentifier: 'e',
      merchantName: 'n',
      amount: '1',
    };
    for (const [name, set] of Object.entries({
      recurring: {
        recurring: { ...plan, price: { label: 'Monthly', amount: '9', every: 'month' } },
      },
      multiTokenContexts: { multiTokenContexts: [context] },
    } satisfies Record<string, Partial<WalletAButton>>)) {
      it(`says that it cannot do ${name}, before a sheet`, async () => {
        wallet = fakeApplePay({ version: 10 });
        assert.match(await configError(set), new RegExp(`${name} needs version 14`));
      });
    }
  });

  it('keeps the text of a bare string that a polyfill throws', async () => {
    wallet = fakeApplePay({ thrown: 'the phone is not there' });
    const { heard } = await pressed();
    const { error } = await heardOf(heard, 'wallet-error');
    assert.equal(error.code, 'provider');
    assert.equal(error.message, 'the phone is not there');
  });

  it('shows its button when the provider does not answer what the payer has', async () => {
    wallet = fakeApplePay({ applePayCapabilities: () => new Promise(() => undefined) });
    const tag = document.createElement('wallet-a-button');
    tag.merchantId = 'merchant.honey';
    const time = holdTime();
    try {
      document.body.append(tag);
      await waitUntil(() => time.waits.length > 0, 'the question');
      time.pass(3_000);
      await waitUntil(() => tag.state === 'ready', 'the button');
    } finally {
      time.release();
      tag.remove();
    }
  });

  it('tells a plain cancel as closed', async () => {
    wallet = fakeApplePay();
    const { heard, session } = await pressed();
    session?.oncancel?.({ sessionError: { code: 'unknown', info: {} } });
    assert.equal((await heardOf(heard, 'wallet-cancel')).reason, 'closed');
  });

  it('posts an address that the backend takes, without empty lines', async () => {
    wallet = fakeApplePay();
    const { heard, session } = await pressed({ request: 'shipping-address' });
    const shippingContact = {
      givenName: 'Olena',
      countryCode: 'ua',
      addressLines: ['Khreshchatyk 1', '', ' \nApartment 4\n'],
    };
    session?.onpaymentauthorized?.({ payment: { token, shippingContact } });
    const { shippingAddress } = await heardOf(heard, 'wallet-authorized');
    assert.deepEqual(shippingAddress?.address_lines, ['Khreshchatyk 1', 'Apartment 4']);
    await heardOf(heard, 'wallet-result');
    const body = backend.asked.find(({ path }) => path === 'pay-token')?.body;
    assert.doesNotThrow(() => readPayTokenRequest(body));
  });

  it('tells what it knows of the card, to the backend and to the page', async () => {
    wallet = fakeApplePay();
    const { heard, session } = await pressed();
    session?.onpaymentauthorized?.({ payment: { token } });
    const { card } = await heardOf(heard, 'wallet-authorized');
    const expected = { network: 'mastercard', last4: '4242', funding: 'debit' };
    assert.deepEqual<unknown>(card, expected);
    await heardOf(heard, 'wallet-result');
    assert.deepEqual(
      backend.asked.find(({ path }) => path === 'pay-token')?.body['card'],
      expected,
    );
  });

  it('shapes the request as the page says, and keeps the price', async () => {
    wallet = fakeApplePay();
    const { session } = await pressed({
      providerRequest: {
        shippingType: 'storePickup',
        supportedCountries: ['UA'],
        currencyCode: 'USD',
        total: { label: 'Honey and more', amount: '1.00' },
      },
    });
    const { request } = session ?? {};
    assert.deepInclude(request, {
      shippingType: 'storePickup',
      supportedCountries: ['UA'],
      currencyCode: 'UAH',
      total: { label: 'Honey and more', amount: '199.90', type: 'final' },
    });
  });

  it('shapes the request by a function of it', async () => {
    wallet = fakeApplePay();
    const { session } = await pressed({
      providerRequest: (request: object) => ({ ...request, total: {}, supportedCountries: ['UA'] }),
    });
    assert.deepInclude(session?.request, {
      total: { amount: '199.90' },
      currencyCode: 'UAH',
      supportedCountries: ['UA'],
    });
  });

  it('is an error of the page when its function of the request fails', async () => {
    wallet = fakeApplePay();
    const providerRequest = () => {
      throw new Error('no basket');
    };
    assert.include(await configError({ providerRequest }), 'providerRequest');
  });

  it('changes what is charged later while the sheet is open', async () => {
    wallet = fakeApplePay();
    const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
    const recurring = (amount: string) =>
      ({ ...plan, price: { label: 'Monthly', amount, every: 'month' } }) as const;
    const { tag, session } = await pressed({
      request: 'payment-method',
      recurring: recurring('9'),
    });
    let billingAddress: unknown;
    tag.addEventListener('wallet-payment-method-change', (event) => {
      ({ billingAddress } = event.paymentMethod);
      event.updateWith({ amount: '210', recurring: recurring('10') });
    });
    session?.onpaymentmethodselected?.({
      paymentMethod: { type: 'credit', billingContact: { countryCode: 'PL' } },
    });
    await waitUntil(() => session?.told.length === 2, 'the update');
    assert.deepEqual(billingAddress, { country: 'PL' });
    const [, update] = session?.told.at(-1) ?? [];
    assert.nestedInclude(update, {
      'newTotal.amount': '210.00',
      'newRecurringPaymentRequest.regularBilling.amount': '10.00',
    });
  });

  it('closes its sheet with its tag after a field error', async () => {
    wallet = fakeApplePay();
    backend.restore();
    const errors = [{ code: 'shipping_address_invalid', message: 'No such street.' }];
    backend = payingBackend({
      'pay-token': () =>
        json({ type: 'about:blank', title: 'No', status: 422, code: 'order_refused', errors }, 422),
    });
    const { tag, heard, session } = await pressed({ request: 'shipping-address' });
    const shippingContact = { countryCode: 'UA', addressLines: ['Nowhere'] };
    session?.onpaymentauthorized?.({ payment: { token, shippingContact } });
    await waitUntil(() => session?.told.some(([name]) => name === 'completePayment'), 'the answer');
    tag.remove();
    await waitUntil(() => session?.told.some(([name]) => name === 'abort'), 'the sheet to close');
    assert.notInclude(
      heard.map(({ type }) => type),
      'wallet-result',
    );
  });

  it('asks no validation of a host that is not the provider’s', async () => {
    wallet = fakeApplePay();
    for (const validationURL of [
      'https://apple.com.evil.example/paymentservices/paymentSession',
      'https://notapple.com/paymentservices/paymentSession',
      'https://evil@apple-pay-gateway.apple.com/',
      'http://apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'nowhere',
    ]) {
      const { tag, heard, session } = await pressed();
      session?.onvalidatemerchant?.({ validationURL });
      assert.equal((await heardOf(heard, 'wallet-error')).error.code, 'validation-url');
      tag.remove();
    }
    assert.lengthOf(
      backend.asked.filter(({ path }) => path === 'validate-merchant'),
      0,
    );
  });
});
