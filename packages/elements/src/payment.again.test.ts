import '@wallet-buttons/elements/wallet-payment-status.js';
import type { Outcome } from '@wallet-buttons/protocol';
import { assert, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { offline, payingBackend, typesOf, wallets } from '../test/scene.ts';
import {
  calls,
  type FakeBackend,
  eventOf,
  json,
  press,
  problem,
  ready,
  renderAgain,
  walletA,
  walletB,
} from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { holdTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('an order that may be paid is not offered again', () => {
  let backend: FakeBackend;
  /** What `status` answers; the token is always answered with `pending`. */
  let status: () => Response | Promise<Response>;
  const stands = (outcome: Outcome, word: string, final: boolean) => () =>
    json({ outcome, status: word, final });
  const countQuestions = () => backend.to('status').length;
  const comesBack = (isPersisted: boolean) =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: isPersisted }));

  beforeEach(() => {
    window.walletSandbox?.reset();
    window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
    status = stands('pending', 'processing', false);
    backend = payingBackend({
      'pay-token': () => json({ outcome: 'pending', status: 'processing' }, 202),
      status: () => status(),
    });
  });
  afterEach(() => {
    backend.restore();
  });

  for (const { wallet, template, opened } of wallets) {
    describe(`of ${wallet}`, () => {
      const pays = async () => {
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-result');
        await tag.updateComplete;
        return { tag, events };
      };

      it('after a reload: the backend is asked before the button is offered', async () => {
        (await pays()).tag.remove();
        const { tag, events } = await renderAgain(template);
        assert.equal(tag.state, 'busy');
        const { outcome, order, asked: isAsked } = await eventOf(events, 'wallet-result');
        assert.deepEqual([outcome, order, isAsked], ['pending', 'A-1001', true]);
        assert.equal(tag.state, 'done');
        await press(tag);
        assert.lengthOf(calls(opened), 1);
      });

      it('and is offered as soon as it surely was not', async () => {
        (await pays()).tag.remove();
        status = stands('failed', 'failed', true);
        const { tag, events } = await renderAgain(template);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'failed');
        await waitUntil(() => tag.state === 'ready');
        tag.remove();
        const reload = await renderAgain(template);
        await eventOf(reload.events, 'wallet-ready');
        await settled();
        assert.equal(reload.tag.state, 'ready');
        assert.equal(countQuestions(), 1);
      });

      it('while the outcome is unknown, and is asked about when the payer comes back to the page', async () => {
        (await pays()).tag.remove();
        status = offline;
        const { tag, events } = await renderAgain(template);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'unreachable');
        assert.equal(tag.state, 'done');
        status = stands('succeeded', 'paid', true);
        window.dispatchEvent(new Event('focus'));
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
        const questions = countQuestions();
        window.dispatchEvent(new Event('focus'));
        await settled();
        assert.equal(tag.state, 'done');
        assert.equal(countQuestions(), questions, 'what is final is asked once');
      });

      it('while the backend refuses to say its status', async () => {
        const { tag, events } = await pays();
        for (const [number, code] of [
          [404, 'order_not_found'],
          [429, 'too_many_requests'],
          [500, 'internal'],
          [503, 'overloaded'],
        ] as const) {
          events.length = 0;
          status = () => problem(number, code);
          window.dispatchEvent(new Event('focus'));
          const { error, asked: isAsked } = await eventOf(events, 'wallet-error');
          assert.deepEqual([error.code, isAsked, tag.state], ['refused', true, 'done'], code);
        }
        tag.remove();
        const reload = await renderAgain(template);
        assert.equal(reload.tag.state, 'busy');
        await eventOf(reload.events, 'wallet-error');
        assert.equal(reload.tag.state, 'done');
      });

      it('when the back button brings the page back from the bank’s', async () => {
        const { tag, events } = await pays();
        tag.order = 'A-1002';
        backend.restore();
        backend = payingBackend({
          'pay-token': () =>
            json({ outcome: 'pending', status: 'processing', acs_url: 'https://bank.example/' }),
          status: () => status(),
        });
        tag.redirect = 'none';
        await tag.updateComplete;
        events.length = 0;
        await press(tag);
        await eventOf(events, 'wallet-redirect');
        assert.equal(tag.state, 'redirecting');
        comesBack(true);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending');
        assert.equal(tag.state, 'done');
        status = stands('expired', 'expired', true);
        comesBack(true);
        await waitUntil(() => tag.state === 'ready');
      });

      it('nor by the other button of the page', async () => {
        const other = await ready(wallet === 'wallet-a' ? walletB : walletA);
        assert.equal(other.tag.state, 'ready');
        await pays();
        assert.equal(other.tag.state, 'done');
        other.tag.order = 'A-1002';
        await other.tag.updateComplete;
        assert.equal(other.tag.state, 'ready');
      });

      it('until an answer that takes ten seconds says that it did not go through', async () => {
        const { tag } = await pays();
        const time = holdTime();
        try {
          let answer: ((response: Response) => void) | undefined;
          status = () =>
            new Promise((resolve) => {
              answer = resolve;
            });
          window.dispatchEvent(new Event('focus'));
          await waitUntil(() => answer, 'a question');
          time.pass(10_000);
          await settled();
          answer?.(stands('failed', 'failed', true)());
          await waitUntil(() => tag.state === 'ready');
        } finally {
          time.release();
        }
      });

      it('until wallet-payment-status says that it did not go through', async () => {
        const { tag } = await pays();
        status = stands('failed', 'failed', true);
        await fixture(html`<wallet-payment-status order="A-1001"></wallet-payment-status>`);
        await waitUntil(() => tag.state === 'ready');
      });

      it('and the page that pays it is no other page to itself, however soon it asks', async () => {
        window.walletSandbox?.configure({ payer: { does: 'cancels' }, endState: 0 });
        const other = await ready(wallet === 'wallet-a' ? walletB : walletA);
        const { tag, events } = await ready(template);
        const asks = () => window.dispatchEvent(new Event('focus'));
        for (const name of ['wallet-click', 'wallet-cancel']) tag.addEventListener(name, asks);
        await press(tag);
        await eventOf(events, 'wallet-cancel');
        await settled();
        assert.deepEqual([tag.state, other.tag.state], ['ready', 'ready']);
        assert.notInclude(typesOf([...events, ...other.events]), 'wallet-error');
      });

      it('when the page clears its storage, before the backend has reported its outcome', async () => {
        const { tag, events } = await pays();
        for (const event of [new Event('focus'), new StorageEvent('storage')]) {
          localStorage.clear();
          events.length = 0;
          window.dispatchEvent(event);
          assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending', event.type);
          assert.equal(tag.state, 'done', event.type);
        }
        status = stands('failed', 'failed', true);
        localStorage.clear();
        window.dispatchEvent(new Event('focus'));
        await waitUntil(() => tag.state === 'ready');
      });

      it('on a word of failure that the backend does not call final', async () => {
        status = stands('failed', 'declined', false);
        const { tag, events } = await pays();
        events.length = 0;
        window.dispatchEvent(new Event('focus'));
        const { outcome, status: word } = await eventOf(events, 'wallet-result');
        assert.deepEqual([outcome, word], ['pending', 'declined']);
        assert.equal(tag.state, 'done');
      });

      it('and is not asked about again when its button is moved', async () => {
        const { tag } = await pays();
        const place = await fixture(html`<section></section>`);
        place.append(tag);
        assert.equal(tag.state, 'done');
        await tag.updateComplete;
        await settled();
        assert.equal(tag.state, 'done');
        assert.equal(countQuestions(), 0);
      });

      it('and one that no token was sent for is not asked about', async () => {
        await ready(template);
        comesBack(true);
        await settled();
        assert.equal(countQuestions(), 0);
      });

      it('and one that the backend has no payment of is offered', async () => {
        (await pays()).tag.remove();
        status = () => problem(404, 'no_payment');
        const { tag, events } = await renderAgain(template);
        await waitUntil(() => tag.state === 'ready');
        assert.deepEqual(typesOf(events), ['wallet-ready']);
      });
    });
  }
});
