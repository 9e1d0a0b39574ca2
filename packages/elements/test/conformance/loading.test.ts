import { assert } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../fresh-page.ts';
import { lastingListeners } from '../listeners.ts';
import { drawn, typesOf } from '../scene.ts';
import { holdTime } from '../time.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const sdk = 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js';
const payJs = 'https://pay.google.com/gp/p/js/pay.js';
const html = {
  a: '<wallet-a-button order="A-1"></wallet-a-button>',
  b: '<wallet-b-button order="A-1" gateway="g" gateway-merchant-id="m"></wallet-b-button>',
};
const each = ['a', 'b'] as const;
const urlsOf = ({ scripts }: FreshPage) => scripts.map(({ src }) => src);

describe('loading', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage();
  });
  afterEach(() => {
    page.close();
  });

  it('the package may be loaded twice, and leaves a tag alone that is defined already', async () => {
    const { customElements, HTMLElement } = page.window;
    class Foreign extends HTMLElement {}
    customElements.define('wallet-a-button', Foreign);
    await page.define();
    const ours = customElements.get('wallet-b-button');
    await page.import('../src/providers/wallet-a/define.ts?again');
    await page.import('../src/providers/wallet-b/define.ts?again');
    assert.equal(customElements.get('wallet-a-button'), Foreign);
    assert.equal(customElements.get('wallet-b-button'), ours);
    assert.isFunction(ours);
  });

  it('no script of a provider before the first tag, then one for any number of them', async () => {
    await page.define();
    const detachedTag = page.document.createElement('wallet-b-button');
    await settled();
    assert.deepEqual(urlsOf(page), []);
    assert.equal(detachedTag.state, 'loading');
    const tags = [html.a, html.b, html.a, html.b, html.a, html.b].map((tag) => page.add(tag));
    await Promise.all(tags.map((tag) => becomes(tag, 'ready')));
    assert.sameMembers(urlsOf(page), [sdk, payJs]);
  });

  it('an API or a script that the page has already is used, a pending one awaited', async () => {
    await page.define();
    Object.assign(page.window, {
      ApplePaySession: Reflect.get(page.kept, 'ApplePaySession') as object,
    });
    await becomes(page.add(html.a), 'ready');
    assert.deepEqual(urlsOf(page), []);

    page.serve('b', 'held');
    const theirs = Object.assign(page.document.createElement('script'), { src: payJs });
    page.document.head.append(theirs);
    const tag = page.add(html.b);
    await settled();
    assert.equal(tag.state, 'loading');
    page.serve('b', 'api');
    await becomes(tag, 'ready');
    assert.deepEqual(page.scripts, [theirs]);
  });

  it('scripts are classic and async, with nonce; wallet A’s is anonymous, hashed only if pinned', async () => {
    page.serve('a', 'held');
    page.serve('b', 'held');
    await page.define();
    const pinnedUrl = 'https://applepay.cdn-apple.com/jsapi/v1.3.8/apple-pay-sdk.js';
    page.add(html.a.replace(' ', ' nonce="n0nce" sdk-integrity="sha384-AAAA" '));
    page.add(html.b.replace(' ', ' nonce="n0nce" '));
    page.add(html.a.replace(' ', ` sdk-url="${pinnedUrl}" sdk-integrity="sha384-AAAA" `));
    await waitUntil(() => page.scripts.length === 3);
    const findScript = (src: string) => page.scripts.find((script) => script.src === src);
    for (const script of page.scripts) assert.deepInclude(script, { async: true, type: '' });
    assert.deepInclude(findScript(sdk), {
      nonce: 'n0nce',
      crossOrigin: 'anonymous',
      integrity: '',
    });
    assert.deepInclude(findScript(payJs), { nonce: 'n0nce', crossOrigin: null, integrity: '' });
    assert.deepInclude(findScript(pinnedUrl), {
      nonce: '',
      crossOrigin: 'anonymous',
      integrity: 'sha384-AAAA',
    });
  });

  it('an error, or 15 seconds without an answer, is reported once as wallet-unavailable, takes no room, and reload() asks again', async () => {
    await page.define();
    const time = holdTime(page.window);
    try {
      for (const wallet of each) {
        const start = page.events.length;
        const scripts = () =>
          page.scripts.filter(({ src }) => src === (wallet === 'a' ? sdk : payJs));
        const types = () => typesOf(page.events.slice(start));
        page.serve(wallet, 'error');
        const tag = page.add(html[wallet]);
        await becomes(tag, 'unavailable');
        assert.equal(tag.getBoundingClientRect().height, 0);

        page.serve(wallet, 'held');
        tag.reload();
        await waitUntil(() => scripts().length === 2);
        assert.isAtMost(Math.max(...time.waits), 15_000);
        time.pass(15_000);
        await becomes(tag, 'unavailable');
        assert.deepEqual(types(), ['wallet-unavailable', 'wallet-unavailable']);

        page.serve(wallet, 'api');
        tag.reload();
        await becomes(tag, 'ready');
        assert.lengthOf(scripts(), 3);
      }
      for (const event of page.events) {
        if (event.type !== 'wallet-unavailable') continue;
        assert.nestedInclude(event, { reason: 'script-load', 'error.code': 'script-load' });
      }
      await settled();
      assert.deepEqual(page.uncaught, []);
    } finally {
      time.release();
    }
  });

  it('a script that loads without its API is a script that did not load, never a ready button', async () => {
    page.serve('a', 'empty');
    page.serve('b', 'empty');
    await page.define();
    for (const wallet of each) {
      const tag = page.add(html[wallet]);
      await becomes(tag, 'unavailable');
      assert.lengthOf(drawn(tag), 0);
      const event = page.events.at(-1);
      assert.nestedInclude(event, { reason: 'script-load', 'error.code': 'script-load' });
    }
    assert.deepEqual(typesOf(page.events), ['wallet-unavailable', 'wallet-unavailable']);
    assert.deepEqual(page.uncaught, []);
  });

  it('a tag that is removed before its script has loaded gets no button and leaves no listener', async () => {
    page.serve('a', 'held');
    page.serve('b', 'held');
    await page.define();
    const listeners = lastingListeners(page.window);
    const tags = each.map((wallet) => page.add(html[wallet]));
    await waitUntil(() => page.scripts.length === 2);
    for (const tag of tags) tag.remove();
    await settled();
    assert.deepEqual(listeners.kept(), []);
    listeners.restore();
    page.serve('a', 'api');
    page.serve('b', 'api');
    await waitUntil(() => 'ApplePaySession' in page.window && 'google' in page.window);
    await settled();
    for (const tag of tags) {
      assert.equal(tag.state, 'loading');
      assert.lengthOf(drawn(tag), 0);
    }
    assert.deepEqual(page.events, []);
  });
});
