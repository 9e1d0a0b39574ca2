// Written from Apple's "Apple Pay on the Web" reference and WebKit's ApplePaySession, through the
// globals that a page has, typed by @types/applepayjs.
import { assert } from '@open-wc/testing';
import { ownKey } from '../../test/own-key.ts';
import { onPress, openSheet, press, pressKey, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  endState,
  heldTime,
  merchantSession,
  opened,
  payPage,
  request,
  thrown,
  timeLimit,
  update,
  wrong,
} from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

const time = heldTime();

describe('ApplePaySession: what a page can ask', () => {
  it('knows versions 1 to 14, and no version 0', () => {
    assert.isTrue(ApplePaySession.supportsVersion(1));
    assert.isTrue(ApplePaySession.supportsVersion(14));
    assert.isFalse(ApplePaySession.supportsVersion(15));
    assert.equal(thrown(() => ApplePaySession.supportsVersion(0)).name, 'InvalidAccessError');
  });

  it('says whether the device can pay', async () => {
    assert.isTrue(ApplePaySession.canMakePayments());
    sandbox().configure({ walletA: { canMakePayments: false } });
    assert.isFalse(ApplePaySession.canMakePayments());
    const capabilities = await ApplePaySession.applePayCapabilities('merchant.test');
    assert.equal(capabilities.paymentCredentialStatus, 'applePayUnsupported');
  });

  it('has the status constants of the documentation', () => {
    assert.equal(ApplePaySession.STATUS_SUCCESS, 0);
    assert.equal(ApplePaySession.STATUS_FAILURE, 1);
    assert.equal(ApplePaySession.STATUS_PIN_LOCKOUT, 7);
  });
});

describe('ApplePaySession: the constructor', () => {
  it('refuses to run outside of a user gesture', () => {
    const { name, message } = thrown(() => new ApplePaySession(14, request));
    assert.equal(name, 'InvalidAccessError');
    assert.equal(message, 'Must create a new ApplePaySession from a user gesture handler.');
  });

  it('refuses in a later task than the press, as after an awaited fetch', async () => {
    sandbox().configure({ walletA: { gesture: 'task' } });
    await onPress(() => undefined);
    sandbox().configure({ walletA: { gesture: 'task' } });
    await fetch(location.href);
    assert.equal(thrown(() => new ApplePaySession(14, request)).name, 'InvalidAccessError');
  });

  it('refuses a version that is not supported', async () => {
    const error = await onPress(() => thrown(() => new ApplePaySession(15, request)));
    assert.deepInclude(
      { name: error.name, message: error.message },
      { name: 'InvalidAccessError', message: '"15" is not a supported version.' },
    );
  });

  const mistakes: readonly [string, Record<string, unknown>][] = [
    ['no country', { countryCode: undefined }],
    ['a country in lower case', { countryCode: 'ua' }],
    ['a currency that does not exist', { currencyCode: 'HRN' }],
    ['no networks', { supportedNetworks: [] }],
    ['one unknown network among good ones', { supportedNetworks: ['visa', 'mastercard'] }],
    ['no capabilities', { merchantCapabilities: [] }],
    ['an unknown capability', { merchantCapabilities: ['supports3ds'] }],
    ['no total', { total: undefined }],
    ['a total without a label', { total: { amount: '1.00' } }],
    ['an amount with a comma', { total: { label: 'x', amount: '0,6' } }],
    ['an amount with too many digits', { total: { label: 'x', amount: '151.20000000000002' } }],
    ['a negative amount', { total: { label: 'x', amount: '-1.00' } }],
    ['an amount that is too big', { total: { label: 'x', amount: '100000000.01' } }],
    ['line items that are null', { lineItems: null }],
    ['a final line item without amount', { lineItems: [{ label: 'x' }] }],
    ['an unknown contact field', { requiredBillingContactFields: ['address'] }],
    [
      'a shipping method without identifier',
      { shippingMethods: [{ label: 'x', detail: '', amount: '1' }] },
    ],
  ];
  for (const [mistake, change] of mistakes) {
    it(`refuses a request with ${mistake}`, async () => {
      const error = await onPress(() => thrown(() => new ApplePaySession(14, wrong(change))));
      assert.equal(error.name, 'TypeError', error.message);
      assert.equal(sandbox().sheet.state, 'closed');
    });
  }

  it('takes what the documentation allows', async () => {
    const sessions = await onPress(() => [
      new ApplePaySession(4, wrong({ total: { label: 'x', amount: '0' } })),
      new ApplePaySession(
        14,
        wrong({ lineItems: [{ label: 'x', type: 'pending' }], couponCode: 'A' }),
      ),
      new ApplePaySession(14, wrong({ lineItems: undefined, supportedCountries: ['UA'] })),
    ]);
    assert.lengthOf(sessions, 3);
  });

  it('knows which version brought what', async () => {
    const errors = await onPress(() => [
      thrown(() => new ApplePaySession(3, wrong({ total: { label: 'x', amount: '0' } }))),
      thrown(() => new ApplePaySession(12, wrong({ supportedNetworks: ['dankort'] }))),
      thrown(() => new ApplePaySession(11, wrong({ supportsCouponCode: true }))),
      thrown(
        () => new ApplePaySession(2, wrong({ requiredShippingContactFields: ['phoneticName'] })),
      ),
    ]);
    assert.deepEqual(
      errors.map(({ name }) => name),
      Array(4).fill('TypeError'),
    );
  });
});

describe('ApplePaySession: a payment', () => {
  it('asks for merchant validation, then lets the payer pay, then closes with success', async () => {
    let token: unknown;
    const page = await payPage();
    page.authorized = (event) => {
      token = event.payment.token;
      page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
    };
    await sheetIs('ready');
    await press(openSheet().pay);
    await sheetIs('done');
    time.pass(endState - 1);
    assert.equal(sandbox().sheet.state, 'done');
    time.pass(1);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.heard, ['validatemerchant', 'paymentauthorized']);
    assert.deepInclude(await opened(token), {
      applicationPrimaryAccountNumber: '4242420000004242',
      transactionAmount: 19990,
      currencyCode: '980',
    });
  });

  it('encrypts for the key of another processor', async () => {
    const { spki, key } = await ownKey();
    sandbox().configure({ walletA: { merchantKey: spki } });
    let token: unknown;
    const page = await payPage();
    page.authorized = ({ payment }) => {
      ({ token } = payment);
      page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal((await opened(token, key))['transactionAmount'], 19990);
  });

  it('hands out the gateway that Apple gives to test merchants', async () => {
    let url = '';
    await payPage({}, (session) => {
      session.onvalidatemerchant = (event) => {
        url = event.validationURL;
        session.completeMerchantValidation(merchantSession());
      };
    });
    await sheetIs('ready');
    assert.equal(url, 'https://apple-pay-gateway-cert.apple.com/paymentservices/paymentSession');
  });

  it('offers device cards of the networks in the request only', async () => {
    await payPage({ supportedNetworks: ['masterCard'] });
    const cards = [...openSheet().form.querySelectorAll<HTMLInputElement>('input')];
    assert.deepEqual(
      cards.map(({ value }) => value),
      ['mastercard-challenge'],
    );
  });

  it('gives the contacts that were asked for, and no others', async () => {
    let payment: ApplePayJS.ApplePayPayment | undefined;
    const page = await payPage({ requiredBillingContactFields: ['postalAddress'] });
    page.authorized = (event) => {
      ({ payment } = event);
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal(payment?.billingContact?.countryCode, 'UA');
    assert.isUndefined(payment?.billingContact?.emailAddress);
    assert.isUndefined(payment?.shippingContact);
  });

  it('does not let the payer pay before the merchant is validated', async () => {
    await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    assert.equal(sandbox().sheet.state, 'waiting');
    assert.isTrue(openSheet().pay.disabled);
  });

  it('keeps the sheet for another try when only fields were wrong', async () => {
    const page = await payPage();
    page.authorized = () => {
      page.session.completePayment({
        status: ApplePaySession.STATUS_FAILURE,
        errors: [new ApplePayError('billingContactInvalid', 'postalCode', 'Check the postal code')],
      });
      page.authorized = () => {
        page.session.completePayment({ status: ApplePaySession.STATUS_SUCCESS });
      };
    };
    await sheetIs('ready');
    await press(openSheet().pay);
    await until(() => page.heard.length === 2 && sandbox().sheet.state === 'ready', 'a second try');
    assert.include(openSheet().dialog.textContent, 'Check the postal code');
    await press(openSheet().pay);
    await sheetIs('done');
    assert.deepEqual(page.heard, ['validatemerchant', 'paymentauthorized', 'paymentauthorized']);
  });

  it('a plain failure is final: the sheet says so and closes, without a cancel', async () => {
    const page = await payPage();
    page.authorized = () => {
      page.session.completePayment({ status: ApplePaySession.STATUS_FAILURE });
    };
    await sheetIs('ready');
    sandbox().sheet.pay();
    await sheetIs('failed');
    time.pass(endState);
    assert.equal(sandbox().sheet.state, 'closed');
    assert.deepEqual(page.heard, ['validatemerchant', 'paymentauthorized']);
  });

  it('is an EventTarget, whose on… properties are listeners like others', async () => {
    const heard: string[] = [];
    const page = await payPage({}, (session) => {
      session.addEventListener('cancel', () => heard.push('first'));
      session.oncancel = () => heard.push('replaced');
      session.oncancel = () => heard.push('second');
      session.addEventListener('cancel', () => heard.push('third'));
    });
    assert.instanceOf(page.session, EventTarget);
    sandbox().sheet.cancel();
    await until(() => heard.length === 3, 'cancel');
    assert.sameMembers(heard, ['first', 'second', 'third']);
  });
});

describe('ApplePaySession: selections', () => {
  it('a payment method without a listener answers itself', async () => {
    await payPage();
    await sheetIs('ready');
    assert.notInclude(
      sandbox().calls.map(({ api }) => api),
      'event paymentmethodselected',
    );
  });

  it('one that is listened for must be answered, and may change the total', async () => {
    let answer = (): void => undefined;
    let token: unknown;
    const page = await payPage({}, (session) => {
      session.onpaymentmethodselected = () => {
        answer = () => {
          session.completePaymentMethodSelection({
            newTotal: { label: 'With fee', amount: '201.00' },
          });
        };
      };
    });
    page.authorized = (event) => {
      ({ token } = event.payment);
      page.session.completePayment({ status: 0 });
    };
    await until(
      () => sandbox().calls.some(({ api }) => api === 'event paymentmethodselected'),
      'it',
    );
    assert.isTrue(openSheet().pay.disabled);
    answer();
    assert.equal(sandbox().sheet.state, 'ready');
    assert.include(openSheet().dialog.textContent, 'With fee');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal((await opened(token))['transactionAmount'], 20100);
  });

  it('another card is another selection', async () => {
    let selections = 0;
    await payPage({}, (session) => {
      session.onpaymentmethodselected = () => {
        selections += 1;
        session.completePaymentMethodSelection({ newTotal: request.total });
      };
    });
    await sheetIs('ready');
    sandbox().sheet.pay('visa-decline');
    await sheetIs('done');
    assert.equal(selections, 2);
  });

  it('before the payer agrees the shipping contact has no name and no street', async () => {
    let contact: ApplePayJS.ApplePayPaymentContact = {};
    await payPage({ requiredShippingContactFields: ['postalAddress', 'name'] }, (session) => {
      session.onshippingcontactselected = (event) => {
        contact = event.shippingContact;
        session.completeShippingContactSelection(update);
      };
    });
    await sheetIs('ready');
    assert.equal(contact.countryCode, 'UA');
    assert.isUndefined(contact.givenName);
    assert.isUndefined(contact.addressLines);
  });
});

describe('ApplePaySession: a merchant session', () => {
  const bad: readonly [string, (session: Record<string, unknown>) => unknown][] = [
    ['of another domain', (session) => ({ ...session, domainName: 'shop.example' })],
    ['without an identifier', (session) => ({ ...session, merchantSessionIdentifier: undefined })],
    ['whose numbers became strings', (session) => ({ ...session, expiresAt: '1700000000000' })],
  ];
  for (const [what, change] of bad) {
    it(`${what} ends the sheet with "Payment Not Completed" and a cancel that tells nothing`, async () => {
      const cancels: unknown[] = [];
      const page = await payPage({}, (session) => {
        session.onvalidatemerchant = () => {
          session.completeMerchantValidation(change(merchantSession()));
        };
        session.oncancel = (event) => {
          cancels.push(Reflect.get(event, 'sessionError'));
        };
      });
      await sheetIs('failed');
      assert.include(openSheet().dialog.textContent, 'Payment Not Completed');
      assert.isEmpty(cancels);
      time.pass(endState);
      await until(() => cancels.length > 0, 'cancel');
      assert.deepEqual(cancels, [{ code: 'unknown', info: {} }]);
      assert.equal(
        thrown(() => {
          page.session.abort();
        }).name,
        'InvalidAccessError',
      );
    });
  }

  it('must be an object', async () => {
    let error: { readonly name: string } | undefined;
    await payPage({}, (session) => {
      session.onvalidatemerchant = () => {
        error = thrown(() => {
          session.completeMerchantValidation(JSON.stringify(merchantSession()));
        });
      };
    });
    await until(() => error !== undefined, 'the error');
    assert.equal(error?.name, 'TypeError');
  });
});

describe('ApplePaySession: the payer cancels', () => {
  it('with the Cancel button', async () => {
    const page = await payPage();
    await sheetIs('ready');
    await press(openSheet().cancel);
    await until(() => page.heard.includes('cancel'), 'cancel');
    assert.equal(sandbox().sheet.state, 'closed');
  });

  it('with Escape; Enter pays', async () => {
    const page = await payPage();
    await sheetIs('ready');
    await pressKey('Escape');
    await until(() => page.heard.includes('cancel'), 'cancel');
    const second = await payPage();
    await sheetIs('ready');
    await pressKey('Enter');
    await until(() => second.heard.includes('paymentauthorized'), 'paymentauthorized');
  });

  it('at once, while the page validates: the late answer is refused', async () => {
    sandbox().configure({ payer: { does: 'cancels' } });
    const page = await payPage({}, (session) => {
      session.onvalidatemerchant = () => undefined;
    });
    await until(() => page.heard.includes('cancel'), 'cancel');
    const { name } = thrown(() => {
      page.session.completeMerchantValidation(merchantSession());
    });
    assert.equal(name, 'InvalidAccessError');
  });

  it('while the page pays: cancel follows paymentauthorized, and completePayment is refused', async () => {
    sandbox().configure({ payer: { does: 'cancels-while-authorizing' } });
    const heard: string[] = [];
    const page = await payPage({}, (session) => {
      session.onpaymentauthorized = () => heard.push('paymentauthorized');
      session.oncancel = () => heard.push('cancel');
    });
    await until(() => heard.includes('cancel'), 'cancel');
    assert.deepEqual(heard, ['paymentauthorized', 'cancel']);
    assert.equal(
      thrown(() => {
        page.session.completePayment({ status: 0 });
      }).name,
      'InvalidAccessError',
    );
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
    await until(() => page.heard.includes('paymentauthorized'), 'paymentauthorized');
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
    await until(() => page.heard.includes('cancel'), 'cancel');
  });

  it('a page that does not complete the payment within 30 s gets it too', async () => {
    const page = await payPage();
    page.authorized = () => undefined;
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => page.heard.includes('paymentauthorized'), 'paymentauthorized');
    time.pass(timeLimit);
    const { name } = thrown(() => {
      page.session.completePayment({ status: 0 });
    });
    assert.equal(name, 'InvalidAccessError');
    time.pass(endState);
    await until(() => page.heard.includes('cancel'), 'cancel');
  });

  it('the limit can be switched off', async () => {
    sandbox().configure({ timeLimit: null });
    const page = await payPage();
    page.authorized = () => undefined;
    await sheetIs('ready');
    sandbox().sheet.pay();
    await until(() => page.heard.includes('paymentauthorized'), 'paymentauthorized');
    time.pass(10 * timeLimit);
    page.session.completePayment({ status: 0 });
    assert.equal(sandbox().sheet.state, 'done');
  });
});

describe('<apple-pay-button>', () => {
  async function button(html: string): Promise<HTMLElement> {
    const host = document.createElement('div');
    host.innerHTML = html;
    document.body.append(host);
    await new Promise(requestAnimationFrame);
    return host.querySelector('apple-pay-button') ?? host;
  }

  const inner = (element: Element): HTMLButtonElement | null | undefined =>
    element.shadowRoot?.querySelector('button');

  it('is a real button with a name, in an open shadow root', async () => {
    const element = await button('<apple-pay-button type="pay" locale="de-DE"></apple-pay-button>');
    assert.equal(inner(element)?.getAttribute('aria-label'), 'Mit Wallet A zahlen');
  });

  it('rewrites what it does not know and removes a locale it cannot use', async () => {
    const element = await button(
      '<apple-pay-button type="purchase" buttonstyle="red" locale="xx-XX"></apple-pay-button>',
    );
    assert.equal(element.getAttribute('type'), 'buy');
    assert.equal(element.getAttribute('buttonstyle'), 'black');
    assert.isFalse(element.hasAttribute('locale'));
  });

  it('takes its language from the nearest lang', async () => {
    const element = await button('<p lang="uk"><apple-pay-button></apple-pay-button></p>');
    assert.equal(inner(element)?.lang, 'uk-UA');
  });

  it('is sized by the five custom properties, and never below its minimum', async () => {
    const element = await button(
      `<apple-pay-button style="--apple-pay-button-width:220px;--apple-pay-button-height:48px;
        --apple-pay-button-border-radius:9px;--apple-pay-button-padding:4px;
        --apple-pay-button-box-sizing:border-box"></apple-pay-button>`,
    );
    const { width, height } = element.getBoundingClientRect();
    assert.deepEqual([width, height], [220, 48]);
    const face = inner(element);
    assert.equal(face && getComputedStyle(face).borderTopLeftRadius, '9px');
    const small = await button(
      '<apple-pay-button style="--apple-pay-button-width:20px;--apple-pay-button-height:10px"></apple-pay-button>',
    );
    assert.deepEqual([small.offsetWidth, small.offsetHeight], [140, 30]);
  });

  it('is not there when the wallet cannot pay at the moment it is drawn', async () => {
    sandbox().configure({ walletA: { canMakePayments: false } });
    const element = await button('<apple-pay-button></apple-pay-button>');
    assert.equal(getComputedStyle(element).display, 'none');
    assert.equal(element.getAttribute('aria-hidden'), 'true');
  });

  it('keeps a click to itself: only a listener on the element hears it', async () => {
    const element = await button('<apple-pay-button></apple-pay-button>');
    const heard: string[] = [];
    element.addEventListener('click', () => heard.push('element'));
    element.parentElement?.addEventListener('click', () => heard.push('parent'));
    await press(element);
    assert.deepEqual(heard, ['element']);
  });
});

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
    assert.deepEqual(page.heard, ['validatemerchant', 'paymentauthorized']);
    const written = JSON.stringify(sandbox().calls);
    assert.include(written, '[token]');
    assert.notInclude(written, 'EC_v1');
  });

  it('reset goes back to the settings the page started with', () => {
    ApplePaySession.canMakePayments();
    sandbox().configure({ walletA: { canMakePayments: false }, timeLimit: null });
    sandbox().reset();
    assert.lengthOf(sandbox().calls, 0);
    assert.isTrue(sandbox().settings.walletA.canMakePayments);
    assert.equal(sandbox().settings.timeLimit, 30_000);
  });
});
