import '@wallet-buttons/elements/locales/uk.js';
import { assert, expect } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { becomes } from '../test/fresh-page.ts';
import {
  control,
  endingsOf,
  failed,
  offline,
  paid,
  scene,
  sheetIs,
  wallets,
} from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import { box } from '../test/sizes.ts';
import { calls, eventOf, json, press, problem, ready, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const alreadyPaid = () =>
  problem(409, 'already_paid', { outcome: 'succeeded', payment_status: 'paid' });
const inProgress = () => problem(409, 'in_progress', { outcome: 'pending' });

/** The text under the button. */
function note(tag: WalletButton): HTMLElement {
  const text = tag.shadowRoot?.querySelector<HTMLElement>('[part=note]');
  if (!text) throw new Error('There is no text under the button.');
  return text;
}

function partOf(tag: WalletButton): Element {
  const part = tag.shadowRoot?.querySelector('[part=button]');
  if (!part) throw new Error('There is no box.');
  return part;
}

function opacity(tag: WalletButton): string {
  return getComputedStyle(partOf(tag)).opacity;
}

describe('a paid order', () => {
  const page = scene();

  for (const { wallet, template } of wallets) {
    describe(`of ${wallet}`, () => {
      it('dims its button, and says so under it, to the eye and to a screen reader', async () => {
        const { tag, events } = await ready(template);
        assert.equal(opacity(tag), '1');
        assert.equal(note(tag).textContent, '');
        assert.equal(note(tag).role, 'status');
        const [width = 0, height = 0] = box(tag);
        assert.deepEqual(box(note(tag)), [width, 0]);

        await press(tag);
        await eventOf(events, 'wallet-result');
        await tag.updateComplete;
        assert.equal(tag.state, 'done');
        assert.equal(opacity(tag), '0.5');
        assert.equal(note(tag).textContent, 'This order is paid.');
        assert.equal(note(tag).lang, 'en');
        assert.deepEqual(box(tag), [width, height + (box(note(tag))[1] ?? 0)]);
        assert.isAbove(box(note(tag))[1] ?? 0, 10);
        assert.isAtLeast(
          note(tag).getBoundingClientRect().top,
          partOf(tag).getBoundingClientRect().bottom,
        );
        await expect(tag).to.be.accessible();
      });

      it('says nothing where the page hides the text, and says it in the page’s style', async () => {
        const style = document.createElement('style');
        style.textContent = `${wallet}-button::part(note) { color: rgb(1, 2, 3) }`;
        document.head.append(style);
        try {
          const { tag, events } = await ready(template);
          const size = box(tag);
          await press(tag);
          await eventOf(events, 'wallet-result');
          await tag.updateComplete;
          assert.equal(getComputedStyle(note(tag)).color, 'rgb(1, 2, 3)');
          style.textContent = `${wallet}-button::part(note) { display: none }`;
          assert.deepEqual(box(tag), size);
        } finally {
          style.remove();
        }
      });

      it('keeps the focus on its tag, and gives it back to the button of the next order', async () => {
        const { tag, events } = await ready(template);
        tag.focus();
        await press(tag);
        await eventOf(events, 'wallet-result');
        await becomes(tag, 'done');
        await settled();
        assert.equal(document.activeElement, tag);
        tag.order = 'A-1002';
        await becomes(tag, 'ready');
        await settled();
        assert.equal(control(tag).matches(':focus') || control(tag).matches(':focus-within'), true);
      });

      it('looks as before with the next order', async () => {
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-result');
        tag.order = 'A-1002';
        await waitUntil(() => tag.state === 'ready');
        await tag.updateComplete;
        assert.equal(note(tag).textContent, '');
        assert.equal(opacity(tag), '1');
      });
    });
  }

  it('shows its line in the language of the tag, and in the page’s own words', async () => {
    const { tag, events } = await ready(walletB);
    tag.locale = 'uk';
    await press(tag);
    await eventOf(events, 'wallet-result');
    await tag.updateComplete;
    assert.equal(note(tag).textContent, 'Це замовлення оплачено.');
    assert.equal(note(tag).lang, 'uk');
    tag.texts = { paid: 'Вже наше.' };
    await tag.updateComplete;
    assert.equal(note(tag).textContent, 'Вже наше.');
  });

  it('is not said of an order that is still being checked', async () => {
    page.answers({ 'pay-token': () => json({ outcome: 'pending', status: '' }, 202) });
    const { tag, events } = await ready(walletB);
    await press(tag);
    await eventOf(events, 'wallet-result');
    await tag.updateComplete;
    assert.equal(tag.state, 'done');
    assert.match(note(tag).textContent, /^Your payment is being checked/);
  });

  it('is not said after a failed payment', async () => {
    page.answers({ 'pay-token': failed, status: offline });
    const { tag, events } = await ready(walletB);
    await press(tag);
    await waitUntil(() => calls('answer onPaymentAuthorized').length > 0);
    await sheetIs('ready');
    window.walletSandbox?.sheet.cancel();
    await eventOf(events, 'wallet-result');
    await tag.updateComplete;
    assert.equal(tag.state, 'ready');
    assert.equal(note(tag).textContent, '');
  });
});

describe('a press for an order that was paid elsewhere', () => {
  const page = scene();

  it('of wallet-a ends as soon as the backend has said so, and closes the sheet', async () => {
    page.answers({ 'validate-merchant': alreadyPaid });
    const { tag, events } = await ready(wallets[0].template);
    await press(tag);
    const { outcome, status } = await eventOf(events, 'wallet-result');
    assert.deepEqual([outcome, status], ['succeeded', 'paid']);
    await tag.updateComplete;
    assert.equal(tag.state, 'done');
    assert.equal(note(tag).textContent, 'This order is paid.');
    assert.equal(window.walletSandbox?.sheet.state, 'closed');
    assert.deepEqual(endingsOf(events), ['wallet-result']);
  });

  it('of wallet-b ends as soon as the backend has said so, and a later consent sends nothing', async () => {
    page.payer('chooses');
    page.answers({ prepare: alreadyPaid });
    const { tag, events } = await ready(walletB);
    await press(tag);
    assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
    await tag.updateComplete;
    assert.equal(tag.state, 'done');

    await sheetIs('ready');
    window.walletSandbox?.sheet.pay();
    await waitUntil(() => calls('answer onPaymentAuthorized').length > 0);
    const [answer] = calls('answer onPaymentAuthorized');
    assert.nestedPropertyVal(answer?.args[0], 'error.message', 'This order is paid.');
    window.walletSandbox?.sheet.cancel();
    assert.deepEqual(page.backend.to('pay-token'), []);
    assert.deepEqual(endingsOf(events), ['wallet-result']);
  });

  for (const { wallet, template, completion, success } of wallets) {
    it(`of ${wallet} ends as paid where the backend says so only of its token`, async () => {
      page.answers({ 'pay-token': alreadyPaid });
      const { tag, events } = await ready(template);
      await press(tag);
      const { outcome, status } = await eventOf(events, 'wallet-result');
      assert.deepEqual([outcome, status], ['succeeded', 'paid']);
      await becomes(tag, 'done');
      assert.equal(note(tag).textContent, 'This order is paid.');
      assert.deepEqual(
        calls(completion).map(({ args }) => args[0]),
        [success],
      );
      assert.lengthOf(page.backend.to('pay-token'), 1);
      assert.deepEqual(endingsOf(events), ['wallet-result']);
    });
  }

  for (const [what, prepare] of [
    ['another payment is under way', inProgress],
    ['the backend refuses', () => problem(409, 'already_paid')],
    ['the backend is out of reach', offline],
  ] as const) {
    it(`of wallet-b goes on where ${what}`, async () => {
      page.answers({ prepare, 'pay-token': paid });
      const { tag, events } = await ready(walletB);
      await press(tag);
      await eventOf(events, 'wallet-result');
      assert.lengthOf(page.backend.to('pay-token'), 1);
    });
  }

  it('is remembered: a later visit asks before it offers the order', async () => {
    page.answers({ prepare: alreadyPaid });
    page.payer('chooses');
    const { tag, events } = await ready(walletB);
    await press(tag);
    await eventOf(events, 'wallet-result');
    const marks = Object.entries(localStorage).filter(([key]) => key.includes('A-1001'));
    assert.match(JSON.stringify(marks), /sent/);
    await sheetIs('ready');
    window.walletSandbox?.sheet.cancel();
  });
});
