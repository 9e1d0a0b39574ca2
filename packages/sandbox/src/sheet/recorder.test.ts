import { assert } from '@open-wc/testing';
import { sandbox, sheetIs } from '../../test/payer.ts';
import { heldTime, payPage } from '../../test/wallet-a-page.ts';
import '../apple-pay/wallet-a.ts';
import '../google-pay/wallet-b.ts';

heldTime();

describe('window.walletSandbox', () => {
  it('records calls with what the browser knew, and never a token', async () => {
    const page = await payPage();
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    const apis = sandbox().calls.map(({ api }) => api);
    assert.includeMembers(apis, [
      'ApplePaySession.constructor',
      'ApplePaySession.begin',
      'event validatemerchant',
      'ApplePaySession.completeMerchantValidation',
      'event paymentauthorized',
      'ApplePaySession.completePayment',
    ]);
    const begin = sandbox().calls.find(({ api }) => api === 'ApplePaySession.begin');
    assert.equal(begin?.wallet, 'wallet-a');
    assert.deepEqual(page.events, ['validatemerchant', 'paymentauthorized']);
    const record = JSON.stringify(sandbox().calls);
    assert.include(record, '[token]');
    assert.notInclude(record, 'EC_v1');
  });

  it('reset restores the settings of the start of the page', () => {
    ApplePaySession.canMakePayments();
    sandbox().configure({ walletA: { canMakePayments: false }, timeLimit: null });
    sandbox().reset();
    assert.lengthOf(sandbox().calls, 0);
    assert.isTrue(sandbox().settings.walletA.canMakePayments);
    assert.equal(sandbox().settings.timeLimit, 30_000);
  });
});

describe('one recorder a page', () => {
  it('is shared by both wallets', () => {
    sandbox().reset();
    ApplePaySession.canMakePayments();
    new google.payments.api.PaymentsClient({});
    assert.deepEqual(
      sandbox().calls.map(({ wallet }) => wallet),
      ['wallet-a', 'wallet-b'],
    );
  });

  it('survives a script that is loaded twice', async () => {
    const globals = [window.walletSandbox, ApplePaySession, google.payments.api.PaymentsClient];
    const walletAScript = new URL('../apple-pay/wallet-a.ts?again', import.meta.url).href;
    await import(walletAScript);
    const other = new URL('../google-pay/wallet-b.ts?again', import.meta.url).href;
    await import(other);
    assert.deepEqual(
      [window.walletSandbox, ApplePaySession, google.payments.api.PaymentsClient],
      globals,
    );
  });

  it('takes time from its clock, so that a test can move it', () => {
    const { clock } = sandbox();
    sandbox().clock = { ...clock, now: () => 42 };
    sandbox().reset();
    ApplePaySession.supportsVersion(1);
    sandbox().clock = clock;
    assert.equal(sandbox().calls[0]?.at, 42);
  });

  it('tells a page’s own reporter of every call', () => {
    const events: string[] = [];
    window.walletSandboxReport = ({ api }) => events.push(api);
    ApplePaySession.supportsVersion(1);
    delete window.walletSandboxReport;
    assert.deepEqual(events, ['ApplePaySession.supportsVersion']);
  });
});
