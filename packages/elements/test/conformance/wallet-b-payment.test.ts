import { assert } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { fakePopups, type Popups } from '../popup.ts';
import {
  bankAt,
  control,
  ended,
  endingsOf,
  failed,
  paid,
  sandbox,
  scene,
  sheetIs,
  silence,
} from '../scene.ts';
import { provider, replace } from '../replace.ts';
import { calls, eventOf, press, problem, ready, walletB } from '../support.ts';
import { holdTime } from '../time.ts';
import { tokensGiven } from '../tokens.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const answers = () =>
  calls('answer onPaymentAuthorized').map(({ args }) => args[0] as Record<string, unknown>);

describe('a payment of wallet B', () => {
  const page = scene();
  const posts = () => page.backend.to('pay-token');

  it('the callback always resolves in time, with a reason, an intent and a message that the provider allows', async () => {
    const bad = [failed, () => problem(403, 'order_closed')];
    for (const answer of bad) {
      const answerCount = answers().length;
      page.answers({ 'pay-token': answer });
      const { tag, events } = await ready(walletB);
      await press(tag);
      await waitUntil(() => answers().length > answerCount);
      const { transactionState, error } = answers().at(-1) as {
        transactionState: string;
        error: { reason: string; intent: string; message: string };
      };
      assert.equal(transactionState, 'ERROR');
      assert.match(error.reason, /^(PAYMENT_DATA_INVALID|OTHER_ERROR)$/);
      assert.equal(error.intent, 'PAYMENT_AUTHORIZATION');
      assert.isNotEmpty(error.message);
      await sheetIs('ready');
      sandbox().sheet.cancel();
      await ended(events);
      tag.remove();
    }
    page.answers({ 'pay-token': silence, status: silence });
    const time = holdTime();
    try {
      const answerCount = answers().length;
      const { tag, events } = await ready(walletB);
      await press(tag);
      await waitUntil(() => posts().length === 1);
      time.pass(20_000);
      await waitUntil(() => page.backend.to('status').length === 1);
      time.pass(9_500);
      await waitUntil(() => answers().length > answerCount, 'the sheet to be answered');
      assert.deepEqual(answers().at(-1), { transactionState: 'SUCCESS' });
      await ended(events);
    } finally {
      time.release();
    }
  });

  it('after an error the payer may take another card: another token, another key, one result', async () => {
    let turn = 0;
    page.answers({ 'pay-token': () => (turn++ ? paid() : failed()) });
    const { tag, events } = await ready(walletB);
    await press(tag);
    await waitUntil(() => answers().length === 1);
    await sheetIs('ready');
    sandbox().sheet.pay('mastercard-challenge');
    await eventOf(events, 'wallet-result');
    await settled();
    assert.deepEqual(endingsOf(events), ['wallet-result']);
    assert.deepInclude(await eventOf(events, 'wallet-result'), { outcome: 'succeeded' });
    const [first, second, ...more] = posts();
    assert.lengthOf(more, 0);
    assert.notEqual(first?.body['token'], second?.body['token']);
    assert.notEqual(first?.headers.get('idempotency-key'), second?.headers.get('idempotency-key'));
  });

  it('the token is posted inside of the callback, and not again when the sheet has closed', async () => {
    const { given, restore } = tokensGiven();
    try {
      const { tag, events } = await ready(walletB);
      page.answers({
        'pay-token': () => {
          assert.lengthOf(given, 0);
          assert.lengthOf(calls('event onPaymentAuthorized'), 1);
          assert.lengthOf(answers(), 0);
          return paid();
        },
      });
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      await settled();
      assert.lengthOf(given, 1);
      assert.lengthOf(posts(), 1);
    } finally {
      restore();
    }
  });

  it('on the way to the bank the callback says success, and the page leaves when the sheet is closed', async () => {
    const { given, restore } = tokensGiven();
    const steps: unknown[] = [];
    const note = () => steps.push(answers().at(-1), given.length);
    addEventListener('hashchange', note, { once: true });
    try {
      page.answers({ 'pay-token': bankAt(`${location.href.split('#')[0] ?? ''}#acs`) });
      const { tag, events } = await ready(walletB);
      tag.addEventListener('wallet-redirect', () => steps.push(given.length));
      await press(tag);
      await eventOf(events, 'wallet-redirect');
      await waitUntil(() => steps.length === 3);
      assert.deepEqual(steps, [1, { transactionState: 'SUCCESS' }, 1]);
    } finally {
      restore();
    }
  });

  it('a cancel in either shape is wallet-cancel; every other rejection an error with code and message', async () => {
    let restore = (): void => undefined;
    const uncaught: unknown[] = [];
    const note = (event: PromiseRejectionEvent) => uncaught.push(event.reason);
    addEventListener('unhandledrejection', note);
    const statusMessage = 'what the provider says';
    const rejections = [
      [{ statusCode: 'CANCELED' }, 'cancel'],
      [
        Object.assign(new DOMException('closed', 'AbortError'), { statusCode: 'CANCELED' }),
        'cancel',
      ],
      [{ statusCode: 'DEVELOPER_ERROR', statusMessage }, 'config'],
      [{ statusCode: 'MERCHANT_ACCOUNT_ERROR', statusMessage }, 'merchant-account'],
      [{ statusCode: 'BUYER_ACCOUNT_ERROR', statusMessage }, 'payer-account'],
      [{ statusCode: 'INTERNAL_ERROR', statusMessage }, 'provider'],
      [new Error(statusMessage), 'provider'],
      [statusMessage, 'provider'],
    ] as const;
    try {
      for (const [rejection, expected] of rejections) {
        restore = replace(provider('PaymentsClient').prototype, 'loadPaymentData', () => () => {
          // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the provider does
          return Promise.reject(rejection);
        });
        const { tag, events } = await ready(walletB);
        await press(tag);
        const ending = await ended(events);
        if (expected === 'cancel') {
          assert.equal(ending, 'wallet-cancel');
        } else {
          const { error } = await eventOf(events, 'wallet-error');
          assert.deepInclude(error, { code: expected, message: statusMessage });
        }
        assert.equal(tag.state, 'ready');
        tag.remove();
        restore();
      }
    } finally {
      restore();
      removeEventListener('unhandledrejection', note);
    }
    assert.deepEqual(uncaught, []);
  });

  describe('in the popup', () => {
    let popups: Popups;
    beforeEach(() => {
      popups = fakePopups();
      sandbox().configure({ walletB: { flow: 'popup' } });
      page.payer('chooses');
    });
    afterEach(() => {
      popups.restore();
    });

    it('until the cancel is reported, three seconds late, the button stays busy and a press does nothing', async () => {
      const time = holdTime();
      try {
        const { tag, events } = await ready(walletB);
        await press(tag);
        await sheetIs('ready');
        popups.close();
        await sheetIs('closed');
        const windowCount = popups.opened.length;
        assert.equal(tag.state, 'busy');
        await press(tag);
        tag.click();
        control(tag).click();
        await settled();
        assert.equal(tag.state, 'busy');
        assert.deepEqual(endingsOf(events), []);
        time.pass(3_500);
        assert.equal(await ended(events), 'wallet-cancel');
        assert.lengthOf(popups.opened, windowCount);
        assert.lengthOf(calls('PaymentsClient.loadPaymentData'), 1);
        assert.equal(tag.state, 'ready');
      } finally {
        time.release();
      }
    });

    it('from the press to its end the button inside is disabled for keys too, and has the focus again then', async () => {
      const { tag, events } = await ready(walletB);
      tag.focus();
      await sendKeys({ press: 'Enter' });
      await sheetIs('ready');
      const windowCount = popups.opened.length;
      assert.isTrue(control(tag).disabled);
      for (const key of ['Enter', 'Space']) await sendKeys({ press: key });
      control(tag).click();
      assert.lengthOf(popups.opened, windowCount);
      assert.equal(tag.state, 'busy');
      sandbox().configure({ walletB: { cancelDelay: 0 } });
      sandbox().sheet.cancel();
      assert.equal(await ended(events), 'wallet-cancel');
      assert.isFalse(control(tag).disabled);
      await waitUntil(() => document.activeElement === tag, 'the focus to come back');
      tag.disabled = true;
      await tag.updateComplete;
      assert.isTrue(control(tag).disabled);
    });
  });
});
