// Written from WebKit's state machine of ApplePaySession: which call is legal when.
import { assert } from '@open-wc/testing';
import { onPress, sandbox, sheetIs, until } from '../../test/payer.ts';
import { allBut, refused } from '../../test/session-calls.ts';
import {
  heldTime,
  merchantSession,
  payPage,
  request,
  thrown,
  dispatched,
  update,
  authorized,
} from '../../test/wallet-a-page.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

heldTime();

describe('ApplePaySession: what may be called when', () => {
  it('before begin: nothing but begin', async () => {
    const session = await onPress(() => new ApplePaySession(14, request));
    assert.deepEqual(refused(session), allBut());
  });

  it('after begin, before the event: abort', async () => {
    const session = await onPress(() => {
      const newSession = new ApplePaySession(14, request);
      newSession.begin();
      assert.deepEqual(refused(newSession, ['abort']), allBut('abort'));
      return newSession;
    });
    session.abort();
  });

  it('while it validates: completeMerchantValidation, once', async () => {
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await dispatched('validatemerchant');
    const legal = ['completeMerchantValidation', 'abort'];
    assert.deepEqual(refused(page.session, legal), allBut(...legal));
    page.session.completeMerchantValidation(merchantSession());
    assert.deepEqual(refused(page.session, ['abort']), allBut('abort'));
  });

  it('while the payment is authorized: completePayment, once', async () => {
    const page = await authorized();
    const legal = ['completePayment', 'abort'];
    assert.deepEqual(refused(page.session, legal), allBut(...legal));
    page.session.completePayment({ status: 0 });
    assert.deepEqual(refused(page.session), allBut());
  });

  it('after the payer agrees, before the event: abort', async () => {
    const page = await payPage();
    await sheetIs('ready');
    sandbox().sheet.pay();
    assert.deepEqual(refused(page.session, ['abort']), allBut('abort'));
    await sheetIs('done');
  });

  it('while "Payment Not Completed" is shown: abort', async () => {
    sandbox().configure(walletAProfiles.instantCancel);
    const page = await payPage();
    await sheetIs('failed');
    assert.deepEqual(refused(page.session, ['abort']), allBut('abort'));
    page.session.abort();
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.events, ['validatemerchant']);
  });

  it('after a cancel: nothing', async () => {
    const page = await payPage();
    await sheetIs('ready');
    sandbox().sheet.cancel();
    await until(() => page.events.includes('cancel'), 'cancel');
    assert.deepEqual(refused(page.session), allBut());
  });

  it('abort is followed by a cancel only where that is set', async () => {
    const quiet = await payPage();
    quiet.session.abort();
    sandbox().configure({ walletA: { cancelAfterAbort: true } });
    const loud = await payPage();
    loud.session.abort();
    await until(() => loud.events.includes('cancel'), 'cancel');
    assert.notInclude(quiet.events, 'cancel');
  });
});

describe('ApplePaySession: calls out of place', () => {
  it('abort before begin, and after the end, throws', async () => {
    const idle = await onPress(() => new ApplePaySession(14, request));
    assert.equal(
      thrown(() => {
        idle.abort();
      }).name,
      'InvalidAccessError',
    );
    const { session } = await payPage();
    session.abort();
    assert.equal(sandbox().sheet.state, 'closed');
    assert.equal(
      thrown(() => {
        session.abort();
      }).name,
      'InvalidAccessError',
    );
  });

  it('one session a page, and a session begins once', async () => {
    const { session } = await payPage();
    assert.equal(
      thrown(() => {
        session.begin();
      }).message,
      'Payment session is already active.',
    );
    sandbox().configure({ walletA: { gesture: 'none' } });
    const second = new ApplePaySession(14, request);
    assert.equal(
      thrown(() => {
        second.begin();
      }).message,
      'Page already has an active payment session.',
    );
  });

  it('an ended session frees the page', async () => {
    (await payPage()).session.abort();
    await payPage();
    await sheetIs('ready');
  });

  it('complete… without its event throws', async () => {
    const { session } = await payPage();
    await sheetIs('ready');
    for (const call of [
      () => {
        session.completeMerchantValidation(merchantSession());
      },
      () => {
        session.completePaymentMethodSelection(update);
      },
      () => {
        session.completeShippingContactSelection(update);
      },
      () => {
        session.completeShippingMethodSelection(update);
      },
      () => {
        session.completeCouponCodeChange(update);
      },
      () => {
        session.completePayment({ status: 0 });
      },
    ]) {
      assert.equal(thrown(call).name, 'InvalidAccessError');
    }
  });

  it('completePayment needs a status, and errors that are ApplePayErrors', async () => {
    const page = await payPage();
    page.authorized = () => undefined;
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => page.events.includes('paymentauthorized'), 'paymentauthorized');
    const noStatus = {} as ApplePayJS.ApplePayPaymentAuthorizationResult;
    assert.equal(
      thrown(() => {
        page.session.completePayment(noStatus);
      }).name,
      'TypeError',
    );
    const plain = { status: 1, errors: [{ code: 'unknown', message: 'x' } as const] };
    assert.equal(
      thrown(() => {
        page.session.completePayment(plain);
      }).name,
      'TypeError',
    );
    const code = 'wrong' as ApplePayJS.ApplePayErrorCode;
    assert.equal(thrown(() => new ApplePayError(code)).name, 'TypeError');
  });
});
