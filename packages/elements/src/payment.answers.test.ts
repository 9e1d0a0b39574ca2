import { assert } from '@open-wc/testing';
import type { Outcome } from '@wallet-buttons/protocol';
import { endingsOf, scene, wallets } from '../test/scene.ts';
import { calls, eventOf, json, press, problem, ready } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('an answer of the backend', () => {
  const page = scene();
  const answer = (payToken: () => Response | Promise<Response>, more: object = {}) => {
    page.answers({ 'pay-token': payToken, ...more });
  };

  for (const { wallet, template } of wallets) {
    describe(`of ${wallet}`, () => {
      for (const outcome of ['pending', 'unknown', 'authorized'] satisfies Outcome[]) {
        it(`shows ${outcome} as taken and does not offer to pay again`, async () => {
          answer(() => json({ outcome, status: 'processing' }, 202));
          const { tag, events } = await ready(template);
          await press(tag);
          assert.equal((await eventOf(events, 'wallet-result')).outcome, outcome);
          assert.isTrue(sheetSaidSuccess(wallet));
          assert.equal(tag.state, 'done');
        });
      }

      it('shows a failed payment as failed where the bank’s page is an empty string', async () => {
        answer(() => json({ outcome: 'failed', status: 'failed', acs_url: '' }));
        const { tag, events } = await ready(template);
        tag.order = `A-${wallet}`;
        await press(tag);
        await waitUntil(() => saidToSheet(wallet).length > 0);
        assert.isFalse(sheetSaidSuccess(wallet));
        closeSheet();
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'failed');
        assert.equal(tag.state, 'ready');
      });

      it('shows a failed payment as failed and may be pressed again', async () => {
        answer(() => json({ outcome: 'failed', status: 'failed' }));
        const { tag, events } = await ready(template);
        await press(tag);
        // Wallet B keeps its sheet open for another card; the payer leaves it.
        await waitUntil(() => saidToSheet(wallet).length > 0);
        page.payer('cancels');
        closeSheet();
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'failed');
        assert.isFalse(sheetSaidSuccess(wallet));
        assert.equal(tag.state, 'ready');
        assert.deepEqual(endingsOf(events), ['wallet-result']);

        tag.label = '';
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-error')).error.code, 'config');
        assert.equal(tag.state, 'ready', 'and again, when the page is at fault');
      });

      it('goes to the bank after the sheet was completed, by a cancelable event', async () => {
        answer(() =>
          json({ outcome: 'pending', status: 'processing', acs_url: 'https://bank.example/acs' }),
        );
        const { tag, events } = await ready(template);
        tag.addEventListener('wallet-redirect', (event) => {
          assert.isTrue(sheetSaidSuccess(wallet));
          event.preventDefault();
        });
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-redirect')).url, 'https://bank.example/acs');
        assert.equal(tag.state, 'redirecting');
        assert.deepEqual(endingsOf(events), ['wallet-redirect']);
      });

      it('leaves the page alone with redirect="none"', async () => {
        answer(() => json({ outcome: 'pending', status: '', acs_url: 'https://bank.example/' }));
        const { tag, events } = await ready(template);
        tag.redirect = 'none';
        await press(tag);
        assert.isFalse((await eventOf(events, 'wallet-redirect')).defaultPrevented);
        assert.equal(tag.state, 'redirecting');
      });

      it('shows the status of an order that is being paid already', async () => {
        answer(() =>
          problem(409, 'in_progress', { outcome: 'pending', payment_status: 'processing' }),
        );
        const { tag, events } = await ready(template);
        await press(tag);
        const result = await eventOf(events, 'wallet-result');
        assert.equal(result.outcome, 'pending');
        assert.equal(result.status, 'processing');
        assert.equal(tag.state, 'done');
      });

      it('leads to the bank that waits for the payer of an order that is being paid already', async () => {
        const acs_url = 'https://bank.example/challenge/1';
        answer(() => problem(409, 'in_progress', { outcome: 'pending', acs_url }));
        const { tag, events } = await ready(template);
        tag.redirect = 'none';
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-redirect')).url, acs_url);
      });

      it('passes a refusal on with the code of the backend', async () => {
        answer(() => problem(409, 'amount_mismatch'));
        const { tag, events } = await ready(template);
        await press(tag);
        await waitUntil(() => saidToSheet(wallet).length > 0);
        page.payer('cancels');
        closeSheet();
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'refused');
        assert.propertyVal(error.cause, 'code', 'amount_mismatch');
        assert.isFalse(sheetSaidSuccess(wallet));
      });

      it('reports the payment as unknown and offers no other while the backend is out of reach', async () => {
        let status = () => Promise.reject<Response>(new TypeError('Failed to fetch'));
        answer(() => Promise.reject(new TypeError('Failed to fetch')), { status: () => status() });
        const { tag, events } = await ready(template);
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'unreachable');
        assert.equal(error.origin, 'network');
        assert.isTrue(sheetSaidSuccess(wallet));
        assert.equal(tag.state, 'done');
        tag.reload();
        assert.equal(tag.state, 'busy');
        await waitUntil(() => tag.state === 'done', 'the tag is done, with the outcome unknown');
        status = () => Promise.resolve(problem(404, 'no_payment'));
        tag.reload();
        await waitUntil(() => tag.state === 'ready', 'the button to be ready again');
      });
    });
  }
});

/** The last answer of the page to the sheet. */
function saidToSheet(wallet: 'wallet-a' | 'wallet-b'): readonly unknown[] {
  return wallet === 'wallet-a'
    ? calls('ApplePaySession.completePayment').map(({ args }) => args[0])
    : calls('answer onPaymentAuthorized').map(({ args }) => args[0]);
}

function sheetSaidSuccess(wallet: 'wallet-a' | 'wallet-b'): boolean {
  const answer = JSON.stringify(saidToSheet(wallet).at(-1));
  return answer === '{"status":0}' || answer === '{"transactionState":"SUCCESS"}';
}

function closeSheet(): void {
  const sheet = window.walletSandbox?.sheet;
  if (sheet?.state === 'ready') sheet.cancel();
}
