import { assert } from '@open-wc/testing';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { typesOf } from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import { holdTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

const urls = {
  'wallet-a': 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  'wallet-b': 'https://pay.google.com/gp/p/js/pay.js',
};

for (const each of wallets) {
  describe(`the provider’s script of ${each.wallet}`, () => {
    let page: FreshPage;
    /** A script of the page, which the tag did not make. */
    const theirs = (more: Partial<HTMLScriptElement> = {}) => {
      const script = page.document.createElement('script');
      page.document.head.append(Object.assign(script, more, { src: urls[each.wallet] }));
      return script;
    };
    const tag = () => page.add(tagOf(each));
    beforeEach(async () => {
      localStorage.clear();
      page = await freshPage();
      await page.define();
    });
    afterEach(() => {
      page.close();
    });

    it('is not awaited from an element for browsers without modules, which stays where it is', async () => {
      const script = theirs({ noModule: true });
      const button = tag();
      await becomes(button, 'ready');
      assert.isTrue(script.isConnected);
      assert.lengthOf(page.scripts, 2);
    });

    const inert: Readonly<Record<string, (script: HTMLScriptElement) => void>> = {
      'has no type that runs': (script) => {
        script.src = urls[each.wallet];
      },
      'has its address in another attribute': (script) => {
        script.dataset['src'] = urls[each.wallet];
      },
      'has its address without a protocol': (script) => {
        script.setAttribute('data-cmp-src', urls[each.wallet].replace('https:', ''));
      },
    };
    for (const [what, set] of Object.entries(inert)) {
      it(`is not requested while a consent manager keeps an element that ${what}`, async () => {
        const script = page.document.createElement('script');
        script.type = 'text/plain';
        set(script);
        page.document.head.append(script);
        const button = tag();
        await settled();
        page.window.dispatchEvent(new Event('focus'));
        await settled();
        assert.equal(button.state, 'loading');
        assert.deepEqual(page.events, []);
        assert.isEmpty(page.scripts.filter(({ type }) => type === ''));

        script.remove();
        theirs();
        await becomes(button, 'ready');
        assert.deepEqual(typesOf(page.events), ['wallet-ready']);
        assert.lengthOf(
          page.scripts.filter(({ type }) => type === ''),
          1,
        );
      });
    }

    it('is requested though a consent manager keeps an element, once the page calls load()', async () => {
      theirs({ type: 'text/plain' });
      const button = tag();
      await settled();
      button.load();
      await becomes(button, 'ready');
    });

    it('is requested again after one to three seconds, once for all tags', async () => {
      page.serve(each.served, 'error');
      const time = holdTime(page.window, 900);
      try {
        const [first, second] = [tag(), tag()];
        await becomes(first, 'unavailable');
        await becomes(second, 'unavailable');
        assert.lengthOf(page.scripts, 1);
        page.serve(each.served, 'api');
        time.pass(999);
        await settled();
        assert.lengthOf(page.scripts, 1);
        time.pass(2_001);
        await becomes(first, 'ready');
        await becomes(second, 'ready');
        assert.lengthOf(page.scripts, 2);
        assert.equal(
          typesOf(page.events).join(),
          'wallet-unavailable,wallet-unavailable,wallet-ready,wallet-ready',
        );
      } finally {
        time.release();
      }
    });

    it('that fails twice is requested again when the payer comes back, and shown to none as a failure', async () => {
      page.serve(each.served, 'error');
      const time = holdTime(page.window, 900);
      try {
        const button = tag();
        await becomes(button, 'unavailable');
        time.pass(3_000);
        // A script that has failed is removed.
        await waitUntil(() => page.scripts[1]?.isConnected === false);
        await settled();
        assert.equal(button.state, 'unavailable');
        assert.deepEqual(typesOf(page.events), ['wallet-unavailable']);
        page.serve(each.served, 'api');
        page.window.dispatchEvent(new Event('focus'));
        await becomes(button, 'ready');
      } finally {
        time.release();
      }
    });

    it('is loaded again by the next try where that of the page has failed', async () => {
      page.serve(each.served, 'held');
      const time = holdTime(page.window, 900);
      try {
        theirs();
        const button = tag();
        await settled();
        page.serve(each.served, 'error');
        await becomes(button, 'unavailable');
        page.serve(each.served, 'api');
        time.pass(3_000);
        await becomes(button, 'ready');
      } finally {
        time.release();
      }
    });

    it('is not removed when an element of the page fails', async () => {
      page.serve(each.served, 'held');
      const script = theirs();
      const button = tag();
      await settled();
      page.serve(each.served, 'error');
      await becomes(button, 'unavailable');
      assert.isTrue(script.isConnected);
    });

    it('is added although an element of the page never loads', async () => {
      page.serve(each.served, 'held');
      const script = theirs();
      const time = holdTime(page.window);
      try {
        const button = tag();
        await settled();
        assert.lengthOf(page.scripts, 1);
        Object.defineProperty(script, 'isConnected', { value: false });
        page.serve(each.served, 'api');
        time.pass(5_000);
        await becomes(button, 'ready');
        assert.lengthOf(page.scripts, 2);
      } finally {
        time.release();
      }
    });

    it('is ready as soon as the page has its API, from whatever script', async () => {
      page.serve(each.served, 'held');
      const button = tag();
      await settled();
      assert.equal(button.state, 'loading');
      page.present();
      await becomes(button, 'ready');
      assert.deepEqual(typesOf(page.events), ['wallet-ready']);
    });

    it('brings the button also when it comes after 15 seconds', async () => {
      page.serve(each.served, 'held');
      const time = holdTime(page.window);
      try {
        const button = tag();
        await settled();
        time.pass(15_000);
        await becomes(button, 'unavailable');
        page.serve(each.served, 'api');
        await becomes(button, 'ready');
        assert.deepEqual(typesOf(page.events), ['wallet-unavailable', 'wallet-ready']);
        assert.lengthOf(page.scripts, 1);
      } finally {
        time.release();
      }
    });

    it('is loaded again when the browser is online again', async () => {
      page.serve(each.served, 'error');
      const [first, second] = [tag(), tag()];
      await becomes(first, 'unavailable');
      await becomes(second, 'unavailable');
      page.serve(each.served, 'api');
      page.window.dispatchEvent(new Event('online'));
      await becomes(first, 'ready');
      await becomes(second, 'ready');
    });

    it('is not loaded again for a tag that is gone', async () => {
      page.serve(each.served, 'error');
      const button = tag();
      await becomes(button, 'unavailable');
      button.remove();
      page.window.dispatchEvent(new Event('online'));
      await settled();
      assert.lengthOf(page.scripts, 1);
    });

    it('is asked for when the payer sees a page that was prerendered', async () => {
      Object.defineProperty(page.document, 'prerendering', { value: true, configurable: true });
      const button = tag();
      await settled();
      assert.lengthOf(page.scripts, 0);
      Reflect.deleteProperty(page.document, 'prerendering');
      page.document.dispatchEvent(new Event('prerenderingchange'));
      await becomes(button, 'ready');
    });

    it('comes as text to a page that has wrapped the address of scripts', async () => {
      const { prototype } = page.window.HTMLScriptElement;
      const real = Object.getOwnPropertyDescriptor(prototype, 'src');
      const sources: unknown[] = [];
      Object.defineProperty(prototype, 'src', {
        ...real,
        set(this: HTMLScriptElement, url: string) {
          sources.push(url);
          if (!url.startsWith('https://blocked.example/')) real?.set?.call(this, url);
        },
      });
      await becomes(tag(), 'ready');
      assert.deepEqual(sources, [urls[each.wallet]]);
    });
  });
}

describe('a provider that answers after ten seconds', () => {
  it('gets its button then', async () => {
    localStorage.clear();
    const page = await freshPage();
    await page.define();
    page.present();
    const { payments } = Reflect.get(page.window, 'google') as {
      payments: { api: { PaymentsClient: { prototype: { isReadyToPay(): Promise<object> } } } };
    };
    const answer = Promise.withResolvers<object>();
    payments.api.PaymentsClient.prototype.isReadyToPay = () => answer.promise;
    const time = holdTime(page.window);
    try {
      const [, b] = wallets;
      const button = page.add(tagOf(b));
      await settled();
      time.pass(10_000);
      await becomes(button, 'unavailable');
      answer.resolve({ result: true });
      await becomes(button, 'ready');
      await waitUntil(() => typesOf(page.events).length === 2, 'both events');
    } finally {
      time.release();
      page.close();
    }
  });
});
