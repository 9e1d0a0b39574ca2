import { assert } from '@open-wc/testing';
import type { SheetUpdate } from '@wallet-buttons/elements';
import { html } from 'lit';
import { freshPage, becomes } from '../fresh-page.ts';
import { provider, replace } from '../replace.ts';
import {
  apis,
  ended,
  endingsOf,
  failed,
  paid,
  payingBackend,
  sandbox,
  scene,
  sheetIs,
} from '../scene.ts';
import { calls, eventOf, press, problem, ready, render, walletA, walletB } from '../support.ts';
import { holdTime } from '../time.ts';
import { waitUntil } from '../wait-until.ts';

const pickup = { id: 'pickup', label: 'Pickup', amount: '0' };
const courier = { id: 'courier', label: 'Courier', amount: '50', detail: 'Tomorrow' };
/** What makes the sheet ask the page about everything. */
const asksAll = {
  request: 'shipping-address payment-method',
  shippingOptions: [pickup, courier],
  couponCode: '',
};
const completes = [
  'completeShippingContactSelection',
  'completeShippingMethodSelection',
  'completeCouponCodeChange',
  'completePaymentMethodSelection',
].map((name) => `ApplePaySession.${name}`);

describe('what the sheet shows', () => {
  const page = scene();

  it('handlers are set before begin(), those of a selection only where it is asked for', async () => {
    page.payer('cancels');
    const commonHandlers = ['onvalidatemerchant', 'onpaymentauthorized', 'oncancel'];
    const selections = [
      'onpaymentmethodselected',
      'onshippingcontactselected',
      'onshippingmethodselected',
      'oncouponcodechanged',
    ];
    const handlers: (readonly string[])[] = [];
    const restore = replace<(this: object) => void>(
      provider('ApplePaySession').prototype,
      'begin',
      (begin) =>
        function () {
          handlers.push(
            [...commonHandlers, ...selections].filter((name) => Reflect.get(this, name)),
          );
          begin.call(this);
        },
    );
    try {
      for (const set of [{}, asksAll]) {
        const { tag, events } = await ready(walletA);
        Object.assign(tag, set);
        await press(tag);
        await ended(events);
        tag.remove();
      }
    } finally {
      restore();
    }
    assert.deepEqual(handlers, [commonHandlers, [...commonHandlers, ...selections]]);
  });

  it('each selection is answered once, in time, with a total; a page that fails or is silent is an error in the sheet', async () => {
    page.payer('chooses');
    const time = holdTime();
    const errors: unknown[] = [];
    const restore = replace(window, 'reportError', () => (error: unknown) => errors.push(error));
    try {
      const { tag } = await ready(walletA);
      Object.assign(tag, asksAll);
      let answer: SheetUpdate | Promise<SheetUpdate> = { amount: '249.90' };
      for (const name of ['address', 'option'] as const) {
        tag.addEventListener(`wallet-shipping-${name}-change`, (event) => {
          event.updateWith(answer);
        });
      }
      tag.addEventListener('wallet-coupon-change', (event) => {
        event.updateWith(answer);
      });
      await press(tag);
      await sheetIs('ready');
      sandbox().sheet.chooseShippingOption('courier');
      await sheetIs('ready');
      sandbox().sheet.enterCoupon('HONEY10');
      await sheetIs('ready');
      const questionCount = apis().filter((api) =>
        /^event (shipping|coupon|paymentmethod)/.test(api),
      ).length;
      const answers = completes.flatMap((api) => calls(api));
      assert.equal(questionCount, answers.length);
      assert.isAtLeast(questionCount, 4);
      for (const { args } of answers) {
        assert.nestedProperty(args[0], 'newTotal.amount');
        assert.nestedProperty(args[0], 'newTotal.label');
      }

      answer = Promise.reject<SheetUpdate>(new Error('no rates today'));
      sandbox().sheet.chooseAddress('work');
      await waitUntil(() => sandbox().sheet.errors.length > 0, 'an error in the sheet');
      assert.lengthOf(errors, 1);

      const answerCount = calls(completes[0] ?? '').length;
      answer = new Promise(() => undefined);
      const waits = time.waits.length;
      sandbox().sheet.chooseAddress('home');
      await waitUntil(() => time.waits.length > waits, 'the page to be waited for');
      time.pass(29_000);
      await waitUntil(() => calls(completes[0] ?? '').length > answerCount, 'an answer in time');
      await sheetIs('ready');
      sandbox().sheet.cancel();
    } finally {
      time.release();
      restore();
    }
  });

  it('an update names money in the same currency, written like the rest, or the sheet shows an error', async () => {
    page.payer('chooses');
    const restore = replace(window, 'reportError', () => () => undefined);
    try {
      const { tag, events } = await ready(walletA);
      Object.assign(tag, { ...asksAll, currency: 'KWD', amount: '10' });
      const updates: SheetUpdate[] = [
        { amount: '12.5', displayItems: [{ label: 'Delivery', amount: '2.500' }] },
        { amount: '12.555' },
      ];
      tag.addEventListener('wallet-shipping-address-change', (event) => {
        event.updateWith(updates.shift() ?? {});
      });
      await press(tag);
      await sheetIs('ready');
      const answers = () => calls(completes[0] ?? '').map(({ args }) => args[0]);
      assert.deepNestedInclude(answers().at(-1), {
        'newTotal.amount': '12.50',
        'newLineItems[0].amount': '2.50',
      });
      sandbox().sheet.chooseAddress('work');
      await waitUntil(() => sandbox().sheet.errors.length > 0, 'an error in the sheet');
      assert.deepNestedInclude(answers().at(-1), { 'newTotal.amount': '12.50' });
      sandbox().sheet.chooseAddress('home');
      await sheetIs('ready');
      sandbox().sheet.pay();
      await eventOf(events, 'wallet-result');
      assert.deepEqual(page.backend.asked.at(-1)?.body['shown'], {
        amount: '12.50',
        currency: 'KWD',
      });
    } finally {
      restore();
    }
  });

  it('a refusal is STATUS_FAILURE; errors of fields are ApplePayErrors, and the payer may agree again', async () => {
    page.answers({ 'pay-token': failed });
    const no = await ready(walletA);
    await press(no.tag);
    await eventOf(no.events, 'wallet-result');
    assert.deepEqual(calls('ApplePaySession.completePayment').at(-1)?.args[0], { status: 1 });
    no.tag.remove();

    page.payer('chooses');
    let turn = 0;
    const errors = [
      { code: 'shipping_address_invalid', field: 'postal_code', message: 'No such code.' },
    ];
    page.answers({
      'pay-token': () => (turn++ ? paid() : problem(422, 'order_refused', { errors })),
    });
    const answers: { readonly errors?: readonly Record<string, unknown>[] }[] = [];
    const restore = replace<(this: unknown, result: (typeof answers)[number]) => void>(
      provider('ApplePaySession').prototype,
      'completePayment',
      (complete) =>
        function (result) {
          answers.push(result);
          complete.call(this, result);
        },
    );
    try {
      const { tag, events } = await ready(walletA);
      tag.request = 'shipping-address';
      await press(tag);
      await sheetIs('ready');
      sandbox().sheet.pay();
      await waitUntil(() => sandbox().sheet.errors.length > 0);
      const [error] = answers[0]?.errors ?? [];
      assert.instanceOf(error, Reflect.get(window, 'ApplePayError') as new () => object);
      assert.deepInclude(error, { code: 'shippingContactInvalid', contactField: 'postalCode' });
      assert.deepEqual(endingsOf(events), []);
      sandbox().sheet.chooseAddress('work');
      await sheetIs('ready');
      sandbox().sheet.pay();
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      assert.lengthOf(answers, 2);
    } finally {
      restore();
    }
  });

  it('the code is shown in a window inside of a frame, else over the page, set before begin(); other options stay', async () => {
    page.payer('cancels');
    const whole = await ready(walletA);
    await press(whole.tag);
    await ended(whole.events);
    const display = self === top ? 'modal' : 'window';
    assert.deepEqual(calls('event code').at(-1)?.args, [display]);
    const frame = await freshPage();
    try {
      const options = Reflect.get(frame.window, 'ApplePayWebOptions') as {
        set(options: object): void;
      };
      const closings: unknown[] = [];
      options.set({ onApplePayCodeClose: () => closings.push('closed') });
      frame.window.walletSandbox?.configure({ payer: { does: 'cancels' } });
      const backend = payingBackend({}, frame.window);
      await frame.define();
      const tag = frame.add(
        '<wallet-a-button order="A-1" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>',
      );
      await becomes(tag, 'ready');
      await press(tag);
      await waitUntil(() => frame.events.some(({ type }) => type === 'wallet-cancel'));
      assert.deepEqual(frame.calls('event code').at(-1)?.args, ['window']);
      assert.deepEqual(closings, ['closed']);
      backend.restore();
    } finally {
      frame.close();
    }
  });

  it('prefetching waits for the button, may fail, and changes nothing of the later request', async () => {
    page.payer('cancels');
    const plain = await ready(walletB);
    await press(plain.tag);
    await ended(plain.events);
    assert.lengthOf(calls('PaymentsClient.prefetchPaymentData'), 0);
    const lastRequest = () => calls('PaymentsClient.loadPaymentData').at(-1)?.args[0];
    const plainRequest = lastRequest();
    const early = async (fails: boolean) => {
      plain.tag.remove();
      const order = () => apis().filter((api) => /isReadyToPay|prefetch|loadPaymentData/.test(api));
      const start = order().length;
      const clone = plain.tag.cloneNode();
      Object.assign(clone, { prefetch: true });
      const { tag, events } = await render(html`${clone}`);
      await eventOf(events, 'wallet-ready');
      await tag.updateComplete;
      if (!fails) {
        assert.deepEqual(order().slice(start), [
          'PaymentsClient.isReadyToPay',
          'PaymentsClient.prefetchPaymentData',
        ]);
      }
      await press(tag);
      assert.equal(await ended(events), 'wallet-cancel');
      assert.deepEqual(lastRequest(), plainRequest);
      tag.remove();
    };
    await early(false);
    const restore = replace(
      provider('PaymentsClient').prototype,
      'prefetchPaymentData',
      () => () => {
        throw new Error('not now');
      },
    );
    try {
      await early(true);
    } finally {
      restore();
    }
  });
});
