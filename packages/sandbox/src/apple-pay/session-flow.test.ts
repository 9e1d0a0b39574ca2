import { assert } from '@open-wc/testing';
import { openSheet, press, pressKey, sandbox, sheetIs, until } from '../../test/payer.ts';
import { allBut, refused } from '../../test/session-calls.ts';
import {
  endState,
  heldTime,
  merchantSession,
  payPage,
  thrown,
  timeLimit,
  dispatched,
  authorized,
} from '../../test/wallet-a-page.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

const time = heldTime();

describe('ApplePaySession: the payer cancels', () => {
  it('with the Cancel button', async () => {
    const page = await payPage();
    await sheetIs('ready');
    await press(openSheet().cancel);
    await until(() => page.events.includes('cancel'), 'cancel');
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('with Escape; Enter pays', async () => {
    const page = await payPage();
    await sheetIs('ready');
    await pressKey('Escape');
    await until(() => page.events.includes('cancel'), 'cancel');
    const second = await payPage();
    await sheetIs('ready');
    await pressKey('Enter');
    await until(() => second.events.includes('paymentauthorized'), 'paymentauthorized');
  });

  it('at once, while the page validates: the late answer is refused', async () => {
    sandbox().configure({ payer: { does: 'cancels' } });
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await until(() => page.events.includes('cancel'), 'cancel');
    const { name } = thrown(() => {
      page.session.completeMerchantValidation(merchantSession());
    });
    assert.equal(name, 'InvalidAccessError');
  });

  it('while the page pays: cancel follows paymentauthorized, and completePayment is refused', async () => {
    sandbox().configure({ payer: { does: 'cancels-while-authorizing' } });
    const events: string[] = [];
    const page = await payPage({}, (session) => {
      session.onpaymentauthorized = () => events.push('paymentauthorized');
      session.oncancel = () => events.push('cancel');
    });
    await until(() => events.includes('cancel'), 'cancel');
    assert.deepEqual(events, ['paymentauthorized', 'cancel']);
    assert.equal(
      thrown(() => {
        page.session.completePayment({ status: 0 });
      }).name,
      'InvalidAccessError',
    );
  });
});

describe('ApplePaySession: time', () => {
  it('a page that does not validate within 30 s gets "Payment Not Completed" and a cancel', async () => {
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await until(() => sandbox().calls.some(({ api }) => api === 'event validatemerchant'), 'it');
    time.pass(timeLimit - 1);
    assert.equal(sandbox().sheet.state, 'waiting');
    time.pass(1);
    assert.equal(sandbox().sheet.state, 'failed');
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
  });

  it('a page that does not complete the payment within 30 s gets it too', async () => {
    const page = await payPage();
    page.authorized = () => undefined;
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => page.events.includes('paymentauthorized'), 'paymentauthorized');
    time.pass(timeLimit);
    const { name } = thrown(() => {
      page.session.completePayment({ status: 0 });
    });
    assert.equal(name, 'InvalidAccessError');
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
  });

  it('the limit can be switched off', async () => {
    sandbox().configure({ timeLimit: null });
    const page = await payPage();
    page.authorized = () => undefined;
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => page.events.includes('paymentauthorized'), 'paymentauthorized');
    time.pass(10 * timeLimit);
    page.session.completePayment({ status: 0 });
    assert.equal(sandbox().sheet.state, 'done');
  });
});

describe('ApplePaySession: a sheet that is gone', () => {
  it('when the page wants to say how it ended: every call throws, no event tells', async () => {
    sandbox().configure(walletAProfiles.sheetGone);
    const page = await authorized();
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(refused(page.session), allBut());
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized']);
  });

  it('when the page validates: the page is free for another session', async () => {
    sandbox().configure({ walletA: { sheetGone: 'before-validation' } });
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await dispatched('validatemerchant');
    assert.deepEqual(refused(page.session), allBut());
    sandbox().configure({ walletA: { sheetGone: 'never' } });
    await payPage();
    await sheetIs('ready');
  });
});
