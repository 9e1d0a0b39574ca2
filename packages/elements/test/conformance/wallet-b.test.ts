import { assert, fixture } from '@open-wc/testing';
import type { WalletBButton } from '@wallet-buttons/elements';
import { html } from 'lit';
import { walletBProfiles } from '@wallet-buttons/sandbox/profiles';
import { provider, replace } from '../replace.ts';
import { control, drawn, ended, sandbox, scene, typesOf } from '../scene.ts';
import { calls, eventOf, press, ready, render, walletB } from '../support.ts';
import { holdTime } from '../time.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const callsOf = (api: string) => calls(`PaymentsClient.${api}`);
const tagB = (attributes: Record<string, string>) => {
  const tag = document.createElement('wallet-b-button');
  const all = {
    order: 'A-1',
    amount: '5.00',
    currency: 'UAH',
    country: 'UA',
    label: 'Shop',
    gateway: 'examplegateway',
    'gateway-merchant-id': 'exampleMerchant',
  };
  for (const [name, value] of Object.entries({ ...all, ...attributes })) {
    tag.setAttribute(name, value);
  }
  return html`${tag}`;
};

describe('wallet B', () => {
  const page = scene();
  const presses = async (
    attributes: Record<string, string>,
    prepare?: (tag: WalletBButton) => void,
  ) => {
    page.payer('cancels');
    const { tag, events } = await ready(tagB(attributes));
    prepare?.(tag as WalletBButton);
    await press(tag);
    assert.equal(await ended(events), 'wallet-cancel');
    tag.remove();
    return callsOf('loadPaymentData').at(-1);
  };

  it('one client is made for each configuration, and none for a wrong environment or for PRODUCTION without id', async () => {
    const same = { 'merchant-name': 'One shop', nonce: 'one' };
    for (const attributes of [same, same, same]) await ready(tagB(attributes));
    assert.lengthOf(callsOf('constructor'), 1);
    await ready(tagB({ ...same, 'merchant-name': 'Another' }));
    await ready(tagB({ ...same, nonce: 'another' }));
    await ready(tagB({ ...same, environment: 'PRODUCTION', 'merchant-id': 'merchant-1' }));
    assert.lengthOf(callsOf('constructor'), 4);
    for (const attributes of [{ environment: 'test' }, { environment: 'PRODUCTION' }]) {
      const { tag, events } = await render(tagB({ ...same, ...attributes }));
      await tag.updateComplete;
      assert.equal(tag.state, 'loading');
      assert.deepEqual(events, []);
    }
    assert.lengthOf(callsOf('constructor'), 4);
  });

  it('isReadyToPay is asked once for a configuration, with what is later paid with', async () => {
    page.payer('cancels');
    const { tag, events } = await ready(walletB);
    tag.amount = '2.00';
    tag.buttonType = 'donate';
    await tag.updateComplete;
    await press(tag);
    await ended(events);
    const [asked, ...more] = callsOf('isReadyToPay');
    assert.lengthOf(more, 0);
    const parameters = {
      allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
      allowedCardNetworks: ['VISA', 'MASTERCARD'],
    };
    assert.deepEqual(asked?.args[0], {
      apiVersion: 2,
      apiVersionMinor: 0,
      allowedPaymentMethods: [{ type: 'CARD', parameters }],
    });
    assert.deepNestedInclude(callsOf('loadPaymentData')[0]?.args[0], {
      apiVersion: 2,
      apiVersionMinor: 0,
      'allowedPaymentMethods[0].type': 'CARD',
      'allowedPaymentMethods[0].parameters': parameters,
    });
    tag.networks = 'visa';
    await waitUntil(() => callsOf('isReadyToPay').length === 2);
    await settled();
    assert.lengthOf(callsOf('isReadyToPay'), 2);
  });

  it('without a card that Google Pay can charge the button is unavailable; a rejected question is an error without a button', async () => {
    sandbox().configure(walletBProfiles.unsupported);
    const no = await render(walletB);
    assert.equal((await eventOf(no.events, 'wallet-unavailable')).reason, 'unsupported');
    sandbox().reset();
    sandbox().configure(walletBProfiles.noCard);
    const none = await render(tagB({ 'existing-card-only': '' }));
    assert.equal((await eventOf(none.events, 'wallet-unavailable')).reason, 'no-card');
    await ready(walletB);
    sandbox().reset();
    const wrong = await render(tagB({ 'auth-methods': 'MAGIC' }));
    const { error } = await eventOf(wrong.events, 'wallet-error');
    assert.equal(error.code, 'config');
    await wrong.tag.updateComplete;
    assert.equal(wrong.tag.getBoundingClientRect().height, 0);
    assert.deepEqual(typesOf(wrong.events), ['wallet-error']);
  });

  it('the button is drawn in its reserved place once the wallet is ready, and never after an outdated answer', async () => {
    const answers: PromiseWithResolvers<object>[] = [];
    const restore = replace(provider('PaymentsClient').prototype, 'isReadyToPay', () => () => {
      const answer = Promise.withResolvers<object>();
      answers.push(answer);
      return answer.promise;
    });
    try {
      const { tag, events } = await render(walletB);
      await waitUntil(() => answers.length === 1);
      assert.lengthOf(drawn(tag), 0);
      assert.lengthOf(callsOf('createButton'), 0);
      assert.equal(tag.getBoundingClientRect().height, 44);
      tag.networks = 'visa';
      await waitUntil(() => answers.length === 2);
      answers[1]?.resolve({ result: false });
      await eventOf(events, 'wallet-unavailable');
      answers[0]?.resolve({ result: true });
      await settled();
      assert.lengthOf(drawn(tag), 0);
      assert.lengthOf(callsOf('createButton'), 0);
      tag.networks = 'visa mastercard';
      await waitUntil(() => answers.length === 3);
      answers[2]?.resolve({ result: true });
      await eventOf(events, 'wallet-ready');
      await tag.updateComplete;
      assert.lengthOf(drawn(tag), 1);
    } finally {
      restore();
    }
  });

  it('createButton gets the root, the click, the cards and what is set: radius 0 too, a language in two letters or none', async () => {
    const optionsOf = async (attributes: Record<string, string>) => {
      await ready(tagB(attributes));
      return callsOf('createButton').at(-1)?.args[0] as Record<string, unknown>;
    };
    const options = await optionsOf({ style: '--wallet-button-radius: 0', locale: 'de-AT' });
    assert.deepInclude(options, {
      onClick: '[function]',
      buttonRootNode: '[object ShadowRoot]',
      buttonRadius: 0,
      buttonLocale: 'de',
    });
    assert.lengthOf(options['allowedPaymentMethods'] as unknown[], 1);
    for (const unknown of ['cy', 'xx-XX', 'cy-GB']) {
      assert.notProperty(await optionsOf({ locale: unknown }), 'buttonLocale');
    }
    assert.notInclude(Object.values(await optionsOf({})), undefined);
    assert.notProperty(await optionsOf({ locale: 'uk' }), 'buttonRadius');
  });

  it('when the provider replaces its node after 15 seconds there is one button, which is still updated', async () => {
    const time = holdTime();
    try {
      sandbox().configure(walletBProfiles.cardInfoLate);
      const { tag } = await ready(walletB);
      const [before] = drawn(tag);
      tag.disabled = true;
      await tag.updateComplete;
      time.pass(15_000);
      await waitUntil(() => drawn(tag)[0] !== before && control(tag).disabled, 'another button');
      const [after, ...more] = drawn(tag);
      assert.lengthOf(more, 0);
      assert.notEqual(after, before);
      assert.isTrue(control(tag).disabled);
      tag.disabled = false;
      tag.buttonType = 'donate';
      await tag.updateComplete;
      assert.lengthOf(drawn(tag), 1);
      assert.match(control(tag).ariaLabel ?? '', /donate/i);
    } finally {
      time.release();
    }
  });

  it('the provider’s styles stay in the root, and two buttons keep a radius each', async () => {
    const radiusOf = (tag: HTMLElement) => getComputedStyle(control(tag)).borderRadius;
    const first = await ready(tagB({ style: '--wallet-button-radius: 3px' }));
    const styles = [...(first.tag.shadowRoot?.querySelectorAll('style') ?? [])];
    assert.isNotEmpty(styles);
    const second = await ready(tagB({ style: '--wallet-button-radius: 20px' }));
    for (const type of ['donate', 'pay', 'buy'] as const) {
      first.tag.buttonType = type;
      await first.tag.updateComplete;
      for (const style of styles.slice(0, 1)) assert.isTrue(style.isConnected);
      assert.deepEqual([radiusOf(first.tag), radiusOf(second.tag)], ['3px', '20px']);
    }
  });

  it('in a column of 160 pixels nothing sticks out, although the card’s variant wants 240', async () => {
    sandbox().configure(walletBProfiles.cardInfo);
    const column = await fixture<HTMLElement>(html`<div style="width: 160px"></div>`);
    const { tag } = await ready(walletB);
    column.append(tag);
    await tag.updateComplete;
    assert.isAtMost(column.scrollWidth, 160);
    assert.isAtMost(tag.getBoundingClientRect().width, 160);
    assert.isAtMost(control(tag).getBoundingClientRect().width, 160);
  });

  it('loadPaymentData is called in the task of the press, once, with the price of that moment', async () => {
    const call = await presses({}, (tag) => {
      tag.addEventListener('wallet-click', () => {
        tag.amount = '9.99';
      });
    });
    assert.lengthOf(callsOf('loadPaymentData'), 1);
    assert.isTrue(call?.sameTask);
    assert.deepNestedInclude(call.args[0], { 'transactionInfo.totalPrice': '9.99' });
  });

  it('the request has one transaction, a price as text, a country, the gateway’s tokenization; immediate purchase only if final', async () => {
    const final = (await presses({}))?.args[0] as Record<string, object>;
    assert.deepEqual(
      Object.keys(final).filter((name) => /transactionInfo$/i.test(name)),
      ['transactionInfo'],
    );
    assert.deepNestedInclude(final, {
      'allowedPaymentMethods[0].tokenizationSpecification': {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' },
      },
    });
    assert.deepInclude(final['transactionInfo'], {
      totalPrice: '5.00',
      totalPriceStatus: 'FINAL',
      countryCode: 'UA',
      currencyCode: 'UAH',
      checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
    });
    const estimateRequest = (await presses({ 'total-status': 'estimated' }))?.args[0];
    assert.deepNestedInclude(estimateRequest, { 'transactionInfo.totalPriceStatus': 'ESTIMATED' });
    assert.notNestedProperty(estimateRequest, 'transactionInfo.checkoutOption');
  });

  it('the intents of the request are the callbacks of the client, the authorization always one of them', async () => {
    const settings = [
      {},
      { request: 'email billing-address phone' },
      { request: 'shipping-address' },
      { request: 'payment-method', couponCode: '' },
      {
        shippingOptions: [{ id: 'post', label: 'Post', amount: '1' }],
        request: 'shipping-address',
      },
    ];
    for (const [turn, set] of settings.entries()) {
      const clientCount = callsOf('constructor').length;
      const call = await presses({ 'merchant-name': `Shop ${turn}` }, (tag) => {
        Object.assign(tag, set);
      });
      const client = callsOf('constructor').slice(clientCount).at(-1);
      const { paymentDataCallbacks } = client?.args[0] as { paymentDataCallbacks: object };
      const { callbackIntents } = call?.args[0] as { callbackIntents: string[] };
      const authorizes = callbackIntents.includes('PAYMENT_AUTHORIZATION');
      const changes = callbackIntents.some((intent) => intent !== 'PAYMENT_AUTHORIZATION');
      assert.equal('onPaymentAuthorized' in paymentDataCallbacks, authorizes);
      assert.equal('onPaymentDataChanged' in paymentDataCallbacks, changes);
    }
  });
});
