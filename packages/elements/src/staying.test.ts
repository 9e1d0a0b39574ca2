import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { becomes } from '../test/fresh-page.ts';
import { bankAt, scene, typesOf, wallets } from '../test/scene.ts';
import { eventOf, json, press, ready, walletA, walletB } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { holdTime } from '../test/time.ts';

/** An address of this server that answers 204, so the browser stays. */
const empty = new URL('/no-content', location.href).href;
const isPending = () => json({ outcome: 'pending', status: 'processing', final: false });

before(function () {
  // Firefox closes the connection of the test runner as soon as the page begins to leave.
  if (navigator.userAgent.includes('Firefox')) this.skip();
});

for (const { wallet, template } of wallets) {
  describe(`a page that is to leave for the bank by ${wallet}`, () => {
    const page = scene();
    beforeEach(() => {
      localStorage.clear();
    });

    it('gets the bank’s address if it has not left after some seconds, and asks on focus', async () => {
      page.answers({ 'pay-token': bankAt(empty), status: isPending });
      const { tag, events } = await ready(template);
      const time = holdTime();
      try {
        await press(tag);
        await eventOf(events, 'wallet-redirect');
        await settled();
        dispatchEvent(new Event('focus'));
        await settled();
        assert.equal(tag.state, 'redirecting');
        assert.isEmpty(page.backend.to('status'));
        time.pass(5_000);
        const { error, asked } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'redirect-blocked');
        assert.deepEqual(error.cause, { url: empty });
        assert.isTrue(asked);
        await becomes(tag, 'done');
        dispatchEvent(new Event('focus'));
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending');
      } finally {
        time.release();
      }
    });

    it('that the page opens by itself, is asked about when the payer comes back to the page', async () => {
      page.answers({ 'pay-token': bankAt(empty), status: isPending });
      const { tag, events } = await ready(template);
      tag.redirect = 'none';
      const time = holdTime();
      try {
        await press(tag);
        await eventOf(events, 'wallet-redirect');
        await settled();
        time.pass(5_000);
        await settled();
        assert.equal(tag.state, 'redirecting');
        assert.notInclude(typesOf(events), 'wallet-error');
        dispatchEvent(new Event('focus'));
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'pending');
        await becomes(tag, 'done');
      } finally {
        time.release();
      }
    });
  });
}

describe('the buttons of an order whose bank has no page', () => {
  const page = scene();
  it('are free again once the backend says that nothing was paid', async () => {
    page.answers({
      'pay-token': bankAt(empty),
      status: () => json({ outcome: 'expired', status: 'expired', final: true }),
    });
    const { tag, events } = await ready(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as (typeof tag)[];
    if (!a || !b) throw new Error('There are no two buttons.');
    await becomes(b, 'ready');
    const time = holdTime();
    try {
      await press(b);
      await eventOf(events, 'wallet-redirect');
      await settled();
      time.pass(5_000);
      await eventOf(events, 'wallet-error');
      dispatchEvent(new Event('focus'));
      await becomes(a, 'ready');
      await becomes(b, 'ready');
    } finally {
      time.release();
    }
  });
});
