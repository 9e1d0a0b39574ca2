import { assert } from '@open-wc/testing';
import { sceneB } from '../../../test/fake-google-pay.ts';

describe('what wallet B is asked for', () => {
  const scene = sceneB();
  const networksOf = (request: Readonly<Record<string, unknown>> | undefined) =>
    (request as { allowedPaymentMethods?: { parameters: { allowedCardNetworks: string[] } }[] })
      .allowedPaymentMethods?.[0]?.parameters.allowedCardNetworks;

  it('has the networks that Google Pay knows in that country', async () => {
    const networks = 'a visa maestro electron elo unionpay';
    const ukraine = await scene.pressed({ networks });
    assert.deepEqual(networksOf(ukraine.client.opened[0]), ['VISA']);
    assert.deepEqual(networksOf(ukraine.client.asked[0]), ['VISA']);
    ukraine.tag.remove();
    const brazil = await scene.pressed({ networks, country: 'BR' });
    assert.deepEqual(networksOf(brazil.client.opened.at(-1)), [
      'VISA',
      'MAESTRO',
      'ELECTRON',
      'ELO',
    ]);
  });

  it('shapes request and question as the page says, and keeps gateway, price and callbacks', async () => {
    const { client } = await scene.pressed({
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

  it('shapes both requests by a function of the page', async () => {
    const { client } = await scene.pressed({
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

  it('keeps gateway, callbacks and price from a function that writes into the request', async () => {
    const { client } = await scene.pressed({
      providerRequest: (request: object) => {
        const { allowedPaymentMethods, callbackIntents, transactionInfo } = request as {
          allowedPaymentMethods: { tokenizationSpecification?: { parameters: object } }[];
          callbackIntents?: string[];
          transactionInfo?: object;
        };
        const { parameters } = allowedPaymentMethods[0]?.tokenizationSpecification ?? {};
        Object.assign(parameters ?? {}, { gateway: 'another' });
        Object.assign(transactionInfo ?? {}, { totalPrice: '1.00' });
        callbackIntents?.pop();
        return request;
      },
    });
    assert.deepNestedInclude(client.opened[0], {
      'allowedPaymentMethods[0].tokenizationSpecification.parameters.gateway': 'examplegateway',
      'transactionInfo.totalPrice': '199.90',
      callbackIntents: ['PAYMENT_AUTHORIZATION'],
    });
  });

  it('calls a function that returns another request each time once', async () => {
    let calls = 0;
    const { client, tag } = await scene.pressed({
      providerRequest: (request: object) => ({ ...request, transactionId: ++calls }),
    });
    tag.requestUpdate();
    await tag.updateComplete;
    assert.lengthOf(client.asked, 1);
  });

  it('shows lines by their kind', async () => {
    const { client } = await scene.pressed({
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

  it('names the merchant and the domain of the shop', async () => {
    const { client } = await scene.pressed({
      merchantOrigin: 'shop.example',
      authJwt: 'e30.e30.AA',
    });
    const merchantInfo = {
      merchantName: scene.wallet.merchantName,
      merchantOrigin: 'shop.example',
      authJwt: 'e30.e30.AA',
    };
    assert.deepEqual(client.merchantInfo, merchantInfo);
    assert.deepEqual(client.opened[0]?.['merchantInfo'], merchantInfo);
  });
});
