import { assert } from '@open-wc/testing';
import {
  fakeGooglePay,
  paymentData,
  type FakeClient,
  type FakeGooglePay,
} from '../../../test/fake-google-pay.ts';
import { payingBackend } from '../../../test/scene.ts';
import { type FakeBackend, heardOf, press, render, type Rendered } from '../../../test/support.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { WalletBButton } from '../../wallet-b-button.ts';
import { html } from 'lit';

describe('wallet B', () => {
  let wallet: FakeGooglePay | undefined;
  let backend: FakeBackend;
  beforeEach(() => {
    backend = payingBackend();
  });
  afterEach(() => {
    for (const tag of document.querySelectorAll('wallet-b-button')) tag.abort();
    wallet?.restore();
    wallet = undefined;
    backend.restore();
  });

  /** A tag of the fake wallet, before anything was asked. */
  const tagWith = async (set: Partial<WalletBButton> = {}): Promise<Rendered> => {
    const { merchantName = '' } = wallet ?? {};
    return render(html`<wallet-b-button
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country=${set.country ?? 'UA'}
      label="Honey shop"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
      merchant-name=${merchantName}
      networks=${set.networks ?? 'visa mastercard'}
      merchant-origin=${set.merchantOrigin ?? ''}
      button-border=${set.buttonBorder ?? ''}
      locale=${set.locale ?? ''}
      .authJwt=${set.authJwt ?? ''}
      .providerRequest=${set.providerRequest}
      .displayItems=${set.displayItems ?? []}
      .offers=${set.offers ?? []}
    ></wallet-b-button>`);
  };
  /** The client that opened a sheet, after a press. */
  const pressed = async (
    set: Partial<WalletBButton> = {},
  ): Promise<Rendered & { readonly client: FakeClient }> => {
    const rendered = await tagWith(set);
    await heardOf(rendered.heard, 'wallet-ready');
    await rendered.tag.updateComplete;
    await press(rendered.tag);
    const client = wallet?.clients.at(-1);
    if (!client) throw new Error('There is no client.');
    return { ...rendered, client };
  };
  const networksOf = (request: Readonly<Record<string, unknown>> | undefined) =>
    (request as { allowedPaymentMethods?: { parameters: { allowedCardNetworks: string[] } }[] })
      .allowedPaymentMethods?.[0]?.parameters.allowedCardNetworks;

  it('takes of the networks those that it knows in that country', async () => {
    wallet = fakeGooglePay();
    const networks = 'a visa maestro electron elo unionpay';
    const here = await pressed({ networks });
    assert.deepEqual(networksOf(here.client.opened[0]), ['VISA']);
    assert.deepEqual(networksOf(here.client.asked[0]), ['VISA']);
    here.tag.remove();
    const there = await pressed({ networks, country: 'BR' });
    assert.deepEqual(networksOf(there.client.opened.at(-1)), [
      'VISA',
      'MAESTRO',
      'ELECTRON',
      'ELO',
    ]);
  });

  it('is an error that names them where it takes none of the networks, until there is one', async () => {
    wallet = fakeGooglePay();
    const { heard, tag } = await tagWith({ networks: 'maestro' });
    const { error } = await heardOf(heard, 'wallet-error');
    assert.equal(error.code, 'config');
    assert.include(error.message, 'networks');
    assert.lengthOf(wallet.clients, 0);
    tag.networks = 'maestro visa';
    await heardOf(heard, 'wallet-ready');
  });

  for (const [what, thrown, code, origin] of [
    [
      'the merchant’s account',
      { statusCode: 'MERCHANT_ACCOUNT_ERROR' },
      'merchant-account',
      'provider',
    ],
    ['the payer’s account', { statusCode: 'BUYER_ACCOUNT_ERROR' }, 'payer-account', 'payer'],
    ['a blocked window', 'failed to open window', 'popup-blocked', 'payer'],
    ['the request', { statusCode: 'DEVELOPER_ERROR' }, 'config', 'integration'],
    ['the provider', { statusCode: 'INTERNAL_ERROR' }, 'provider', 'provider'],
  ] as const) {
    it(`names an error of ${what}, and what to do`, async () => {
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the provider does
      wallet = fakeGooglePay({ loadPaymentData: () => Promise.reject(thrown) });
      const { heard } = await pressed();
      const { error } = await heardOf(heard, 'wallet-error');
      assert.deepInclude(error, { code, origin });
      assert.isNotEmpty(error.suggestion);
      assert.include(error.message, typeof thrown === 'string' ? thrown : thrown.statusCode);
    });
  }

  it('is unavailable when the provider cannot draw its button', async () => {
    wallet = fakeGooglePay({
      createButton: () => {
        throw new Error('Parameter is wrong.');
      },
    });
    const { heard, tag } = await tagWith();
    const { error } = await heardOf(heard, 'wallet-unavailable');
    assert.equal(error?.message, 'Parameter is wrong.');
    await tag.updateComplete;
    assert.equal(tag.state, 'unavailable');
    assert.equal(tag.getBoundingClientRect().height, 0);
    assert.notInclude(
      heard.map(({ type }) => type),
      'wallet-ready',
    );
  });

  it('tells what it knows of the card, to the backend and to the page', async () => {
    wallet = fakeGooglePay();
    const { heard, client } = await pressed();
    const info = {
      cardNetwork: 'VISA',
      cardDetails: '1234',
      cardFundingSource: 'PREPAID',
      assuranceDetails: { accountVerified: true, cardHolderAuthenticated: false },
    };
    await client.agree(paymentData(info));
    const { card } = await heardOf(heard, 'wallet-authorized');
    const expected = {
      network: 'visa',
      last4: '1234',
      funding: 'prepaid',
      account_verified: true,
      cardholder_authenticated: false,
    };
    assert.deepEqual<unknown>(card, expected);
    const body = backend.asked.find(({ path }) => path === 'pay-token')?.body;
    assert.deepEqual(body?.['card'], expected);
  });

  it('leaves out of the card what the provider does not know', async () => {
    wallet = fakeGooglePay();
    const { heard, client } = await pressed();
    const info = { cardNetwork: 'VISA', cardDetails: '', cardFundingSource: 'UNKNOWN' };
    await client.agree(paymentData(info));
    assert.deepEqual((await heardOf(heard, 'wallet-authorized')).card, { network: 'visa' });
  });

  it('shapes request and question as the page says, and keeps gateway, price and callbacks', async () => {
    wallet = fakeGooglePay();
    const { client } = await pressed({
      providerRequest: {
        allowedPaymentMethods: [
          {
            parameters: { allowPrepaidCards: false, assuranceDetailsRequired: true },
            tokenizationSpecification: { type: 'DIRECT', parameters: { gateway: 'another' } },
          },
        ],
        transactionInfo: {
          transactionId: 'T-1',
          checkoutOption: 'DEFAULT',
          totalPrice: '1.00',
          currencyCode: 'USD',
        },
        callbackIntents: [],
      },
    });
    const [request] = client.opened;
    const method = 'allowedPaymentMethods[0]';
    assert.nestedInclude(request, {
      [`${method}.parameters.allowPrepaidCards`]: false,
      [`${method}.parameters.assuranceDetailsRequired`]: true,
      [`${method}.tokenizationSpecification.type`]: 'PAYMENT_GATEWAY',
      [`${method}.tokenizationSpecification.parameters.gateway`]: 'examplegateway',
      'transactionInfo.transactionId': 'T-1',
      'transactionInfo.checkoutOption': 'DEFAULT',
      'transactionInfo.totalPrice': '199.90',
      'transactionInfo.currencyCode': 'UAH',
    });
    assert.deepEqual(request?.['callbackIntents'], ['PAYMENT_AUTHORIZATION']);
    assert.deepEqual(networksOf(request), ['VISA', 'MASTERCARD']);
    const [question] = client.asked;
    assert.nestedInclude(question, { [`${method}.parameters.allowPrepaidCards`]: false });
    assert.notProperty(question, 'transactionInfo');
  });

  it('shapes both by a function', async () => {
    wallet = fakeGooglePay();
    const { client } = await pressed({
      providerRequest: (request: object) =>
        'transactionInfo' in request
          ? { apiVersion: 2, apiVersionMinor: 0, emailRequired: true }
          : { ...request, existingPaymentMethodRequired: true },
    });
    assert.propertyVal(client.asked[0], 'existingPaymentMethodRequired', true);
    assert.nestedInclude(client.opened[0], {
      emailRequired: true,
      'allowedPaymentMethods[0].tokenizationSpecification.parameters.gateway': 'examplegateway',
      'transactionInfo.totalPrice': '199.90',
    });
  });

  it('asks again only when the question changes', async () => {
    wallet = fakeGooglePay();
    const { tag, heard } = await tagWith({ providerRequest: (request: object) => request });
    await heardOf(heard, 'wallet-ready');
    await tag.updateComplete;
    tag.providerRequest = (request: object) => ({ ...request });
    await tag.updateComplete;
    const [client] = wallet.clients;
    assert.lengthOf(client?.asked ?? [], 1);
    tag.providerRequest = (request: object) => ({
      ...request,
      existingPaymentMethodRequired: true,
    });
    await waitUntil(() => client?.asked.length === 2, 'another question');
  });

  it('shows lines by their kind', async () => {
    wallet = fakeGooglePay();
    const { client } = await pressed({
      displayItems: [
        { label: 'Honey', amount: '180' },
        { label: 'Subtotal', amount: '180', type: 'subtotal' },
        { label: 'VAT', amount: '30', type: 'tax' },
        { label: 'Autumn', amount: '-10.1', type: 'discount', pending: true },
      ],
    });
    const { displayItems } = client.opened[0]?.['transactionInfo'] as { displayItems: unknown };
    assert.deepEqual(displayItems, [
      { label: 'Honey', type: 'LINE_ITEM', price: '180.00', status: 'FINAL' },
      { label: 'Subtotal', type: 'SUBTOTAL', price: '180.00', status: 'FINAL' },
      { label: 'VAT', type: 'TAX', price: '30.00', status: 'FINAL' },
      { label: 'Autumn', type: 'DISCOUNT', price: '-10.10', status: 'PENDING' },
    ]);
  });

  it('says who the merchant is, and where the shop stands', async () => {
    wallet = fakeGooglePay();
    const { client } = await pressed({ merchantOrigin: 'shop.example', authJwt: 'e30.e30.AA' });
    const merchantInfo = {
      merchantName: wallet.merchantName,
      merchantOrigin: 'shop.example',
      authJwt: 'e30.e30.AA',
    };
    assert.deepEqual(client.merchantInfo, merchantInfo);
    assert.deepEqual(client.opened[0]?.['merchantInfo'], merchantInfo);
  });

  it('draws its border as the page says', async () => {
    wallet = fakeGooglePay();
    const plain = await pressed();
    assert.notProperty(plain.client.drawn[0], 'buttonBorderType');
    plain.tag.remove();
    const { client } = await pressed({ buttonBorder: 'none' });
    assert.propertyVal(client.drawn.at(-1), 'buttonBorderType', 'no_border');
  });

  for (const [locale, expected] of [
    ['de-AT', 'de'],
    ['nb', 'no'],
    ['nn-NO', 'no'],
    ['no', 'no'],
    ['uk', 'uk'],
    ['fil', undefined],
  ] as const) {
    it(`speaks ${expected ?? 'the browser’s language'} for ${locale}`, async () => {
      wallet = fakeGooglePay();
      const { heard, tag } = await tagWith({ locale });
      await heardOf(heard, 'wallet-ready');
      await tag.updateComplete;
      assert.equal(wallet.clients[0]?.drawn[0]?.['buttonLocale'], expected);
    });
  }

  it('takes another press after a sheet that never ended, and nothing of that sheet', async () => {
    wallet = fakeGooglePay();
    const { tag, heard, client } = await pressed();
    tag.abort();
    await heardOf(heard, 'wallet-cancel');
    await tag.updateComplete;
    const late = await client.agree(paymentData());
    assert.propertyVal(late, 'transactionState', 'ERROR');
    assert.lengthOf(
      backend.asked.filter(({ path }) => path === 'pay-token'),
      0,
    );
    await press(tag);
    const next = wallet.clients.at(-1);
    assert.notEqual(next, client);
    await next?.agree(paymentData());
    assert.lengthOf(
      backend.asked.filter(({ path }) => path === 'pay-token'),
      1,
    );
  });

  it('shows the one offer that the page was told of', async () => {
    wallet = fakeGooglePay();
    const offers = [
      { redemptionCode: 'SPRING', description: 'Spring' },
      { redemptionCode: 'FRIEND', description: 'For friends' },
    ];
    const { tag, client } = await pressed({ offers });
    const told: string[] = [];
    tag.addEventListener('wallet-coupon-change', (event) => {
      told.push(event.couponCode);
      event.updateWith({ amount: '150' });
    });
    const answer = await client.choose({
      callbackTrigger: 'OFFER',
      offerData: { redemptionCodes: ['SPRING', 'FRIEND'] },
    });
    assert.deepEqual(told, ['FRIEND']);
    assert.deepEqual(answer['newOfferInfo'], { offers: [offers[1]] });
  });
});
