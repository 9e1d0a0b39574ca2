import '@wallet-buttons/elements/wallet-payment-status.js';
import { assert, fixture } from '@open-wc/testing';
import type { WalletErrorEvent, WalletPaymentStatus } from '@wallet-buttons/elements';
import { html } from 'lit';
import { becomes } from '../test/fresh-page.ts';
import { failed, offline, paid, payerLeaves, scene, wallets } from '../test/scene.ts';
import { eventOf, json, press, problem, ready, renderAgain } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

const noPayment = () => problem(404, 'no_payment');
const pending = () => json({ outcome: 'pending', status: 'processing' }, 202);

for (const { wallet, template, completion } of wallets) {
  describe(`<wallet-payment-status> beside a button of ${wallet}`, () => {
    const page = scene();
    beforeEach(() => {
      localStorage.clear();
    });
    const show = () =>
      fixture<WalletPaymentStatus>(
        html`<wallet-payment-status order="A-1001"></wallet-payment-status>`,
      );
    const shows = async (tag: Element, state: string) =>
      waitUntil(() => tag.matches(`:state(${state})`), `the status to be ${state}`);
    const textOf = (tag: Element) => {
      const region = tag.shadowRoot?.querySelector<HTMLElement>('[role=status]');
      return region?.innerText.trim() ?? '';
    };

    it('does not speak of a check while the button offers the order', async () => {
      const answer = Promise.withResolvers<Response>();
      page.answers({ status: () => answer.promise });
      const { tag } = await ready(template);
      const status = await show();
      await settled();
      assert.equal(textOf(status), '');
      answer.resolve(noPayment());
      await shows(status, 'failed');
      assert.match(textOf(status), /Nothing was charged/);
      assert.equal(tag.state, 'ready');
    });

    it('shows the result of the press, whatever the backend knows of it yet', async () => {
      page.answers({ status: noPayment, 'pay-token': paid });
      const { tag, events } = await ready(template);
      const status = await show();
      await shows(status, 'failed');
      const results: Event[] = [];
      status.addEventListener('wallet-result', (event) => results.push(event));
      await press(tag);
      await eventOf(events, 'wallet-result');
      await shows(status, 'succeeded');
      await settled();
      assert.isTrue(status.matches(':state(succeeded)'));
      assert.equal(tag.state, 'done');
      assert.lengthOf(results, 1);
    });

    it('is pending from the moment that a token is sent after a failure', async () => {
      const answer = Promise.withResolvers<Response>();
      page.answers({
        status: () => json({ outcome: 'failed', status: 'declined', final: true }),
        'pay-token': () => answer.promise,
      });
      const { tag, events } = await ready(template);
      const status = await show();
      await shows(status, 'failed');
      await becomes(tag, 'ready');
      await press(tag);
      await eventOf(events, 'wallet-authorized');
      await shows(status, 'pending');
      await settled();
      assert.isTrue(status.matches(':state(pending)'));
      assert.equal(tag.state, 'busy');
      answer.resolve(paid());
      await shows(status, 'succeeded');
    });

    it('makes the button rest when it learns of a payment that was made elsewhere', async () => {
      let answer = noPayment;
      page.answers({ status: () => answer() });
      const { tag } = await ready(template);
      await show();
      await settled();
      assert.equal(tag.state, 'ready');
      answer = () => json({ outcome: 'pending', status: 'processing', final: false });
      await waitUntil(() => tag.state === 'done', 'the button to rest');
    });

    it('frees nothing by an answer to a question that is older than the press', async () => {
      const old = Promise.withResolvers<Response>();
      const open = json({ outcome: 'pending', status: 'processing', final: false });
      const status = [old.promise, Promise.resolve(open)];
      const payToken = [failed, pending];
      page.answers({
        'pay-token': () => payToken.shift()?.() ?? paid(),
        status: async () => status.shift() ?? pending(),
      });
      const { tag, events } = await ready(template);
      const departure = payerLeaves(completion);
      await press(tag);
      await departure;
      await eventOf(events, 'wallet-result');
      await becomes(tag, 'ready');
      await show();
      await waitUntil(() => status.length === 1, 'the slow question');
      events.length = 0;
      await press(tag);
      await eventOf(events, 'wallet-authorized');
      old.resolve(json({ outcome: 'failed', status: 'declined', final: true }));
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending');
      await settled();
      assert.equal(tag.state, 'done');
    });

    it('and the button do not free an order whose token may be on its way', async () => {
      localStorage.setItem('wallet-buttons A-1001', `sent ${String(Date.now())}.5`);
      let answer = noPayment;
      page.answers({ status: () => answer() });
      const errors: WalletErrorEvent[] = [];
      const { tag } = await renderAgain(template);
      const status = await show();
      status.addEventListener('wallet-error', (event) => errors.push(event));
      await waitUntil(() => page.backend.to('status').length > 2, 'questions');
      await settled();
      assert.equal(tag.state, 'busy');
      assert.isTrue(status.matches(':state(pending)'));
      assert.isEmpty(errors);
      answer = () => json({ outcome: 'succeeded', status: 'paid', final: true });
      await becomes(tag, 'done');
      await shows(status, 'succeeded');
    });

    it('frees the order with the button where the call was lost and nothing is known of it', async () => {
      page.answers({ 'pay-token': offline, status: offline });
      const { tag, events } = await ready(template);
      await press(tag);
      await eventOf(events, 'wallet-error');
      await becomes(tag, 'done');
      page.answers({ status: noPayment });
      const status = await show();
      await shows(status, 'failed');
      await becomes(tag, 'ready');
    });

    it('says that nothing is known where the token was lost, as the button does', async () => {
      page.answers({ 'pay-token': offline, status: offline });
      const { tag, events } = await ready(template);
      const status = await show();
      await press(tag);
      await eventOf(events, 'wallet-error');
      await becomes(tag, 'done');
      assert.isTrue(status.matches(':state(pending)'));
    });
  });
}
