import { assert, aTimeout } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { fakePopups } from '../popup.ts';
import {
  apis,
  control,
  ended,
  endingsOf,
  failed,
  payerLeaves,
  sandbox,
  scene,
  sheetIs,
  silence,
  typesOf,
  wallets,
} from '../scene.ts';
import { calls, eventOf, press, problem, ready, walletA, walletB } from '../support.ts';
import { holdTime } from '../time.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

/** Two presses of a payer are this far apart. The time is what is tested: nothing is waited for. */
const doubleClick = () => aTimeout(50);

describe('pressing', () => {
  const page = scene();
  const payments = () =>
    calls('ApplePaySession.constructor').length + calls('PaymentsClient.loadPaymentData').length;

  it('no mouse, key or click() on a disabled or busy button reaches the provider or opens a window', async () => {
    const popups = fakePopups();
    try {
      sandbox().configure({ walletB: { flow: 'popup' } });
      page.payer('chooses');
      for (const { template } of wallets) {
        const { tag, events } = await ready(template);
        const inner = control(tag);
        const tryAll = async () => {
          const countsBefore = [payments(), popups.opened.length];
          await press(tag);
          inner.focus();
          for (const key of ['Enter', 'Space']) await sendKeys({ press: key });
          tag.click();
          inner.click();
          await settled();
          assert.deepEqual([payments(), popups.opened.length], countsBefore);
        };
        tag.disabled = true;
        await tag.updateComplete;
        await tryAll();
        assert.deepEqual(typesOf(events), ['wallet-ready']);
        tag.disabled = false;
        await tag.updateComplete;
        await press(tag);
        await sheetIs('ready');
        await tryAll();
        assert.equal(tag.state, 'busy');
        sandbox().sheet.pay();
        await eventOf(events, 'wallet-result');
        assert.notInclude(typesOf(events), 'wallet-error');
        tag.remove();
      }
    } finally {
      popups.restore();
    }
  });

  it('two presses 50 ms apart, on one button or on two, are one payment and no error', async () => {
    page.payer('chooses');
    for (const { template } of wallets) {
      const { tag, events } = await ready(template);
      await press(tag);
      await doubleClick();
      await press(tag);
      await sheetIs('ready');
      sandbox().sheet.pay();
      await ended(events);
      await settled();
      assert.deepEqual(endingsOf(events), ['wallet-result']);
      tag.remove();
    }
    assert.equal(payments(), 2);

    const both = await ready(html`<div>${walletA}${walletB}</div>`);
    await waitUntil(
      () => typesOf(both.events).filter((type) => type === 'wallet-ready').length === 2,
    );
    const [a, b] = [...both.tag.children] as (typeof both.tag)[];
    assert.exists(a);
    assert.exists(b);
    await press(a);
    await doubleClick();
    // The open sheet keeps the mouse away, but not a script or a key.
    control(b).click();
    await sheetIs('ready');
    sandbox().sheet.pay();
    await ended(both.events);
    await settled();
    assert.deepEqual(endingsOf(both.events), ['wallet-result']);
    assert.equal(payments(), 3);
  });

  it('another press is possible however the last one ended: paid, refused, cancelled, failed, removed or timed out', async () => {
    for (const { wallet, template, completion } of wallets) {
      const presses = async (
        ending: string,
        act?: (completion: string, pressing: Promise<void>) => unknown,
      ) => {
        const { tag, events } = await ready(template);
        const pressing = press(tag);
        await Promise.all([pressing, act?.(completion, pressing)]);
        assert.equal(await ended(events), ending);
        tag.remove();
      };
      await presses('wallet-result');
      page.answers({ 'pay-token': failed });
      await presses('wallet-result', payerLeaves);
      page.payer('cancels');
      await presses('wallet-cancel');
      page.payer('pays');
      page.answers({ 'pay-token': () => problem(403, 'order_closed') });
      await presses('wallet-error', payerLeaves);
      page.answers({});

      page.payer('chooses');
      const { tag: removedTag } = await ready(template);
      await press(removedTag);
      await sheetIs('ready');
      removedTag.remove();
      await settled();
      if (wallet === 'wallet-b') sandbox().sheet.cancel();
      await sheetIs('closed');

      const time = holdTime();
      try {
        page.payer('pays');
        page.answers({ 'pay-token': silence, status: silence });
        await presses('wallet-error', async (_completion, pressing) => {
          await pressing;
          await waitUntil(() => page.backend.to('pay-token').length > 0);
          time.pass(20_000);
          await waitUntil(() => page.backend.to('status').length > 0);
          time.pass(9_000);
        });
      } finally {
        time.release();
      }
      page.answers({});
      await presses('wallet-result');
    }
  });

  it('wallet-click comes first, and a cancelled one ends the press', async () => {
    const popups = fakePopups();
    try {
      sandbox().configure({ walletB: { flow: 'popup' } });
      for (const { template } of wallets) {
        const { tag, events } = await ready(template);
        const start = apis().length;
        tag.addEventListener('wallet-click', (event) => {
          assert.isTrue(event.cancelable);
          assert.notInclude(apis().slice(start).join(), 'Payment');
          event.preventDefault();
        });
        await press(tag);
        await eventOf(events, 'wallet-click');
        await settled();
        assert.equal(payments(), 0);
        assert.deepEqual(typesOf(events), ['wallet-ready', 'wallet-click']);
        assert.lengthOf(page.backend.asked, 0);
        assert.lengthOf(popups.opened, 0);
        assert.equal(tag.state, 'ready');
      }
    } finally {
      popups.restore();
    }
  });

  it('wallet-click is dispatched although the provider’s element stops the click', async () => {
    page.payer('cancels');
    const { tag, events } = await ready(walletA);
    let clicks = 0;
    tag.addEventListener('click', () => clicks++);
    await press(tag);
    await ended(events);
    assert.equal(clicks, 0);
    assert.deepEqual(typesOf(events), ['wallet-ready', 'wallet-click', 'wallet-cancel']);
  });
});
