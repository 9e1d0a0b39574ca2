import { assert } from '@open-wc/testing';
import { becomes } from '../test/fresh-page.ts';
import { bankAt, endingsOf, paid, scene, wallets } from '../test/scene.ts';
import { calls, eventOf, press, ready } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('a payment', () => {
  const page = scene();

  for (const { wallet, template, opened } of wallets) {
    const redrawn = async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      page.answers({ 'pay-token': () => promise });
      const { tag, events } = await ready(template);
      await press(tag);
      await eventOf(events, 'wallet-authorized');
      const anew = tag.cloneNode() as typeof tag;
      tag.replaceWith(anew);
      await becomes(anew, 'busy');
      return { anew, events, answer: resolve };
    };

    it(`ends at the new button of its order when the page draws ${wallet} again`, async () => {
      const { anew, events, answer } = await redrawn();
      answer(paid());
      await eventOf(events, 'wallet-result');
      assert.equal(anew.state, 'done');
    });

    it(`leads to the bank when the page draws ${wallet} again meanwhile`, async () => {
      const { events, answer } = await redrawn();
      answer(bankAt(`${location.href}#bank`)());
      await waitUntil(() => location.hash === '#bank', 'the way to the bank');
      history.back();
      assert.deepEqual(endingsOf(events), ['wallet-redirect']);
    });

    it(`does not leave for the bank when the page removes ${wallet} meanwhile`, async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      page.answers({ 'pay-token': () => promise });
      const { tag, events } = await ready(template);
      const url = `${location.href}#bank`;
      const urls: string[] = [];
      tag.addEventListener('wallet-redirect', (event) => urls.push(event.url));
      await press(tag);
      await eventOf(events, 'wallet-authorized');
      tag.remove();
      resolve(bankAt(url)());
      await waitUntil(() => urls.length > 0, 'the end of the press');
      await settled();
      assert.deepEqual([urls, location.hash], [[url], '']);
    });

    it(`of ${wallet} does not begin, and fires an error, when wallet-click removes its button`, async () => {
      const { tag } = await ready(template);
      const ends: string[] = [];
      tag.addEventListener('wallet-error', ({ error }) => ends.push(error.code));
      tag.addEventListener('wallet-click', () => {
        tag.remove();
      });
      await press(tag);
      await settled();
      assert.lengthOf(calls(opened), 0);
      assert.deepEqual(ends, ['busy']);
    });
  }
});
