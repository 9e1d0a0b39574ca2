import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { apis, endingsOf, scene, wallets } from '../scene.ts';
import { calls, press, ready, render } from '../support.ts';
import { holdTime } from '../time.ts';
import { waitUntil } from '../wait-until.ts';
import { warningsOf } from '../warnings.ts';

/** In milliseconds, until a developer build warns. */
const grace = 1_000;

describe('the configuration', () => {
  const page = scene();

  it('a wrong setting is an error of code config at the press, with no sheet', async () => {
    const wrong = [
      ['environment', { environment: 'test' }],
      ['merchant-id', { environment: 'PRODUCTION' }],
      ['gateway', { gateway: '' }],
      ['gateway-merchant-id', { 'gateway-merchant-id': '' }],
    ] as const;
    const warnings = warningsOf();
    const time = holdTime(window, grace);
    for (const [named, attributes] of wrong) {
      const tag = document.createElement('wallet-b-button');
      const all = { order: 'A-1', gateway: 'g', 'gateway-merchant-id': 'm', ...attributes };
      for (const [name, value] of Object.entries(all)) tag.setAttribute(name, value);
      const { events } = await render(html`${tag}`);
      await tag.updateComplete;
      time.pass(grace);
      assert.include(warnings.texts.at(-1), named);
      assert.deepEqual(events, []);
      assert.deepEqual(apis(), []);
      assert.equal(tag.state, 'loading');
      tag.remove();
    }
    time.release();
    warnings.restore();
    const atPress = [{ currency: '' }, { amount: '' }, { amount: '12,50' }, { label: '' }];
    for (const [turn, { template, opened }] of wallets.entries()) {
      const { tag, events } = await ready(template);
      const settings = { amount: tag.amount, currency: tag.currency, label: tag.label };
      for (const change of atPress.slice(2 * turn, 2 * turn + 2)) {
        Object.assign(tag, settings, change);
        const start = events.length;
        await press(tag);
        await waitUntil(() => endingsOf(events.slice(start)).length > 0);
        assert.deepNestedInclude(events.at(-1), { 'error.code': 'config' });
        assert.lengthOf(calls(opened), 0);
        assert.equal(tag.state, 'ready');
      }
    }
    assert.lengthOf(calls('ApplePaySession.constructor'), 0);
  });

  it('amounts are text with the currency’s decimals; another amount is an error of code config', async () => {
    page.payer('cancels');
    const good = [
      ['JPY', '1000', '1000'],
      ['USD', '10.5', '10.50'],
      ['KWD', '1.250', '1.25'],
    ] as const;
    const bad = [
      ['KWD', '1.255'],
      ['USD', '10.001'],
      ['JPY', '10.5'],
      ['USD', '1e3'],
    ] as const;
    for (const [turn, { wallet, template }] of wallets.entries()) {
      const { tag, events } = await ready(template);
      const presses = async (currency: string, amount: string) => {
        Object.assign(tag, { currency, amount, country: 'US' });
        tag.displayItems = [
          { label: 'Line', amount: wallet === 'wallet-a' ? `-${amount}` : amount },
        ];
        const start = events.length;
        await press(tag);
        await waitUntil(() => endingsOf(events.slice(start)).length > 0);
        return events.at(-1);
      };
      for (const [currency, amount, shown] of good) {
        assert.equal((await presses(currency, amount))?.type, 'wallet-cancel', amount);
        if (wallet === 'wallet-a') {
          assert.deepNestedInclude(calls('ApplePaySession.constructor').at(-1)?.args[1], {
            'total.amount': shown,
            'lineItems[0].amount': `-${shown}`,
          });
        } else {
          assert.deepNestedInclude(calls('PaymentsClient.loadPaymentData').at(-1)?.args[0], {
            'transactionInfo.totalPrice': shown,
            'transactionInfo.displayItems[0].price': shown,
          });
        }
      }
      for (const [currency, amount] of bad.slice(2 * turn, 2 * turn + 2)) {
        assert.deepNestedInclude(await presses(currency, amount), { 'error.code': 'config' });
      }
    }
  });
});
