import { assert } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../fresh-page.ts';
import { drawn, typesOf } from '../scene.ts';
import { settled } from '../settled.ts';
import { press } from '../support.ts';
import { holdTime } from '../time.ts';
import { badInputOf, endedOnce } from './bad-input.ts';
import { paysIn, readyIn, tagOf, wallets } from './framed.ts';
import { waitUntil } from '../wait-until.ts';

describe('K: the provider’s script', () => {
  let page: FreshPage;
  const open = async (url?: string) => {
    page = await freshPage(url);
  };
  /** What the payer has in the place of a button that never came. */
  const saysSo = async (tag: HTMLElement, times = 1) => {
    await waitUntil(() => page.events.length === times);
    const event = page.events.at(-1);
    assert.nestedInclude(event, {
      type: 'wallet-unavailable',
      reason: 'script-load',
      'error.code': 'script-load',
      'error.suggestion': 'Allow it in the CSP, then reload().',
    });
    assert.lengthOf(drawn(tag), 0);
    assert.isAbove(tag.querySelector('a')?.getBoundingClientRect().height ?? 0, 0);
  };
  beforeEach(() => {
    localStorage.clear();
  });
  afterEach(() => {
    page.close();
  });

  for (const each of wallets) {
    describe(`of ${each.wallet}`, () => {
      describe('on a page with a policy', () => {
        beforeEach(async () => open('./strict-csp.html'));

        badInputOf(
          () => page,
          'K11: blocked by the policy it is missed once, and there after reload()',
          async () => {
            const directives: string[] = [];
            page.document.addEventListener('securitypolicyviolation', (event) => {
              directives.push(event.effectiveDirective);
            });
            await page.define();
            const tag = page.add(tagOf(each));
            await saysSo(tag);
            assert.deepEqual(directives, ['script-src-elem']);
            tag.nonce = 'n0nce';
            tag.reload();
            await becomes(tag, 'ready');
            assert.deepEqual(typesOf(page.events), ['wallet-unavailable', 'wallet-ready']);
          },
        );
      });

      describe('on any page', () => {
        beforeEach(async () => open());

        badInputOf(
          () => page,
          'K12: taken by a blocker, or replaced by an empty one, it is missed, and there after reload()',
          async () => {
            await page.define();
            page.serve(each.served, 'error');
            const tag = page.add(tagOf(each));
            await saysSo(tag);
            page.serve(each.served, 'empty');
            tag.reload();
            await saysSo(tag, 2);
            page.serve(each.served, 'api');
            tag.reload();
            await becomes(tag, 'ready');
          },
        );

        badInputOf(
          () => page,
          'K13: offline it is missed by every tag, and there for all as soon as one asks when the line is back',
          async () => {
            await page.define();
            page.serve(each.served, 'error');
            const time = holdTime(page.window, 900);
            try {
              const [first, second] = [page.add(tagOf(each)), page.add(tagOf(each))];
              await saysSo(first, 2);
              assert.lengthOf(page.scripts, 1);
              // The tags try once more by themselves, and the line is still down.
              time.pass(3_000);
              await waitUntil(() => page.scripts[1]?.isConnected === false);
              await settled();
              await saysSo(second, 2);
              assert.deepEqual([first.state, second.state], ['unavailable', 'unavailable']);
              page.serve(each.served, 'api');
              first.reload();
              await becomes(first, 'ready');
              await becomes(second, 'ready');
              assert.lengthOf(page.scripts, 3);
            } finally {
              time.release();
            }
          },
        );

        badInputOf(
          () => page,
          'K14: loaded twice, as the package is, it is one button and one payment',
          async () => {
            const backend = paysIn(page);
            await page.define();
            const tag = await readyIn(page, each);
            const [ours] = page.scripts;
            assert.exists(ours);
            const copy = page.document.createElement('script');
            const load = new Promise((resolve) => {
              copy.addEventListener('load', resolve);
            });
            copy.src = ours.src;
            page.document.head.append(copy);
            await load;
            await page.import(`../src/providers/${each.wallet}/define.ts?again`);
            assert.lengthOf(drawn(tag), 1);
            await press(tag);
            assert.propertyVal(await endedOnce(page.events), 'outcome', 'succeeded');
            assert.lengthOf(page.calls(each.opened), 1);
            assert.lengthOf(backend.to('pay-token'), 1);
          },
        );
      });
    });
  }
});
