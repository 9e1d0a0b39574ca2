import { assert } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { endingsOf, paid, sandbox, scene, sheetIs, typesOf, wallets } from '../test/scene.ts';
import { calls, eventOf, press, ready } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('a press', () => {
  const page = scene();
  const answer = (payToken: () => Response | Promise<Response>, more: object = {}) => {
    page.answers({ 'pay-token': payToken, ...more });
  };

  for (const { wallet, template, opened } of wallets) {
    describe(`of ${wallet}`, () => {
      it('opens the sheet in its own task', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-result');
        const [call, ...more] = calls(opened);
        assert.isTrue(call?.sameTask);
        assert.lengthOf(more, 0);
      });

      it('posts the token once, with what the sheet showed and a key', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        tag.amount = '77.5';
        await press(tag);
        await eventOf(events, 'wallet-result');
        const [asked, ...more] = page.backend.to('pay-token');
        assert.lengthOf(more, 0);
        assert.equal(asked?.body['order'], 'A-1001');
        assert.equal(asked?.body['wallet'], wallet);
        assert.deepEqual(asked?.body['shown'], { amount: '77.50', currency: 'UAH' });
        assert.match(String(asked?.headers.get('idempotency-key')), /^[0-9a-f-]{36}$/);
        assert.equal(asked?.headers.get('content-type'), 'application/json');
      });

      it('ends once, in the result, and the next is ignored until the order changes', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        await press(tag);
        const result = await eventOf(events, 'wallet-result');
        assert.equal(result.outcome, 'succeeded');
        assert.equal(result.status, 'paid');
        assert.equal(tag.state, 'done');
        await press(tag);
        assert.deepEqual(endingsOf(events), ['wallet-result']);
        assert.lengthOf(calls(opened), 1);
        tag.order = 'A-1002';
        await tag.updateComplete;
        assert.equal(tag.state, 'ready');
      });

      it('is ready for another order that came while it was busy', async () => {
        const first = Promise.withResolvers<Response>();
        answer(() => first.promise);
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-authorized');
        tag.order = 'A-1002';
        first.resolve(paid());
        await eventOf(events, 'wallet-result');
        assert.equal(tag.state, 'ready');
      });

      it('ends, and takes no token, when the page sets another order while the sheet is open', async () => {
        page.payer('chooses');
        const { tag, events } = await ready(template);
        tag.addEventListener('wallet-click', () => {
          setTimeout(() => {
            tag.order = 'A-1002';
          });
        });
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-cancel')).reason, 'aborted');
        assert.lengthOf(page.backend.to('pay-token'), 0);
        assert.equal(tag.state, 'ready');
      });

      it('continues while the page has no order for a moment', async () => {
        page.payer('chooses');
        const { tag, events } = await ready(template);
        await press(tag);
        await sheetIs('ready');
        tag.order = '';
        await tag.updateComplete;
        tag.order = 'A-1001';
        await tag.updateComplete;
        assert.equal(tag.state, 'busy');
        sandbox().sheet.pay();
        assert.equal((await eventOf(events, 'wallet-result')).order, 'A-1001');
      });

      it('cancels without an error', async () => {
        page.payer('cancels');
        answer(paid);
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-cancel');
        assert.deepEqual(endingsOf(events), ['wallet-cancel']);
        assert.isFalse(page.backend.to('pay-token').length > 0);
        assert.equal(tag.state, 'ready');
      });

      it('calls nothing of the provider when wallet-click is prevented', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        tag.addEventListener('wallet-click', (event) => {
          event.preventDefault();
        });
        await press(tag);
        await eventOf(events, 'wallet-click');
        assert.lengthOf(calls(opened), 0);
        assert.equal(tag.state, 'ready');
      });

      it('does nothing while disabled or without an order', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        tag.disabled = true;
        await tag.updateComplete;
        await press(tag);
        tag.disabled = false;
        tag.order = '';
        await tag.updateComplete;
        await press(tag);
        assert.deepEqual(typesOf(events), ['wallet-ready']);
      });

      it('works by keyboard and brings the focus back', async () => {
        answer(paid);
        page.payer('cancels');
        const { tag, events } = await ready(template);
        tag.focus();
        await sendKeys({ press: 'Enter' });
        await eventOf(events, 'wallet-cancel');
        await waitUntil(() => document.activeElement === tag, 'focus came back');
      });

      it('puts the token in no event', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-result');
        const token = String(page.backend.asked.at(-1)?.body['token']);
        assert.isAbove(token.length, 100);
        for (const event of events) {
          assert.notInclude(JSON.stringify(Object.values(event)), token.slice(20, 60));
        }
      });

      it('names the attribute that is missing, and calls nothing', async () => {
        answer(paid);
        const { tag, events } = await ready(template);
        tag.currency = '';
        await press(tag);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'config');
        assert.include(error.message, 'currency');
        assert.lengthOf(calls(opened), 0);
        assert.equal(tag.state, 'ready');
      });
    });
  }
});
