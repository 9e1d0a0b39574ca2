import '@wallet-buttons/elements/locales/uk.js';
import { assert } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { paysIn, tagOf, wallets as framedWallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage } from '../test/fresh-page.ts';
import { scene, sheetIs, wallets } from '../test/scene.ts';
import { calls, eventOf, json, press, problem, ready } from '../test/support.ts';
import { replace } from '../test/replace.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

function note(tag: WalletButton): string {
  return tag.shadowRoot?.querySelector('[part=note]')?.textContent ?? '';
}

/** What the sheet says to a payer, in the provider's own member. */
function said(answer: unknown): string {
  const { error, errors = [] } = answer as {
    readonly error?: { readonly message: string };
    readonly errors?: readonly { readonly message: string }[];
  };
  return error?.message ?? errors[0]?.message ?? '';
}

/** The payer leaves the sheet after a refusal, which wallet B keeps open. */
async function leaves(completion: string): Promise<void> {
  await waitUntil(() => calls(completion).length > 0, 'the answer to the sheet');
  if (completion.startsWith('ApplePay')) return;
  await sheetIs('ready');
  window.walletSandbox?.sheet.cancel();
}

const totals = {
  '': 'The total has changed. Close this and press again.',
  uk: 'Сума змінилася. Закрийте це вікно й натисніть кнопку ще раз.',
};

for (const { wallet, template, completion } of wallets) {
  describe(`an order of ${wallet} whose total has changed while the sheet is open`, () => {
    const page = scene();

    for (const [locale, text] of Object.entries(totals)) {
      it(`is refused with a text that no other card helps, with the locale "${locale}"`, async () => {
        page.answers({ 'pay-token': () => problem(409, 'amount_mismatch') });
        const { tag, events } = await ready(template);
        tag.locale = locale;
        await press(tag);
        await leaves(completion);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(said(calls(completion)[0]?.args[0]), text);
        assert.isTrue(error.retryable);
        await becomes(tag, 'ready');
      });
    }

    it('keeps the text that the backend has for a field', async () => {
      const errors = [{ code: 'other', message: 'The coupon has expired.' }];
      page.answers({ 'pay-token': () => problem(409, 'amount_mismatch', { errors }) });
      const { tag, events } = await ready(template);
      await press(tag);
      await leaves(completion);
      assert.equal(said(calls(completion)[0]?.args[0]), 'The coupon has expired.');
      await waitUntil(() => events.some(({ type }) => type === 'wallet-error'));
    });
  });

  describe(`an order of ${wallet} that has failed too often`, () => {
    const page = scene();
    const closed = () => problem(409, 'too_many_attempts');

    it('is closed: the sheet and the note say so, and no press helps', async () => {
      page.answers({ 'pay-token': closed });
      const { tag, events } = await ready(template);
      await press(tag);
      await leaves(completion);
      const { error } = await eventOf(events, 'wallet-error');
      assert.deepEqual([error.code, error.retryable], ['refused', false]);
      assert.equal(said(calls(completion)[0]?.args[0]), closedText);
      await becomes(tag, 'done');
      assert.equal(note(tag), closedText);
    });

    it('is closed as soon as the backend says so before the consent', async () => {
      page.payer('chooses');
      page.answers({ 'validate-merchant': closed, prepare: closed });
      const { tag, events } = await ready(template);
      await press(tag);
      assert.isFalse((await eventOf(events, 'wallet-error')).error.retryable);
      await becomes(tag, 'done');
      assert.equal(note(tag), closedText);
      // A sheet that closes gives the focus back; the payer was never away.
      window.dispatchEvent(new Event('focus'));
      await settled();
      assert.equal(tag.state, 'done');
      assert.equal(note(tag), closedText);
    });

    it('stays closed where the browser has no locks', async () => {
      page.payer('chooses');
      page.answers({ 'validate-merchant': closed, prepare: closed });
      const { tag, events } = await ready(template);
      const restore = replace(navigator.locks, 'request', () => () => Promise.reject(new Error()));
      try {
        await press(tag);
        await eventOf(events, 'wallet-error');
      } finally {
        restore();
      }
      await settled();
      assert.equal(tag.state, 'done');
      assert.equal(note(tag), closedText);
    });

    it('is tried again when the payer comes back, since the shop may have opened it', async () => {
      page.answers({ 'pay-token': closed });
      const { tag } = await ready(template);
      await press(tag);
      await leaves(completion);
      await becomes(tag, 'done');
      window.dispatchEvent(new Event('blur'));
      window.dispatchEvent(new Event('focus'));
      await becomes(tag, 'ready');
      assert.equal(note(tag), '');
    });
  });

  describe(`an order of ${wallet} that is disputed`, () => {
    const page = scene();

    it('is never offered', async () => {
      page.answers({
        'pay-token': () => json({ outcome: 'pending', status: 'new' }, 202),
        status: () => json({ outcome: 'disputed', status: 'chargeback', final: true }),
      });
      const { tag, events } = await ready(template);
      await press(tag);
      await eventOf(events, 'wallet-result');
      tag.reload();
      await settled();
      await becomes(tag, 'done');
      assert.match(note(tag), /^Your payment is being checked/);
    });
  });
}

const closedText = 'This order is closed. Please ask the shop.';

describe('a page without the choices of the sheet', () => {
  for (const each of framedWallets) {
    it(`says in the sheet of ${each.wallet} that the total has changed`, async () => {
      localStorage.clear();
      const page = await freshPage();
      try {
        const backend = paysIn(page, () => problem(409, 'amount_mismatch'));
        await page.define();
        const tag = page.add(tagOf(each));
        await becomes(tag, 'ready');
        await press(tag);
        const completion =
          each.wallet === 'wallet-a'
            ? 'ApplePaySession.completePayment'
            : 'answer onPaymentAuthorized';
        await waitUntil(() => page.calls(completion).length > 0);
        assert.equal(said(page.calls(completion)[0]?.args[0]), totals['']);
        backend.restore();
      } finally {
        page.close();
      }
    });
  }
});
