import { assert } from '@open-wc/testing';
import { paymentData, sceneB } from '../../../test/fake-google-pay.ts';
import { eventOf, press } from '../../../test/support.ts';

describe('an open sheet of wallet B', () => {
  const scene = sceneB();

  it('gives the backend and the page what the wallet tells of the card', async () => {
    const { events, client } = await scene.pressed();
    const info = {
      cardNetwork: 'VISA',
      cardDetails: '1234',
      cardFundingSource: 'PREPAID',
      assuranceDetails: { accountVerified: true, cardHolderAuthenticated: false },
    };
    await client.agree(paymentData(info));
    const { card } = await eventOf(events, 'wallet-authorized');
    const expectedCard = {
      network: 'visa',
      last4: '1234',
      funding: 'prepaid',
      account_verified: true,
      cardholder_authenticated: false,
    };
    assert.deepEqual<unknown>(card, expectedCard);
    const body = scene.backend.to('pay-token')[0]?.body;
    assert.deepEqual(body?.['card'], expectedCard);
  });

  it('leaves out of the card what the provider does not know', async () => {
    const { events, client } = await scene.pressed();
    const info = { cardNetwork: 'VISA', cardDetails: '', cardFundingSource: 'UNKNOWN' };
    await client.agree(paymentData(info));
    assert.deepEqual((await eventOf(events, 'wallet-authorized')).card, { network: 'visa' });
  });

  it('takes another press after a sheet that never ended, and ignores a late answer of the old one', async () => {
    const { tag, events, client } = await scene.pressed();
    tag.abort();
    await eventOf(events, 'wallet-cancel');
    await tag.updateComplete;
    const lateAnswer = await client.agree(paymentData());
    assert.propertyVal(lateAnswer, 'transactionState', 'ERROR');
    assert.lengthOf(scene.backend.to('pay-token'), 0);
    await press(tag);
    const next = scene.wallet.clients.at(-1);
    assert.notEqual(next, client);
    await next?.agree(paymentData());
    assert.lengthOf(scene.backend.to('pay-token'), 1);
  });

  it('is a cancel where the provider throws it at once', async () => {
    scene.use({
      loadPaymentData: () => {
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- as the provider rejects
        throw { statusCode: 'CANCELED' };
      },
    });
    const { events } = await scene.pressed();
    assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'closed');
  });

  it('does not ask the page about a choice that the provider names without a value', async () => {
    const shippingOptions = [{ id: 'post', label: 'Post', amount: '5' }];
    const { client } = await scene.pressed({ shippingOptions });
    const data = { callbackTrigger: 'SHIPPING_ADDRESS', shippingAddress: null };
    assert.deepEqual(await client.choose(data), {});
  });

  it('shows the one offer that the page received', async () => {
    const offers = [
      { redemptionCode: 'SPRING', description: 'Spring' },
      { redemptionCode: 'FRIEND', description: 'For friends' },
    ];
    const { tag, client } = await scene.pressed({ offers });
    const codes: string[] = [];
    tag.addEventListener('wallet-coupon-change', (event) => {
      codes.push(event.couponCode);
      event.updateWith({ amount: '150' });
    });
    const answer = await client.choose({
      callbackTrigger: 'OFFER',
      offerData: { redemptionCodes: ['SPRING', 'FRIEND'] },
    });
    assert.deepEqual(codes, ['FRIEND']);
    assert.deepEqual(answer['newOfferInfo'], { offers: [offers[1]] });
  });
});
