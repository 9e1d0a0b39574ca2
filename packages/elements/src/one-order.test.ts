import { assert, oneEvent } from '@open-wc/testing';
import { html } from 'lit';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import {
  bankAt,
  control,
  ended,
  endingsOf,
  failed,
  offline,
  paid,
  sandbox,
  scene,
  sheetIs,
} from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import {
  calls,
  eventOf,
  json,
  press,
  problem,
  ready,
  render,
  renderAgain,
  walletA,
  walletB,
} from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const tagOf = (order: string) =>
  `<wallet-a-button order="${order}" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>`;

/** Resolves when the order's lock has come to those who asked for it before. */
const others = async (order: string) =>
  navigator.locks.request(`wallet-buttons ${order}`, () => undefined);

describe('one order', () => {
  const page = scene();
  beforeEach(() => {
    localStorage.clear();
  });
  const posts = () => page.backend.to('pay-token').length;
  /** Both buttons of one order, ready. */
  const both = async () => {
    const { tag, events } = await ready(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as (typeof tag)[];
    if (!a || !b) throw new Error('There are no two buttons.');
    await becomes(a, 'ready');
    await becomes(b, 'ready');
    return { a, b, events };
  };

  it('is pressable on no button of the page after one of them ended without an answer', async () => {
    page.answers({ 'pay-token': offline, status: offline });
    const { a, b, events } = await both();
    await press(a);
    assert.equal((await eventOf(events, 'wallet-error')).error.code, 'unreachable');
    await b.updateComplete;
    assert.deepEqual([a.state, b.state], ['done', 'done']);
    assert.isTrue(control(b).disabled);
    await press(b);
    assert.equal(posts(), 1);
  });

  it('is pressable on no button of the page while its payer is to go to the bank', async () => {
    page.answers({ 'pay-token': bankAt('https://bank.example/acs') });
    const { a, b, events } = await both();
    a.redirect = b.redirect = 'none';
    await press(a);
    await ended(events);
    await b.updateComplete;
    assert.deepEqual([a.state, b.state], ['redirecting', 'redirecting']);
    await press(b);
    assert.equal(posts(), 1);
  });

  it('is asked about at the backend that took its payment, though another button has another backend', async () => {
    const { a, b, events } = await both();
    a.fetch = () => Promise.resolve(problem(404, 'no_payment'));
    b.fetch = (url) =>
      url.endsWith('/validate-merchant') || url.endsWith('/prepare')
        ? fetch(url, { method: 'POST', body: '{}' })
        : offline();
    await press(b);
    await eventOf(events, 'wallet-error');
    await b.updateComplete;
    assert.equal(b.state, 'done');
    events.length = 0;
    window.dispatchEvent(new Event('focus'));
    await eventOf(events, 'wallet-error');
    assert.deepEqual([a.state, b.state], ['done', 'done']);
  });

  describe('that has a button in two documents', () => {
    let other: FreshPage;
    beforeEach(async () => {
      other = await freshPage();
    });
    afterEach(() => {
      other.close();
    });
    /** Both buttons, of which the one that is here was pressed. */
    const pressHere = async () => {
      other.present();
      await other.define();
      const { tag, events } = await ready(walletA);
      const otherTag = other.add(tagOf('A-1001'));
      await becomes(otherTag, 'ready');
      await press(tag);
      return { tag, events, otherTag };
    };

    it('is pressable in neither while a token of it is under way, nor before an answer', async () => {
      const answer = Promise.withResolvers<Response>();
      page.answers({ 'pay-token': () => answer.promise, status: offline });
      const { events, otherTag } = await pressHere();
      await eventOf(events, 'wallet-authorized');
      await becomes(otherTag, 'busy');
      assert.isTrue(control(otherTag).disabled);
      answer.reject(new TypeError('Failed to fetch'));
      await ended(events);
      await becomes(otherTag, 'done');
      assert.isTrue(control(otherTag).disabled);
    });

    it('is not drawn again there when this document finds no room in the storage for one more mark', async () => {
      other.present();
      await other.define();
      await ready(walletA);
      const otherTag = other.add(tagOf('A-1001'));
      await becomes(otherTag, 'ready');
      let updates = 0;
      otherTag.requestUpdate = () => updates++;
      const events = oneEvent(other.window, 'storage');
      localStorage.removeItem('wallet-buttons ');
      await events;
      assert.equal(updates, 0);
    });

    it('is not pressable there once the lock of its payment is held, however late', async () => {
      page.payer('chooses');
      const grant = Promise.withResolvers<null>();
      const { locks } = navigator;
      const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>;
      const requestLate = async (...args: unknown[]) => {
        await grant.promise;
        return request(...args);
      };
      Object.assign(locks, { request: requestLate });
      try {
        const { otherTag } = await pressHere();
        await sheetIs('ready');
        // Its document has looked by then, and found no lock.
        await other.window.navigator.locks.request('wallet-buttons A-1001', () => null);
        grant.resolve(null);
        await becomes(otherTag, 'busy');
        assert.isTrue(control(otherTag).disabled);
      } finally {
        Reflect.deleteProperty(locks, 'request');
      }
    });

    it('is free there as soon as a cancel here has closed the sheet', async () => {
      page.payer('chooses');
      const { events, otherTag } = await pressHere();
      await sheetIs('ready');
      await becomes(otherTag, 'busy');
      sandbox().sheet.cancel();
      await ended(events);
      await becomes(otherTag, 'ready');
    });
  });

  it('takes no token once another document has sent one, though its lock comes late', async () => {
    page.payer('chooses');
    page.answers({ status: () => json({ outcome: 'succeeded', status: 'paid', final: true }) });
    const { tag, events } = await ready(walletB);
    const theirs = Promise.withResolvers<null>();
    const lock = navigator.locks.request('wallet-buttons A-1001', () => theirs.promise);
    await press(tag);
    await sheetIs('ready');
    localStorage.setItem('wallet-buttons A-1001', `sent ${String(Date.now())}`);
    theirs.resolve(null);
    await lock;
    assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'aborted');
    assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
    assert.equal(tag.state, 'done');
    assert.equal(posts(), 0);
  });

  it('is remembered beside others at a later visit', async () => {
    page.answers({ 'pay-token': offline, status: offline });
    for (const order of ['A-1', 'A-2']) {
      const { tag, events } = await renderAgain(walletA);
      await becomes(tag, 'ready');
      tag.order = order;
      await tag.updateComplete;
      await press(tag);
      await ended(events);
      tag.remove();
    }
    for (const order of ['A-1', 'A-2']) {
      const { tag } = await renderAgain(html`<wallet-b-button order=${order}></wallet-b-button>`);
      await waitUntil(() => tag.state === 'done', `${order} to rest`);
    }
  });

  it('is received from another copy of the package', async () => {
    const { a, b } = await both();
    const events = new Event('wallet-result', { bubbles: true, composed: true });
    document.body.dispatchEvent(
      Object.assign(events, { outcome: 'succeeded', status: 'paid', order: 'A-1001', asked: true }),
    );
    assert.deepEqual([a.state, b.state], ['done', 'done']);
  });

  it('is not freed by an answer that is not final, which another copy of the package received', async () => {
    page.answers({ 'pay-token': offline, status: offline });
    const { a, b, events } = await both();
    await press(a);
    await ended(events);
    const failure = { outcome: 'failed', status: 'declined', order: 'A-1001', asked: true };
    const other = new Event('wallet-result', { bubbles: true, composed: true });
    document.body.dispatchEvent(Object.assign(other, failure, { final: false }));
    assert.deepEqual([a.state, b.state], ['done', 'done']);
  });

  it('keeps its mark when the answer to a removed button comes during the payment of a new one', async () => {
    localStorage.setItem('wallet-buttons A-1001', `sent ${String(Date.now())}`);
    let answerFirst: (() => void) | undefined;
    let pay: (() => void) | undefined;
    page.answers({
      status: async () => {
        if (!answerFirst) await new Promise<void>((resolve) => (answerFirst = resolve));
        return problem(404, 'no_payment');
      },
      'pay-token': async () => {
        await new Promise<void>((resolve) => (pay = resolve));
        return paid();
      },
    });
    const { tag: removedTag } = await renderAgain(walletB);
    await waitUntil(() => answerFirst !== undefined, 'the first question');
    removedTag.remove();
    await settled();
    const { tag, events } = await renderAgain(walletB);
    await becomes(tag, 'ready');
    await press(tag);
    await waitUntil(() => posts() === 1, 'the token');
    answerFirst?.();
    await settled();
    assert.match(localStorage.getItem('wallet-buttons A-1001') ?? '', /^sent/);
    pay?.();
    await ended(events);
  });

  it('takes the other way to pay from a button whose wallet cannot be used, once it may be paid', async () => {
    sandbox().configure({ walletA: { canMakePayments: false } });
    const { tag, events } = await render(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as (typeof tag)[];
    if (!a || !b) throw new Error('There are no two buttons.');
    a.innerHTML = '<a slot="unavailable" href="#card">Pay by card</a>';
    await becomes(a, 'unavailable');
    await becomes(b, 'ready');
    await press(b);
    await eventOf(events, 'wallet-authorized');
    await a.updateComplete;
    assert.notEqual(a.state, 'unavailable');
    assert.equal(a.querySelector('a')?.getBoundingClientRect().height, 0);
    await ended(events);
    await becomes(a, 'done');
    assert.equal(a.shadowRoot?.querySelector('[part=button]')?.getBoundingClientRect().height, 0);
    assert.equal(a.querySelector('a')?.getBoundingClientRect().height, 0);
    assert.equal(a.shadowRoot?.querySelector('[part=note]')?.textContent, 'This order is paid.');
  });

  it('is asked about once for all its buttons when the payer comes back, and an error of the question ends no press', async () => {
    page.answers({
      'pay-token': () => json({ outcome: 'pending', status: 'new' }, 202),
      status: offline,
    });
    const { a, events } = await both();
    await press(a);
    await eventOf(events, 'wallet-result');
    dispatchEvent(new Event('focus'));
    const { error, asked } = await eventOf(events, 'wallet-error');
    assert.equal(error.code, 'unreachable');
    assert.isTrue(asked);
    assert.lengthOf(page.backend.to('status'), 1);
  });

  it('is not asked about once paid, though a question waited for the payment', async () => {
    page.answers({ status: paid });
    const { tag, events } = await ready(walletB);
    await others('A-1001');
    // The look of `reload()` finds the lock taken by the payment of the same task.
    tag.reload();
    tag.click();
    await eventOf(events, 'wallet-result');
    await others('A-1001');
    assert.lengthOf(page.backend.to('status'), 0);
    assert.deepEqual(endingsOf(events), ['wallet-result']);
    assert.equal(tag.state, 'done');
  });

  it('does not count as paid elsewhere where a question learns late that its own payment had the lock', async () => {
    page.answers({ status: paid });
    const { tag, events } = await ready(walletB);
    await others('A-1001');
    const { locks } = navigator;
    const request = locks.request.bind(locks) as (...args: unknown[]) => Promise<unknown>;
    const requestLate = async (...args: readonly [string, LockOptions, ...unknown[]]) => {
      const answer = await request(...args);
      if (args[1].ifAvailable) await eventOf(events, 'wallet-result');
      return answer;
    };
    Object.assign(locks, { request: requestLate });
    try {
      tag.reload();
      tag.click();
      await eventOf(events, 'wallet-result');
      await settled();
      assert.deepEqual(endingsOf(events), ['wallet-result']);
      assert.equal(tag.state, 'done');
    } finally {
      Reflect.deleteProperty(locks, 'request');
    }
  });

  it('closes its sheet with its button after a field error, and takes no token of it', async () => {
    const errors = [{ code: 'shipping_address_unserviceable', message: 'Not there.' }];
    page.answers({ 'pay-token': () => problem(422, 'address', { errors }) });
    const { tag } = await ready(walletA);
    tag.request = 'shipping-address';
    await press(tag);
    await waitUntil(() => calls('ApplePaySession.completePayment').length > 0, 'the answer');
    await sheetIs('ready');
    tag.remove();
    await sheetIs('closed');
    assert.equal(posts(), 1);
  });

  it('takes no token of a sheet that stayed open without its button', async () => {
    page.answers({ 'pay-token': failed });
    const { tag, events } = await ready(walletB);
    await press(tag);
    await waitUntil(() => calls('answer onPaymentAuthorized').length > 0, 'the first answer');
    await sheetIs('ready');
    const result = oneEvent(tag, 'wallet-result');
    tag.remove();
    await result;
    const answers = calls('answer onPaymentAuthorized').length;
    sandbox().sheet.pay();
    await waitUntil(() => calls('answer onPaymentAuthorized').length > answers, 'an answer');
    assert.equal(posts(), 1);
    assert.deepEqual(endingsOf(events), []);
  });

  it('receives the answer to a sent token although its button is removed', async () => {
    const answer = Promise.withResolvers<Response>();
    page.answers({ 'pay-token': () => answer.promise });
    const { tag, events } = await ready(walletA);
    const result = oneEvent(tag, 'wallet-result');
    await press(tag);
    await eventOf(events, 'wallet-authorized');
    tag.remove();
    answer.resolve(paid());
    await result;
    assert.equal(posts(), 1);
  });
});
