// Written from Apple's reference of ApplePaySession and WebKit's state machine of it: which call is legal
// when, what a merchant session is worth, and how a payment ends.
import { assert } from '@open-wc/testing';
import { onPress, openSheet, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  endState,
  heldTime,
  merchantSession,
  payPage,
  request,
  thrown,
  timeLimit,
  told,
  type Page,
  update,
} from '../../test/wallet-a-page.ts';
import { walletAProfiles } from '../settings/apple-pay-profiles.ts';
import './wallet-a.ts';

const time = heldTime();

const calls: Readonly<Record<string, (session: ApplePaySession) => void>> = {
  completeMerchantValidation: (session) => {
    session.completeMerchantValidation(merchantSession());
  },
  completePaymentMethodSelection: (session) => {
    session.completePaymentMethodSelection(update);
  },
  completeShippingContactSelection: (session) => {
    session.completeShippingContactSelection(update);
  },
  completeShippingMethodSelection: (session) => {
    session.completeShippingMethodSelection(update);
  },
  completeCouponCodeChange: (session) => {
    session.completeCouponCodeChange(update);
  },
  completePayment: (session) => {
    session.completePayment({ status: 0 });
  },
  abort: (session) => {
    session.abort();
  },
};

/** Which of all calls the session refuses; those that it takes are not tried. */
function refused(session: ApplePaySession, except: readonly string[] = []): string[] {
  return Object.entries(calls).flatMap(([name, call]) => {
    if (except.includes(name)) return [];
    const error = thrown(() => {
      call(session);
    });
    return error.name === 'InvalidAccessError' ? [name] : [];
  });
}

function allBut(...legal: readonly string[]): string[] {
  return Object.keys(calls).filter((name) => !legal.includes(name));
}

/** A page whose payer has agreed, and which has not answered yet. */
async function authorized(change: Partial<ApplePayJS.ApplePayPaymentRequest> = {}): Promise<Page> {
  const page = await payPage(change);
  page.authorized = () => undefined;
  await sheetIs('ready');
  sandbox().sheet.pay();
  await told('paymentauthorized');
  return page;
}

describe('ApplePaySession: what may be called when', () => {
  it('before begin: nothing but begin', async () => {
    const session = await onPress(() => new ApplePaySession(14, request));
    assert.deepEqual(refused(session), Object.keys(calls));
  });

  it('after begin, before the event: abort', async () => {
    const session = await onPress(() => {
      const opened = new ApplePaySession(14, request);
      opened.begin();
      assert.deepEqual(refused(opened, ['abort']), allBut('abort'));
      return opened;
    });
    session.abort();
  });

  it('while it validates: completeMerchantValidation, once', async () => {
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await told('validatemerchant');
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
    assert.deepEqual(refused(page.session), Object.keys(calls));
  });

  it('while "Payment Not Completed" is shown: abort', async () => {
    sandbox().configure(walletAProfiles.instantCancel);
    const page = await payPage();
    await sheetIs('failed');
    assert.deepEqual(refused(page.session, ['abort']), allBut('abort'));
    page.session.abort();
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.heard, ['validatemerchant']);
  });

  it('after a cancel: nothing', async () => {
    const page = await payPage();
    await sheetIs('ready');
    sandbox().sheet.cancel();
    await until(() => page.heard.includes('cancel'), 'cancel');
    assert.deepEqual(refused(page.session), Object.keys(calls));
  });

  it('abort is followed by a cancel only where that is set', async () => {
    const quiet = await payPage();
    quiet.session.abort();
    sandbox().configure({ walletA: { cancelAfterAbort: true } });
    const loud = await payPage();
    loud.session.abort();
    await until(() => loud.heard.includes('cancel'), 'cancel');
    assert.notInclude(quiet.heard, 'cancel');
  });
});

describe('ApplePaySession: a sheet that is gone', () => {
  it('when the page wants to say how it ended: every call throws, no event tells', async () => {
    sandbox().configure(walletAProfiles.sheetGone);
    const page = await authorized();
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(refused(page.session), Object.keys(calls));
    assert.deepEqual(page.heard, ['validatemerchant', 'paymentauthorized']);
  });

  it('when the page validates: the page is free for another session', async () => {
    sandbox().configure({ walletA: { sheetGone: 'before-validation' } });
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await told('validatemerchant');
    assert.deepEqual(refused(page.session), Object.keys(calls));
    sandbox().configure({ walletA: { sheetGone: 'never' } });
    await payPage();
    await sheetIs('ready');
  });
});

describe('ApplePaySession: leaving the page', () => {
  function leave(persisted: boolean): void {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted }));
  }

  it('ends the session, and the page hears nothing', async () => {
    const page = await payPage();
    await sheetIs('ready');
    leave(false);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(refused(page.session), Object.keys(calls));
    assert.notInclude(page.heard, 'cancel');
  });

  it('a page that comes back from the back-forward cache hears cancel', async () => {
    const page = await payPage();
    await sheetIs('ready');
    leave(true);
    await until(() => page.heard.includes('cancel'), 'cancel');
    assert.deepEqual(refused(page.session), Object.keys(calls));
  });
});

describe('ApplePaySession: one session a page', () => {
  /** A document of the same host, whatever it shows, with a stand-in of its own. */
  async function frame(): Promise<HTMLIFrameElement> {
    const script = new URL('./wallet-a.ts', import.meta.url).href;
    const element = document.createElement('iframe');
    element.src = script;
    const loaded = new Promise((resolve) => {
      element.addEventListener('load', resolve, { once: true });
    });
    document.body.append(element);
    await loaded;
    const inner = element.contentDocument?.createElement('script');
    if (inner)
      element.contentDocument?.head.append(Object.assign(inner, { type: 'module', src: script }));
    await until(() => Reflect.has(element.contentWindow ?? {}, 'ApplePaySession'), 'the script');
    return element;
  }

  it('its frames share it: one in a frame keeps the page from another', async () => {
    const element = await frame();
    const inner = element.contentWindow;
    inner?.walletSandbox?.configure({ walletA: { gesture: 'none' } });
    const InnerSession = Reflect.get(inner ?? {}, 'ApplePaySession') as typeof ApplePaySession;
    const first = new InnerSession(14, request);
    first.begin();
    const error = await onPress(() =>
      thrown(() => {
        new ApplePaySession(14, request).begin();
      }),
    );
    assert.equal(error.message, 'Page already has an active payment session.');
    first.abort();
    await payPage();
    await sheetIs('ready');
    element.remove();
  });
});

describe('ApplePaySession: a merchant session is good once, for five minutes', () => {
  const fiveMinutes = 5 * 60 * 1000;

  async function validated(session: Record<string, unknown>): Promise<string> {
    await payPage({}, (payment) => {
      payment.onvalidatemerchant = () => {
        payment.completeMerchantValidation(session);
      };
    });
    await until(() => ['ready', 'failed'].includes(sandbox().sheet.state), 'an answer');
    const { state } = sandbox().sheet;
    if (state === 'ready') sandbox().sheet.cancel();
    time.pass(endState);
    await sheetIs('closed');
    return state;
  }

  it('is used once', async () => {
    const session = merchantSession();
    assert.equal(await validated(session), 'ready');
    assert.equal(await validated(session), 'failed');
  });

  it('is good until five minutes have passed', async () => {
    const [fresh, stale] = [merchantSession(), merchantSession()];
    time.pass(fiveMinutes - 60_000);
    assert.equal(await validated(fresh), 'ready');
    time.pass(60_000);
    assert.equal(await validated(stale), 'failed');
  });

  it('says when it was made, in numbers', async () => {
    assert.equal(await validated({ ...merchantSession(), epochTimestamp: undefined }), 'failed');
    assert.equal(await validated({ ...merchantSession(), epochTimestamp: '1700000000' }), 'failed');
  });

  it('is for the domain of the page, or for another one that is set', async () => {
    const other = { domainName: 'checkout.shop.test' };
    assert.equal(await validated({ ...merchantSession(), ...other }), 'failed');
    sandbox().configure({ walletA: { merchantDomain: 'checkout.shop.test' } });
    assert.equal(await validated({ ...merchantSession(), ...other }), 'ready');
  });

  it('must be JSON: what cannot be written throws, and may be answered again', async () => {
    const round: Record<string, unknown> = merchantSession();
    round['self'] = round;
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await told('validatemerchant');
    const error = thrown(() => {
      page.session.completeMerchantValidation(round);
    });
    assert.equal(error.name, 'InvalidAccessError');
    page.session.completeMerchantValidation(merchantSession());
    await sheetIs('ready');
  });

  it('refused whatever it is: "Payment Not Completed", then a cancel that tells nothing', async () => {
    sandbox().configure(walletAProfiles.instantCancel);
    const page = await payPage();
    await sheetIs('failed');
    assert.include(openSheet().dialog.textContent, 'Payment Not Completed');
    time.pass(endState);
    await until(() => page.heard.includes('cancel'), 'cancel');
    assert.deepEqual(page.heard, ['validatemerchant', 'cancel']);
  });
});

describe('ApplePaySession: completePayment', () => {
  const final: readonly [string, ApplePayJS.ApplePayPaymentAuthorizationResult | number, string][] =
    [
      ['success', { status: 0 }, 'done'],
      ['success as a number, of versions 1 and 2', 0, 'done'],
      ['failure', { status: 1 }, 'failed'],
      ['failure as a number', 1, 'failed'],
      ['failure with an empty list of errors', { status: 1, errors: [] }, 'failed'],
    ];
  for (const [what, result, state] of final) {
    it(`${what} is final`, async () => {
      const page = await authorized();
      page.session.completePayment(result);
      assert.equal(sandbox().sheet.state, state);
    });
  }

  it('failure with an unknown error among others is final', async () => {
    const page = await authorized();
    page.session.completePayment({
      status: ApplePaySession.STATUS_FAILURE,
      errors: [new ApplePayError('billingContactInvalid', 'name'), new ApplePayError('unknown')],
    });
    assert.equal(sandbox().sheet.state, 'failed');
  });

  const retried: readonly [string, number, string][] = [
    ['INVALID_BILLING_POSTAL_ADDRESS', 2, 'card'],
    ['INVALID_SHIPPING_POSTAL_ADDRESS', 3, 'address'],
    ['INVALID_SHIPPING_CONTACT', 4, 'address'],
  ];
  for (const [name, status, field] of retried) {
    it(`${name} is a failure with an error of that field, and the payer tries again`, async () => {
      const page = await authorized();
      page.session.completePayment({ status });
      assert.deepEqual(
        sandbox().sheet.errors.map((error) => error.field),
        [field],
      );
      sandbox().sheet.pay();
      await told('paymentauthorized', 2);
      page.session.completePayment({ status: 0 });
    });
  }

  for (const status of [5, 6, 7]) {
    it(`a PIN status (${String(status)}) is not final`, async () => {
      const page = await authorized();
      page.session.completePayment({ status });
      assert.equal(sandbox().sheet.state, 'ready');
    });
  }

  it('an error of a field stands at that field, and each try has a token of its own', async () => {
    const tokens: string[] = [];
    const page = await payPage({ requiredShippingContactFields: ['email', 'phone'] });
    page.authorized = ({ payment }) => {
      tokens.push(payment.token.transactionIdentifier);
      page.session.completePayment({
        status: 1,
        errors: [new ApplePayError('shippingContactInvalid', 'phoneNumber', 'No such number')],
      });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await told('paymentauthorized');
    const field = openSheet().dialog.querySelector('[data-field="contact"]');
    assert.include(field?.textContent, 'No such number');
    assert.equal(field?.getAttribute('data-invalid'), 'true');
    sandbox().sheet.pay();
    await told('paymentauthorized', 2);
    assert.equal(new Set(tokens).size, 2);
  });

  it('a status that does not exist throws InvalidAccessError, none at all TypeError', async () => {
    const page = await authorized();
    const results: readonly [unknown, string][] = [
      [{ status: 8 }, 'InvalidAccessError'],
      [{ status: -1 }, 'InvalidAccessError'],
      [{}, 'TypeError'],
      [{ status: 'SUCCESS' }, 'TypeError'],
      [null, 'TypeError'],
      [{ status: 0, errors: null }, 'TypeError'],
      [{ status: 0, message: 'Thanks' }, 'TypeError'],
    ];
    for (const [result, name] of results) {
      const error = thrown(() => {
        page.session.completePayment(result as ApplePayJS.ApplePayPaymentAuthorizationResult);
      });
      assert.equal(error.name, name, JSON.stringify(result));
    }
    page.session.completePayment({ status: 0 });
  });

  it('order details are complete', async () => {
    const details = {
      orderTypeIdentifier: 'order.test.shop',
      orderIdentifier: '1001',
      webServiceURL: 'https://shop.test/orders',
      authenticationToken: 'a-token-of-the-shop',
    };
    const page = await authorized();
    for (const wrongDetails of [
      { ...details, orderIdentifier: '' },
      { ...details, webServiceURL: '/orders' },
    ]) {
      const error = thrown(() => {
        page.session.completePayment({ status: 0, orderDetails: wrongDetails });
      });
      assert.equal(error.name, 'TypeError');
    }
    page.session.completePayment({ status: 0, orderDetails: details });
    assert.equal(sandbox().sheet.state, 'done');
  });
});

describe('ApplePayError', () => {
  it('has a code, perhaps a field, and a message', () => {
    const error = new ApplePayError('shippingContactInvalid', 'postalCode', 'Check it');
    assert.deepInclude(error, {
      code: 'shippingContactInvalid',
      contactField: 'postalCode',
      message: 'Check it',
    });
    assert.equal(new ApplePayError('unknown').message, '');
    assert.isUndefined(new ApplePayError('unknown').contactField);
  });

  it('knows no other codes and fields', () => {
    const code = 'addressInvalid' as ApplePayJS.ApplePayErrorCode;
    const field = 'zip' as ApplePayJS.ApplePayErrorContactField;
    assert.equal(thrown(() => new ApplePayError(code)).name, 'TypeError');
    assert.equal(thrown(() => new ApplePayError('billingContactInvalid', field)).name, 'TypeError');
  });
});

describe('ApplePaySession: the payment', () => {
  it('carries the hash of applicationData in the token', async () => {
    const applicationData = btoa('order-1');
    let header: unknown;
    const page = await payPage({ applicationData });
    page.authorized = ({ payment }) => {
      ({ header } = payment.token.paymentData as { readonly header: unknown });
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('order-1'));
    const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
    assert.equal(Reflect.get(header as object, 'applicationData'), hex.join(''));
  });

  it('has 30 seconds for the page, as each question has', async () => {
    const page = await authorized();
    time.pass(timeLimit);
    assert.equal(sandbox().sheet.state, 'failed');
    time.pass(endState);
    await until(() => page.heard.includes('cancel'), 'cancel');
  });
});
