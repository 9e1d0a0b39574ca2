// Written from what the provider's script does in Safari, in Firefox and on iOS.
import { assert } from '@open-wc/testing';
import { holdTime, press, sandbox, sheetIs, until } from '../../test/payer.ts';
import {
  apis,
  client,
  freshSandbox,
  pay,
  rejection,
  request,
  shownTotal,
  transactionInfo,
  written,
} from '../../test/google-pay.ts';

freshSandbox();

/** A window without a screen; what the browser would have opened. */
interface FakeWindow {
  closed: boolean;
  close(): void;
}

const realOpen = window.open.bind(window);
let popups: { readonly name: string | undefined; readonly window: FakeWindow }[] = [];

beforeEach(() => {
  sandbox().configure({ walletB: { flow: 'popup', gesture: 'none' } });
  popups = [];
  window.open = (_address, name) => {
    const last = popups.at(-1);
    // A name leads to the window that has it.
    const fake: FakeWindow =
      last && !last.window.closed
        ? last.window
        : {
            closed: false,
            close() {
              this.closed = true;
            },
          };
    popups.push({ name, window: fake });
    return fake as unknown as Window;
  };
});

afterEach(() => {
  for (const { window: popup } of popups) popup.close();
  window.open = realOpen;
});

/** Where nothing can settle a promise, a task that runs after everything that is queued shows it. */
async function neverSettles(payment: Promise<unknown>): Promise<void> {
  const pending = Symbol('pending');
  const timeout = new Promise<symbol>((resolve) => setTimeout(resolve, 20, pending));
  assert.equal(await Promise.race([payment, timeout]), pending);
}

function button(onClick: () => void): HTMLButtonElement {
  const element = client().createButton({ onClick });
  document.body.prepend(element);
  const inner = element.querySelector('button');
  if (!inner) throw new Error('No button inside.');
  return inner;
}

describe('the popup: when it opens', () => {
  it('it opens at a press, before the click handler of the page runs', async () => {
    const popupCounts: number[] = [];
    const inner = button(() => {
      popupCounts.push(popups.length);
    });
    await press(inner);
    assert.deepEqual(popupCounts, [1]);
    assert.equal(popups[0]?.name, 'gp-js-popup');
    assert.include(apis(), 'window.open');
    inner.remove();
  });

  it('it stays open if the page then asks for no payment', async () => {
    const inner = button(() => undefined);
    await press(inner);
    assert.isFalse(popups[0]?.window.closed);
    inner.remove();
  });

  it('not at a press of a disabled button', async () => {
    const inner = button(() => undefined);
    inner.disabled = true;
    await press(inner);
    inner.click();
    assert.lengthOf(popups, 0);
    inner.remove();
  });

  it('not over the page', async () => {
    sandbox().configure({ walletB: { flow: 'in-page sheet' } });
    const inner = button(() => undefined);
    await press(inner);
    assert.lengthOf(popups, 0);
    inner.remove();
  });

  it('loadPaymentData takes the window that the press opened', async () => {
    const paymentsClient = client();
    let payment: Promise<unknown> = Promise.resolve();
    const inner = button(() => {
      payment = paymentsClient.loadPaymentData(request);
    });
    await press(inner);
    assert.lengthOf(popups, 1);
    await sheetIs('ready');
    sandbox().sheet.pay();
    await payment;
    assert.isTrue(popups[0]?.window.closed);
    inner.remove();
  });

  it('loadPaymentData opens it where the page has a button of its own', async () => {
    const { payment } = await pay();
    assert.lengthOf(popups, 1);
    await sheetIs('ready');
    sandbox().sheet.pay();
    await payment;
    assert.isTrue(popups[0]?.window.closed);
  });

  it('a blocked popup makes the script navigate the shop’s page itself', async () => {
    sandbox().configure({ walletB: { popup: 'blocked' } });
    const { payment } = await pay();
    assert.deepEqual(
      popups.map(({ name }) => name),
      ['_top'],
    );
    await neverSettles(payment);
  });

  it('without user activation the browser blocks it, and the wallet takes the page’s own window', async () => {
    sandbox().configure({ walletB: { gesture: 'activation' } });
    Object.defineProperty(navigator, 'userActivation', {
      value: { isActive: false },
      configurable: true,
    });
    const payment = client().loadPaymentData(request);
    Reflect.deleteProperty(navigator, 'userActivation');
    assert.equal(popups[0]?.name, '_top');
    await neverSettles(payment);
  });

  it('only when that fails too it rejects with the string "failed to open window"', async () => {
    sandbox().configure({ walletB: { popup: 'refused' } });
    const error: unknown = await rejection((await pay()).payment);
    assert.equal(error, 'failed to open window');
    assert.lengthOf(popups, 0);
  });

  it('after it was blocked the client can be called again', async () => {
    const paymentsClient = client();
    sandbox().configure({ walletB: { popup: 'refused' } });
    await rejection((await pay({}, paymentsClient)).payment);
    sandbox().configure({ walletB: { popup: 'opens' }, payer: { does: 'pays' } });
    assert.containsAllKeys(await (await pay({}, paymentsClient)).payment, ['paymentMethodData']);
  });
});

describe('the popup: before the page hears', () => {
  it('a press that the page then refuses leaves the window open', async () => {
    const inner = button(() => {
      throw new Error('Not today');
    });
    const errorMessage = Promise.withResolvers<unknown>();
    const { onerror } = window;
    window.onerror = (message) => {
      errorMessage.resolve(message);
      return true;
    };
    await press(inner);
    assert.match(String(await errorMessage.promise), /Not today/);
    window.onerror = onerror;
    assert.isFalse(popups[0]?.window.closed);
    inner.remove();
  });

  it('a capturing listener on the box around the button, which stops the event, opens none', async () => {
    const inner = button(() => undefined);
    const stop = (event: Event): void => {
      event.stopPropagation();
    };
    inner.parentElement?.addEventListener('click', stop, { capture: true });
    await press(inner);
    assert.lengthOf(popups, 0);
    inner.parentElement?.remove();
  });

  it('canMakePayment false opens the popup without a window opened before', async () => {
    sandbox().configure({ walletB: { flow: 'in-page sheet', canMakePayment: false } });
    let payment: Promise<unknown> = Promise.resolve();
    let popupCount = -1;
    const inner = button(() => {
      popupCount = popups.length;
      payment = client().loadPaymentData(request);
    });
    await press(inner);
    assert.equal(popupCount, 0);
    assert.equal(popups[0]?.name, 'gp-js-popup');
    await sheetIs('ready');
    sandbox().sheet.pay();
    await payment;
    inner.remove();
  });

  it('a negative total is passed on as "-1.00"', async () => {
    const totalPrice = '-1.00';
    const { payment } = await pay({ transactionInfo: { ...transactionInfo, totalPrice } });
    await sheetIs('ready');
    assert.match(shownTotal(), /[-−].*1\.00/);
    sandbox().sheet.pay();
    await payment;
  });
});

describe('the popup: a second press', () => {
  it('of a second button re-navigates the same window, and kills the payment in it', async () => {
    const time = holdTime();
    const { payment } = await pay();
    await sheetIs('ready');
    const second = button(() => undefined);
    second.click();
    assert.equal(popups.at(-1)?.window, popups[0]?.window);
    assert.equal(sandbox().sheet.state, 'closed');
    popups[0]?.window.close();
    time.pass(100);
    time.pass(3300);
    assert.deepEqual(await rejection(payment), { statusCode: 'CANCELED' });
    second.remove();
    time.release();
  });

  it('takes the window away from the payment that is in it', async () => {
    const time = holdTime();
    const paymentsClient = client();
    let payment: Promise<unknown> | undefined;
    const inner = button(() => {
      payment ??= paymentsClient.loadPaymentData(request);
    });
    await press(inner);
    await sheetIs('ready');
    inner.focus();
    inner.click();
    assert.lengthOf(popups, 2);
    assert.equal(popups[1]?.window, popups[0]?.window);
    assert.equal(sandbox().sheet.state, 'closed');
    popups[0]?.window.close();
    time.pass(100);
    time.pass(3300);
    assert.deepEqual(await rejection(payment ?? Promise.resolve()), { statusCode: 'CANCELED' });
    inner.remove();
    time.release();
  });

  it('the pointer cannot reach the page, the keyboard can', async () => {
    const inner = button(() => undefined);
    inner.focus();
    const { payment } = await pay();
    await sheetIs('ready');
    inner.focus();
    assert.equal(document.activeElement, inner);
    const { left, top, width, height } = inner.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    assert.notEqual(hit, inner);
    sandbox().sheet.pay();
    await payment;
    const free = document.elementFromPoint(left + width / 2, top + height / 2);
    assert.isTrue(inner.contains(free));
    inner.remove();
  });
});

describe('the popup: how it ends', () => {
  async function outcome(payment: Promise<unknown>): Promise<{ settled: boolean }> {
    const state = { settled: false };
    payment.then(
      () => (state.settled = true),
      () => (state.settled = true),
    );
    await sheetIs('ready');
    return state;
  }

  async function settle(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }

  it('a closed popup is CANCELED after 3.2 to 3.5 s', async () => {
    const time = holdTime();
    const { payment } = await pay();
    const state = await outcome(payment);
    sandbox().sheet.cancel();
    assert.isTrue(popups[0]?.window.closed);
    time.pass(3199);
    await settle();
    assert.isFalse(state.settled);
    time.pass(101);
    assert.deepEqual(await rejection(payment), { statusCode: 'CANCELED' });
    time.release();
  });

  it('a window that the payer closed is CANCELED once the script has looked', async () => {
    const time = holdTime();
    const { payment } = await pay();
    const state = await outcome(payment);
    popups[0]?.window.close();
    time.pass(100);
    assert.equal(sandbox().sheet.state, 'closed');
    time.pass(3199);
    await settle();
    assert.isFalse(state.settled);
    time.pass(101);
    assert.deepEqual(await rejection(payment), { statusCode: 'CANCELED' });
    time.release();
  });

  it('a payment that the page accepts after the payer has closed the window is CANCELED too', async () => {
    const time = holdTime();
    const acceptance = Promise.withResolvers<google.payments.api.PaymentAuthorizationResult>();
    const question = Promise.withResolvers<undefined>();
    const paymentsClient = client({
      onPaymentAuthorized: () => {
        question.resolve(undefined);
        return acceptance.promise;
      },
    });
    const { payment } = await pay({ callbackIntents: ['PAYMENT_AUTHORIZATION'] }, paymentsClient);
    await sheetIs('ready');
    sandbox().sheet.pay();
    await question.promise;
    sandbox().sheet.cancel();
    acceptance.resolve({ transactionState: 'SUCCESS' });
    await settle();
    time.pass(3300);
    assert.deepEqual(await rejection(payment), { statusCode: 'CANCELED' });
    time.release();
  });

  it('meanwhile the client is busy', async () => {
    const time = holdTime();
    const paymentsClient = client();
    const { payment } = await pay({}, paymentsClient);
    await outcome(payment);
    sandbox().sheet.cancel();
    const { message } = await rejection((await pay({}, paymentsClient)).payment);
    assert.match(message ?? '', /one at a time/);
    time.pass(3300);
    await rejection(payment);
    sandbox().configure({ payer: { does: 'pays' } });
    await (
      await pay({}, paymentsClient)
    ).payment;
    time.release();
  });

  it('closes with the page', async () => {
    await pay();
    await sheetIs('ready');
    window.dispatchEvent(new PageTransitionEvent('pagehide'));
    assert.isTrue(popups[0]?.window.closed);
    sandbox().configure({ walletB: { cancelDelay: 0 } });
  });

  for (const [failure, statusCode] of [
    ['DEVELOPER_ERROR', 'DEVELOPER_ERROR'],
    ['MERCHANT_ACCOUNT_ERROR', 'MERCHANT_ACCOUNT_ERROR'],
    ['BUYER_ACCOUNT_ERROR', 'CANCELED'],
    ['INTERNAL_ERROR', 'CANCELED'],
  ] as const) {
    it(`${failure} of the provider is ${statusCode} to the page`, async () => {
      sandbox().configure({ walletB: { failure } });
      const error = await rejection((await pay()).payment);
      assert.equal(error.statusCode, statusCode);
      assert.equal(error.statusMessage === undefined, statusCode === 'CANCELED');
      assert.isTrue(popups[0]?.window.closed);
    });
  }

  it('a price that the sheet refuses is reported by name', async () => {
    await written('error', async () => {
      const brokenRequest = { transactionInfo: { ...transactionInfo, totalPrice: '1.500' } };
      assert.equal(
        (await rejection((await pay(brokenRequest)).payment)).statusCode,
        'DEVELOPER_ERROR',
      );
    });
  });
});

describe('the popup: a real window', () => {
  // A driver without a mouse has no presses for which an engine lets a window open.
  const driven = navigator.vendor !== 'Apple Computer, Inc.';

  if (driven)
    it('shows the sheet in it, and the payer works it there', async () => {
      window.open = (...args) => {
        const popup = realOpen(...args);
        if (popup) popups.push({ name: args[1], window: popup });
        return popup;
      };
      const { payment } = await pay();
      await sheetIs('ready');
      const popup = popups[0]?.window as unknown as Window;
      const find = (): HTMLButtonElement | null | undefined =>
        popup.document
          .querySelector('wallet-sandbox-sheet')
          ?.shadowRoot?.querySelector<HTMLButtonElement>('.pay');
      await until(() => (find()?.offsetHeight ?? 0) > 40, 'the sheet in the window');
      assert.isNull(document.querySelector('wallet-sandbox-sheet'));
      find()?.click();
      assert.containsAllKeys(await payment, ['paymentMethodData']);
      await until(() => popup.closed, 'the window to close');
    });
});
