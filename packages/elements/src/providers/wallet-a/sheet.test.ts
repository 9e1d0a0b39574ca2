import { assert } from '@open-wc/testing';
import { readPayTokenRequest } from '@wallet-buttons/protocol';
import profile from '@wallet-buttons/protocol/profile.json' with { type: 'json' };
import { sceneA } from '../../../test/fake-apple-pay.ts';
import { replace } from '../../../test/replace.ts';
import { ended, paid } from '../../../test/scene.ts';
import { eventOf, json } from '../../../test/support.ts';
import { holdTime } from '../../../test/time.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const token = {
  paymentData: { data: 'AQ==' },
  paymentMethod: { network: 'MasterCard', displayName: 'MasterCard 4242', type: 'debit' },
};

describe('a sheet of wallet A', () => {
  const scene = sceneA();

  it('shows its button when the provider does not answer what the payer has', async () => {
    scene.use({ applePayCapabilities: () => new Promise(() => undefined) });
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
    const { events, session } = await scene.pressed();
    session?.oncancel?.({ sessionError: { code: 'unknown', info: {} } });
    assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'closed');
  });

  it('tells a cancel without an event as closed', async () => {
    const { events, session } = await scene.pressed();
    session?.oncancel?.();
    assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'closed');
  });

  it('is closed with an error when the provider gives no payment', async () => {
    const { events, session } = await scene.pressed();
    session?.onpaymentauthorized?.({});
    assert.equal((await eventOf(events, 'wallet-error')).error.code, 'provider');
    assert.equal(session?.received.at(-1)?.[0], 'abort');
    assert.isEmpty(scene.backend.to('pay-token'));
  });

  it('reports a cancel though the provider refuses an answer before the cancel event', async () => {
    const { events, session } = await scene.pressed();
    replace(session ?? {}, 'completeMerchantValidation', () => () => {
      setTimeout(() => session?.oncancel?.({ sessionError: { code: 'unknown' } }));
      throw new DOMException('The session is not active.', 'InvalidAccessError');
    });
    session?.onvalidatemerchant?.({
      validationURL: 'https://apple-pay-gateway.apple.com/paymentservices/paymentSession',
    });
    assert.equal(await ended(events), 'wallet-cancel');
  });

  it('posts an address that the backend takes, without empty lines', async () => {
    const { events, session } = await scene.pressed({ request: 'shipping-address' });
    const shippingContact = {
      givenName: 'Olena',
      countryCode: 'ua',
      addressLines: ['Khreshchatyk 1', '', ' \nApartment 4\n'],
    };
    session?.onpaymentauthorized?.({ payment: { token, shippingContact } });
    const { shippingAddress } = await eventOf(events, 'wallet-authorized');
    assert.deepEqual(shippingAddress?.address_lines, ['Khreshchatyk 1', 'Apartment 4']);
    await eventOf(events, 'wallet-result');
    const body = scene.backend.to('pay-token')[0]?.body;
    assert.doesNotThrow(() => readPayTokenRequest(body, profile));
  });

  it('gives the backend and the page what the wallet tells of the card', async () => {
    const { events, session } = await scene.pressed();
    session?.onpaymentauthorized?.({ payment: { token } });
    const { card } = await eventOf(events, 'wallet-authorized');
    const expectedCard = { network: 'mastercard', last4: '4242', funding: 'debit' };
    assert.deepEqual<unknown>(card, expectedCard);
    await eventOf(events, 'wallet-result');
    assert.deepEqual(scene.backend.to('pay-token')[0]?.body['card'], expectedCard);
  });

  it('changes what is charged later while the sheet is open', async () => {
    const plan = { description: 'Honey club', managementUrl: 'https://shop.example/club' };
    const recurring = (amount: string) =>
      ({ ...plan, price: { label: 'Monthly', amount, every: 'month' } }) as const;
    const { tag, session } = await scene.pressed({
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
    await waitUntil(() => session?.received.length === 2, 'the update');
    assert.deepEqual(billingAddress, { country: 'PL' });
    const [, update] = session?.received.at(-1) ?? [];
    assert.nestedInclude(update, {
      'newTotal.amount': '210.00',
      'newRecurringPaymentRequest.regularBilling.amount': '10.00',
    });
  });

  it('posts the way to deliver that came with an address', async () => {
    const { tag, events, session } = await scene.pressed({ request: 'shipping-address' });
    tag.addEventListener('wallet-shipping-address-change', (event) => {
      event.updateWith({
        shippingOptions: [
          { id: 'post', label: 'Post', amount: '5' },
          { id: 'courier', label: 'Courier', amount: '9' },
        ],
      });
    });
    session?.onshippingcontactselected?.({ shippingContact: { countryCode: 'PL' } });
    await waitUntil(() => session?.received.length === 2, 'the ways to deliver');
    session?.onshippingmethodselected?.({ shippingMethod: { identifier: 'courier' } });
    await waitUntil(() => session?.received.length === 3, 'the choice');
    session?.onpaymentauthorized?.({ payment: { token } });
    await eventOf(events, 'wallet-result');
    const body = scene.backend.to('pay-token')[0]?.body;
    assert.equal(body?.['shipping_option'], 'courier');
  });

  it('closes its sheet with its tag after a field error', async () => {
    const errors = [{ code: 'shipping_address_invalid', message: 'No such street.' }];
    scene.answers({
      'pay-token': () =>
        json({ type: 'about:blank', title: 'No', status: 422, code: 'order_refused', errors }, 422),
    });
    const { tag, events, session } = await scene.pressed({ request: 'shipping-address' });
    const shippingContact = { countryCode: 'UA', addressLines: ['Nowhere'] };
    session?.onpaymentauthorized?.({ payment: { token, shippingContact } });
    await waitUntil(
      () => session?.received.some(([name]) => name === 'completePayment'),
      'the answer',
    );
    tag.remove();
    await waitUntil(
      () => session?.received.some(([name]) => name === 'abort'),
      'the sheet to close',
    );
    assert.notInclude(
      events.map(({ type }) => type),
      'wallet-result',
    );
  });

  it('is closed with an error when the provider refuses what a choice changes', async () => {
    const { tag, events, session } = await scene.pressed({ request: 'shipping-address' });
    const refusal = new TypeError('Member newLineItems[0].label is required.');
    replace(session ?? {}, 'completeShippingContactSelection', () => () => {
      throw refusal;
    });
    session?.onshippingcontactselected?.({ shippingContact: { countryCode: 'PL' } });
    assert.equal((await eventOf(events, 'wallet-error')).error.cause, refusal);
    assert.deepEqual(
      session?.received.map(([name]) => name),
      ['begin', 'abort'],
    );
    assert.equal(tag.state, 'ready');
  });

  it('is closed when the provider refuses how the payment ended, and the result is dispatched', async () => {
    const { events, session } = await scene.pressed();
    replace(session ?? {}, 'completePayment', () => () => {
      throw new TypeError('Member orderDetails.orderIdentifier is required.');
    });
    session?.onpaymentauthorized?.({ payment: { token } });
    assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
    assert.deepEqual(
      session?.received.map(([name]) => name),
      ['begin', 'abort'],
    );
  });

  it('gives the backend one token at a time', async () => {
    const answer = Promise.withResolvers<Response>();
    scene.answers({ 'pay-token': () => answer.promise });
    const { events, session } = await scene.pressed();
    session?.onpaymentauthorized?.({ payment: { token } });
    session?.onpaymentauthorized?.({ payment: { token } });
    answer.resolve(paid());
    await eventOf(events, 'wallet-result');
    assert.lengthOf(scene.backend.to('pay-token'), 1);
    assert.deepEqual(session?.received.slice(1), [['completePayment', { status: 0 }]]);
  });

  it('asks no validation of a host that is not the provider’s', async () => {
    for (const validationURL of [
      'https://apple.com.evil.example/paymentservices/paymentSession',
      'https://notapple.com/paymentservices/paymentSession',
      'https://evil@apple-pay-gateway.apple.com/',
      'http://apple-pay-gateway.apple.com/paymentservices/paymentSession',
      'nowhere',
    ]) {
      const { tag, events, session } = await scene.pressed();
      session?.onvalidatemerchant?.({ validationURL });
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'validation-url');
      tag.remove();
    }
    assert.lengthOf(scene.backend.to('validate-merchant'), 0);
  });
});
