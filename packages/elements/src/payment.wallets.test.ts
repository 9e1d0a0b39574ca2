import { assert } from '@open-wc/testing';
import { endingsOf, paid, scene } from '../test/scene.ts';
import { calls, eventOf, json, press, problem, ready, walletA, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('a press', () => {
  const page = scene();
  const answer = (payToken: () => Response | Promise<Response>, more: object = {}) => {
    page.answers({ 'pay-token': payToken, ...more });
  };

  describe('of wallet-a', () => {
    it('validates the merchant through the backend and hands the session on untouched', async () => {
      answer(paid);
      const { tag, events } = await ready(walletA);
      await press(tag);
      await eventOf(events, 'wallet-result');
      const [asked] = page.backend.asked;
      assert.equal(asked?.path, 'validate-merchant');
      assert.equal(asked?.body['domain'], location.hostname);
      assert.match(
        String(asked?.body['validation_url']),
        /^https:\/\/apple-pay-gateway-cert\.apple\.com\//,
      );
      const [given] = calls('ApplePaySession.completeMerchantValidation');
      assert.deepEqual(given?.args[0], page.backend.answered[0]);
    });

    it('closes the sheet when the backend does not validate', async () => {
      answer(paid, { 'validate-merchant': () => problem(403, 'domain_not_allowed') });
      const { tag, events } = await ready(walletA);
      await press(tag);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'refused');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
      assert.equal(tag.state, 'ready');
    });

    it('closes the sheet when the backend answers something else than a merchant session', async () => {
      answer(paid, { 'validate-merchant': () => json('not a session') });
      const { tag, events } = await ready(walletA);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'unreachable');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
      assert.equal(tag.state, 'ready');
    });

    it('tells the outcome of a payment whose sheet the payer closed too late', async () => {
      page.payer('pays');
      answer(() => {
        window.walletSandbox?.sheet.cancel();
        return paid();
      });
      const { tag, events } = await ready(walletA);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      assert.deepEqual(endingsOf(events), ['wallet-result']);
    });

    it('closes its sheet on abort()', async () => {
      page.payer('chooses');
      answer(paid);
      const { tag, events } = await ready(walletA);
      await press(tag);
      await waitUntil(() => window.walletSandbox?.sheet.state === 'ready');
      tag.abort();
      assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'aborted');
      assert.equal(window.walletSandbox?.sheet.state, 'closed');
    });

    it('answers a script’s click with an error and is usable again', async () => {
      answer(paid);
      const { tag, events } = await ready(walletA);
      tag.click();
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'gesture');
      assert.equal(tag.state, 'ready');
    });
  });

  describe('of wallet-b', () => {
    it('asks for a token encrypted for the gateway', async () => {
      answer(paid);
      const { tag, events } = await ready(walletB);
      await press(tag);
      await eventOf(events, 'wallet-result');
      const [request] = calls('PaymentsClient.loadPaymentData')[0]?.args as [
        { allowedPaymentMethods: [Record<string, unknown>]; transactionInfo: object },
      ];
      assert.deepEqual(request.allowedPaymentMethods[0], {
        type: 'CARD',
        parameters: {
          allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
          allowedCardNetworks: ['VISA', 'MASTERCARD'],
        },
        tokenizationSpecification: {
          type: 'PAYMENT_GATEWAY',
          parameters: { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' },
        },
      });
      assert.deepInclude(request.transactionInfo, {
        totalPrice: '199.90',
        totalPriceStatus: 'FINAL',
        currencyCode: 'UAH',
        countryCode: 'UA',
      });
    });

    it('lets the backend prepare at the press, and continues if it cannot', async () => {
      answer(paid, { prepare: () => problem(500, 'internal') });
      const { tag, events } = await ready(walletB);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      assert.equal(page.backend.asked[0]?.path, 'prepare');
    });

    it('forwards the token byte for byte', async () => {
      answer(paid);
      const { tag, events } = await ready(walletB);
      await press(tag);
      await eventOf(events, 'wallet-result');
      assert.include(String(page.backend.asked.at(-1)?.body['token']), '\\u003d');
    });
  });
});
