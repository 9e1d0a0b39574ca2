// Written from Apple's reference of the selection events and their updates: what the payer changes in the
// sheet, what the page hears of it, and what its answer does to the sheet.
import { assert } from '@open-wc/testing';
import { openSheet, press, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  courier,
  post,
  total,
  endState,
  update,
  heldTime,
  opened,
  payPage,
  request,
  shipped,
  thrown,
  timeLimit,
  dispatched,
  updateOf,
} from '../../test/wallet-a-page.ts';
import './wallet-a.ts';

const time = heldTime();

function words(): string {
  return openSheet().dialog.textContent;
}

function field(name: string): HTMLElement {
  const element = openSheet().dialog.querySelector<HTMLElement>(`[data-field="${name}"]`);
  if (!element) throw new Error(`The sheet has no ${name}.`);
  return element;
}

function input(name: string, value: string): HTMLElement {
  const element = field(name).querySelector<HTMLElement>(`input[value="${value}"]`);
  if (!element) throw new Error(`No ${name} ${value}.`);
  return element;
}

describe('ApplePaySession: a way of delivery with numbers', () => {
  it('comes back with texts, as from the browser', async () => {
    const choices: unknown[] = [];
    const methods: unknown = [post, { label: 'Locker', detail: 24, amount: 30, identifier: 7 }];
    await payPage(
      { ...shipped, shippingMethods: methods as ApplePayJS.ApplePayShippingMethod[] },
      (session) => {
        session.onshippingmethodselected = ({ shippingMethod }) => {
          choices.push({ ...shippingMethod });
          session.completeShippingMethodSelection(update);
        };
      },
    );
    await sheetIs('ready');
    await press(input('shippingOption', '7'));
    await dispatched('shippingmethodselected');
    const texts = { label: 'Locker', detail: '24', amount: '30', identifier: '7' };
    assert.deepEqual(choices, [texts]);
  });
});

describe('ApplePaySession: the payer chooses another address', () => {
  it('the page receives city and country, and its answer changes price and methods', async () => {
    const countries: (string | undefined)[] = [];
    await payPage(shipped, (session) => {
      session.onshippingcontactselected = ({ shippingContact }) => {
        countries.push(shippingContact.countryCode);
        session.completeShippingContactSelection(
          updateOf('300.00', { newShippingMethods: [courier] }),
        );
      };
    });
    await sheetIs('ready');
    await press(input('address', 'abroad'));
    await dispatched('shippingcontactselected', 2);
    assert.deepEqual(countries, ['UA', 'PL']);
    assert.include(words(), '300.00');
    assert.lengthOf(field('shippingOption').querySelectorAll('input'), 1);
  });

  it('the payment has the address that was chosen', async () => {
    let contact: ApplePayJS.ApplePayPaymentContact | undefined;
    const page = await payPage(shipped);
    page.authorized = ({ payment }) => {
      contact = payment.shippingContact;
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    sandbox().sheet.chooseAddress('work');
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.deepInclude(contact, { locality: 'Lviv', emailAddress: 'olena@shop.test' });
    assert.deepEqual(contact?.addressLines, ['2 Sample Avenue']);
  });

  it('an error of the address is shown there, and Pay is disabled until another address is chosen', async () => {
    await payPage(shipped, (session) => {
      session.onshippingcontactselected = ({ shippingContact }) => {
        const errors =
          shippingContact.countryCode === 'UA'
            ? []
            : [new ApplePayError('addressUnserviceable', 'country', 'We ship within Ukraine')];
        session.completeShippingContactSelection(updateOf('199.90', { errors }));
      };
    });
    await sheetIs('ready');
    sandbox().sheet.chooseAddress('abroad');
    await dispatched('shippingcontactselected', 2);
    assert.include(field('address').textContent, 'We ship within Ukraine');
    assert.equal(input('address', 'abroad').getAttribute('aria-invalid'), 'true');
    assert.isTrue(openSheet().pay.disabled);
    assert.throws(() => {
      sandbox().sheet.pay();
    }, 'We ship within Ukraine');
    sandbox().sheet.chooseAddress('home');
    await dispatched('shippingcontactselected', 3);
    assert.notInclude(words(), 'We ship within Ukraine');
    assert.isFalse(openSheet().pay.disabled);
  });

  it('the address that the shop knows comes first, and alone where it is picked up', async () => {
    const shippingContact = {
      locality: 'Odesa',
      countryCode: 'UA',
      addressLines: ['5 Sea Street'],
    };
    let redactedContact: ApplePayJS.ApplePayPaymentContact = {};
    const first = await payPage({ ...shipped, shippingContact }, (session) => {
      session.onshippingcontactselected = (event) => {
        redactedContact = event.shippingContact;
        session.completeShippingContactSelection(updateOf('199.90'));
      };
    });
    await sheetIs('ready');
    assert.deepEqual(redactedContact, { locality: 'Odesa', countryCode: 'UA' });
    assert.lengthOf(field('address').querySelectorAll('input'), 4);
    first.session.abort();
    const shippingContactEditingMode = 'storePickup';
    await payPage({ ...shipped, shippingContact, shippingContactEditingMode });
    assert.lengthOf(field('address').querySelectorAll('input'), 1);
  });
});

describe('ApplePaySession: the payer chooses another shipping method', () => {
  it('the page receives the whole method, and its answer is the price of the token', async () => {
    let choice: unknown;
    let token: unknown;
    const page = await payPage(shipped, (session) => {
      session.onshippingmethodselected = ({ shippingMethod }) => {
        choice = shippingMethod;
        session.completeShippingMethodSelection({
          newTotal: total('349.90'),
          newLineItems: [{ label: 'Courier', amount: '150.00' }],
        });
      };
    });
    page.authorized = ({ payment }) => {
      ({ token } = payment);
      page.session.completePayment({ status: 0 });
    };
    await sheetIs('ready');
    assert.notInclude(
      sandbox().calls.map(({ api }) => api),
      'event shippingmethodselected',
    );
    await press(input('shippingOption', 'courier'));
    await dispatched('shippingmethodselected');
    assert.deepEqual(choice, courier);
    sandbox().sheet.pay();
    await sheetIs('done');
    assert.equal((await opened(token))['transactionAmount'], 34990);
  });

  it('versions 1 and 2: (status, newTotal, newLineItems); a failure ends the session', async () => {
    const statuses = [ApplePaySession.STATUS_SUCCESS, ApplePaySession.STATUS_FAILURE];
    const page = await payPage(shipped, (session) => {
      session.onshippingmethodselected = () => {
        session.completeShippingMethodSelection(statuses.shift() ?? 0, total('250.00'), []);
      };
    });
    await sheetIs('ready');
    sandbox().sheet.chooseShippingOption('courier');
    await dispatched('shippingmethodselected');
    assert.include(words(), '250.00');
    sandbox().sheet.chooseShippingOption('post');
    await sheetIs('failed');
    time.pass(endState);
    await until(() => page.events.includes('cancel'), 'cancel');
  });
});

describe('ApplePaySession: the payer enters a coupon code', () => {
  const couponCodes: Partial<ApplePayJS.ApplePayPaymentRequest> = {
    supportsCouponCode: true,
    couponCode: 'WELCOME',
  };

  it('typed by hand: the page receives it, trimmed, and changes the price', async () => {
    const codes: string[] = [];
    await payPage(couponCodes, (session) => {
      session.oncouponcodechanged = ({ couponCode }) => {
        codes.push(couponCode);
        session.completeCouponCodeChange(
          updateOf('99.90', { newLineItems: [{ label: 'Spring', amount: '-100.00' }] }),
        );
      };
    });
    await sheetIs('ready');
    const box = field('couponCode').querySelector('input');
    assert.equal(box?.value, 'WELCOME');
    if (box) box.value = ' SPRING ';
    const apply = field('couponCode').querySelector('button');
    if (apply) await press(apply);
    await dispatched('couponcodechanged');
    assert.deepEqual(codes, ['SPRING']);
    assert.include(words(), '99.90');
    assert.include(words(), 'Spring');
  });

  it('an error of the code is shown at its field; the payer may pay without a code', async () => {
    await payPage(couponCodes, (session) => {
      session.oncouponcodechanged = () => {
        const errors = [new ApplePayError('couponCodeExpired', undefined, 'Over since May')];
        session.completeCouponCodeChange(updateOf('199.90', { errors }));
      };
    });
    await sheetIs('ready');
    sandbox().sheet.enterCoupon('MAY');
    await dispatched('couponcodechanged');
    assert.include(field('couponCode').textContent, 'Over since May');
    sandbox().sheet.pay();
    await sheetIs('done');
  });

  it('the sheet has no field for one unless the request says so', async () => {
    await payPage();
    await sheetIs('ready');
    assert.throws(() => {
      sandbox().sheet.enterCoupon('SPRING');
    }, 'no field');
  });
});

describe('ApplePaySession: a selection', () => {
  it('without a listener answers itself', async () => {
    await payPage(shipped);
    await sheetIs('ready');
    sandbox().sheet.chooseAddress('work');
    sandbox().sheet.chooseShippingOption('courier');
    sandbox().sheet.enterCoupon('SPRING');
    sandbox().sheet.chooseCard('visa-decline');
    assert.equal(sandbox().sheet.state, 'ready');
    assert.isEmpty(sandbox().calls.filter(({ api }) => /^event .*(selected|changed)$/.test(api)));
  });

  it('comes one at a time: the next waits for the answer', async () => {
    const events: string[] = [];
    const answers: (() => void)[] = [];
    await payPage(shipped, (session) => {
      session.onshippingmethodselected = () => {
        events.push('method');
        answers.push(() => {
          session.completeShippingMethodSelection(updateOf('210.00'));
        });
      };
      session.oncouponcodechanged = () => {
        events.push('coupon');
        session.completeCouponCodeChange(updateOf('190.00'));
      };
    });
    await sheetIs('ready');
    sandbox().sheet.chooseShippingOption('courier');
    await dispatched('shippingmethodselected');
    sandbox().sheet.enterCoupon('SPRING');
    assert.deepEqual(events, ['method']);
    assert.isTrue(openSheet().pay.disabled);
    answers[0]?.();
    await dispatched('couponcodechanged');
    assert.deepEqual(events, ['method', 'coupon']);
    assert.equal(sandbox().sheet.state, 'ready');
  });

  const questions: readonly [keyof ApplePaySession & `on${string}`, () => void][] = [
    ['onpaymentmethodselected', () => undefined],
    ['onshippingcontactselected', () => undefined],
    [
      'onshippingmethodselected',
      () => {
        sandbox().sheet.chooseShippingOption('courier');
      },
    ],
    [
      'oncouponcodechanged',
      () => {
        sandbox().sheet.enterCoupon('SPRING');
      },
    ],
  ];
  for (const [handler, choose] of questions) {
    it(`${handler}: a page that says nothing for 30 seconds gets "Payment Not Completed"`, async () => {
      const page = await payPage(shipped, (session) => {
        session[handler] = () => undefined;
      });
      if (handler === 'onshippingmethodselected' || handler === 'oncouponcodechanged') {
        await sheetIs('ready');
      }
      choose();
      await dispatched(handler.slice(2));
      time.pass(timeLimit - 1);
      assert.equal(sandbox().sheet.state, 'waiting');
      time.pass(1);
      assert.equal(sandbox().sheet.state, 'failed');
      time.pass(endState);
      await until(() => page.events.includes('cancel'), 'cancel');
    });
  }

  it('before the payer agrees a payment method is a type and, if asked, where it is billed', async () => {
    const methods: object[] = [];
    await payPage({ requiredBillingContactFields: ['postalAddress'] }, (session) => {
      session.onpaymentmethodselected = ({ paymentMethod }) => {
        methods.push(paymentMethod);
        session.completePaymentMethodSelection({ newTotal: request.total });
      };
    });
    await sheetIs('ready');
    const [method] = methods;
    assert.sameMembers(Object.keys(method ?? {}), ['type', 'billingContact']);
    assert.notProperty(Reflect.get(method ?? {}, 'billingContact'), 'addressLines');
  });

  it('versions 1 and 2: (newTotal, newLineItems), and (status, methods, newTotal, newLineItems)', async () => {
    await payPage(shipped, (session) => {
      session.onpaymentmethodselected = () => {
        session.completePaymentMethodSelection(total('201.00'), []);
      };
      session.onshippingcontactselected = () => {
        session.completeShippingContactSelection(
          ApplePaySession.STATUS_INVALID_SHIPPING_POSTAL_ADDRESS,
          [courier],
          total('202.00'),
          [],
        );
      };
    });
    await sheetIs('ready');
    assert.include(words(), '202.00');
    assert.deepEqual(
      sandbox().sheet.errors.map((error) => [error.field, error.detail]),
      [['address', 'postalAddress']],
    );
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

  it('a listener that has run once does not have to answer the next', async () => {
    await payPage(shipped, (session) => {
      const answer = (): void => {
        session.completeShippingContactSelection(update);
      };
      session.addEventListener('shippingcontactselected', answer, { once: true });
    });
    await sheetIs('ready');
    sandbox().sheet.chooseAddress('work');
    assert.equal(sandbox().sheet.state, 'ready');
  });

  it('a listener that is removed after its answer is not asked about the next choice', async () => {
    let answer = (): void => undefined;
    await payPage(shipped, (session) => {
      session.onshippingcontactselected = () => {
        answer = () => {
          session.completeShippingContactSelection(update);
          Reflect.set(session, 'onshippingcontactselected', null);
        };
      };
    });
    await dispatched('shippingcontactselected');
    sandbox().sheet.chooseAddress('work');
    answer();
    await sheetIs('ready');
    assert.lengthOf(
      sandbox().calls.filter(({ api }) => api === 'event shippingcontactselected'),
      1,
    );
  });

  it('two choices at once are asked about one after the other', async () => {
    await payPage(shipped, (session) => {
      session.onshippingcontactselected = () => {
        setTimeout(() => {
          session.completeShippingContactSelection(update);
        });
      };
      session.onshippingmethodselected = () => {
        session.completeShippingMethodSelection(update);
      };
    });
    await sheetIs('ready');
    sandbox().sheet.chooseAddress('work');
    sandbox().sheet.chooseShippingOption('courier');
    await dispatched('shippingmethodselected');
    await sheetIs('ready');
  });

  it('an answer that comes twice is refused, also where the payer has chosen again', async () => {
    let answer = (): void => undefined;
    await payPage(shipped, (session) => {
      session.onshippingcontactselected = () => {
        answer = () => {
          session.completeShippingContactSelection(update);
        };
      };
    });
    await dispatched('shippingcontactselected');
    sandbox().sheet.chooseAddress('work');
    answer();
    assert.equal(thrown(answer).name, 'InvalidAccessError');
    await dispatched('shippingcontactselected', 2);
    answer();
    await sheetIs('ready');
  });
});
