import { assert } from '@open-wc/testing';
import { scene, wallets } from '../test/scene.ts';
import { calls, press, ready } from '../test/support.ts';
import { settled } from '../test/settled.ts';

/** What a listener of wallet-click, or a framework after it, does once the press was let through. */
const changes = {
  'takes its order away': (tag) => {
    tag.order = '';
  },
  'sets another order': (tag) => {
    tag.order = 'A-1002';
  },
  'removes the tag': (tag) => {
    tag.remove();
  },
} satisfies Record<string, (tag: HTMLElement & { order: string }) => void>;

describe('a page that changes a tag a moment after wallet-click', () => {
  const page = scene();

  for (const { wallet, template, opened } of wallets) {
    for (const [what, change] of Object.entries(changes)) {
      it(`and ${what} has an error and no sheet, of ${wallet}`, async () => {
        const { tag } = await ready(template);
        const endings: Event[] = [];
        for (const type of ['wallet-result', 'wallet-error', 'wallet-cancel', 'wallet-redirect'])
          tag.addEventListener(type, (event) => endings.push(event));
        tag.addEventListener('wallet-click', () => {
          queueMicrotask(() => {
            change(tag);
          });
        });
        await press(tag);
        await settled();
        assert.nestedInclude(endings[0], { type: 'wallet-error', 'error.code': 'busy' });
        assert.lengthOf(endings, 1);
        assert.isEmpty(calls(opened));
        assert.isEmpty(page.backend.to('pay-token'));
      });
    }
  }
});
