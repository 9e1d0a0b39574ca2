import { assert } from '@open-wc/testing';
import { WalletButton } from '@wallet-buttons/elements';
import { scene, wallets } from '../test/scene.ts';
import { calls, eventOf, press, ready } from '../test/support.ts';
import { settled } from '../test/settled.ts';

/**
 * A library that makes touches fast, as FastClick does: it sends a click of its own to the target as the document sees
 * it, and stops all other clicks. The test has a mouse for a finger.
 */
function fastClicks(): () => void {
  const ownClicks = new WeakSet<Event>();
  const send = ({ target }: Event) => {
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    ownClicks.add(click);
    target?.dispatchEvent(click);
  };
  const stop = (event: Event) => {
    // The sheet is the wallet's, and no part of the page.
    if (ownClicks.has(event) || !(event.target instanceof WalletButton)) return;
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  document.body.addEventListener('pointerup', send);
  document.body.addEventListener('click', stop, true);
  return () => {
    document.body.removeEventListener('pointerup', send);
    document.body.removeEventListener('click', stop, true);
  };
}

for (const { wallet, template, opened } of wallets) {
  describe(`a button of ${wallet} on a page with a library for fast touches`, () => {
    scene();
    let restore: () => void;
    beforeEach(() => {
      restore = fastClicks();
    });
    afterEach(() => {
      restore();
    });

    it('takes the press, once', async () => {
      const { tag, events } = await ready(template);
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      await settled();
      assert.lengthOf(calls(opened), 1);
      assert.lengthOf(
        events.filter(({ type }) => type === 'wallet-click'),
        1,
      );
    });

    it('takes none while it is disabled', async () => {
      const { tag } = await ready(template);
      tag.disabled = true;
      await tag.updateComplete;
      await press(tag);
      await settled();
      assert.isEmpty(calls(opened));
    });
  });
}
