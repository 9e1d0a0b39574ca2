import { assert } from '@open-wc/testing';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { settled } from '../test/settled.ts';

const provider = /applepay\.cdn-apple\.com|pay\.google\.com/;

for (const each of wallets) {
  describe(`the provider’s script of a tag of ${each.wallet} that the page has before it is defined`, () => {
    let page: FreshPage;
    /** The provider's scripts of the page at the first definition of a tag. */
    let early: readonly HTMLScriptElement[];
    const scripts = () =>
      [...page.document.scripts].filter(({ src, type }) => provider.test(src) && type === '');
    const define = async (html: string) => {
      const tag = page.add(html);
      const { customElements } = page.window;
      const real = customElements.define.bind(customElements);
      let isFirst = true;
      customElements.define = (...args) => {
        if (isFirst) early = scripts();
        isFirst = false;
        real(...args);
      };
      await page.define();
      return tag;
    };
    const withAttribute = (attribute: string) => tagOf(each).replace(' ', ` ${attribute} `);
    beforeEach(async () => {
      localStorage.clear();
      page = await freshPage();
    });
    afterEach(() => {
      page.close();
    });

    it('is requested before the tag is set up, and not twice', async () => {
      const tag = await define(withAttribute('nonce="n0nce"'));
      assert.deepEqual(
        early.map(({ nonce }) => nonce),
        ['n0nce'],
      );
      await becomes(tag, 'ready');
      assert.lengthOf(page.scripts, 1);
    });

    it('has the nonce of the group', async () => {
      await define(`<wallet-buttons nonce="n0nce">${tagOf(each)}</wallet-buttons>`);
      assert.deepEqual(
        early.map(({ nonce }) => nonce),
        ['n0nce'],
      );
    });

    const rests: Readonly<Record<string, string>> = {
      'loading="manual"': withAttribute('loading="manual"'),
      'loading="manual" on the group': `<wallet-buttons loading="manual">${tagOf(each)}</wallet-buttons>`,
    };
    for (const [what, html] of Object.entries(rests)) {
      it(`is not requested with ${what}`, async () => {
        await define(html);
        await settled();
        assert.isEmpty(scripts());
      });
    }

    it('is requested where the tag overrides the group', async () => {
      const tag = withAttribute('loading="auto"');
      await define(`<wallet-buttons loading="manual">${tag}</wallet-buttons>`);
      assert.lengthOf(early, 1);
    });

    it('is not requested with a property that holds the tag back', async () => {
      const tag = page.document.createElement(`${each.wallet}-button`);
      Object.assign(tag, { loading: 'manual', gateway: 'g', gatewayMerchantId: 'm' });
      page.document.body.append(tag);
      await define('<p></p>');
      await settled();
      assert.isEmpty(scripts());
    });

    it('is not requested on a page that the payer does not see yet', async () => {
      Object.defineProperty(page.document, 'prerendering', { value: true, configurable: true });
      await define(tagOf(each));
      await settled();
      assert.isEmpty(scripts());
    });

    it('is not requested while a consent manager holds it back', async () => {
      const script = page.document.createElement('script');
      script.type = 'text/plain';
      const urls = ['https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js'];
      urls.push('https://pay.google.com/gp/p/js/pay.js');
      Object.assign(script.dataset, urls);
      page.document.head.append(script);
      await define(tagOf(each));
      await settled();
      assert.isEmpty(scripts());
    });

    it('is not requested where the page has the API', async () => {
      page.present();
      const tag = await define(tagOf(each));
      await becomes(tag, 'ready');
      assert.isEmpty(scripts());
    });

    it('is not requested without a tag', async () => {
      await define('<p></p>');
      await settled();
      assert.isEmpty(scripts());
    });
  });
}

describe('the provider’s script of a tag that cannot show a button', () => {
  for (const [what, html] of [
    ['wallet B without a gateway', '<wallet-b-button order="A-1"></wallet-b-button>'],
    [
      'wallet B in PRODUCTION without a merchant',
      '<wallet-b-button gateway="g" gateway-merchant-id="m" environment="PRODUCTION"></wallet-b-button>',
    ],
    [
      'wallet B in no known environment',
      '<wallet-b-button gateway="g" gateway-merchant-id="m" environment=""></wallet-b-button>',
    ],
    [
      'wallet A by a code that the page does not want',
      '<wallet-a-button scan="off"></wallet-a-button>',
    ],
  ] as const) {
    it(`is not requested: ${what}`, async () => {
      const page = await freshPage();
      try {
        page.add(html);
        await page.define();
        await settled();
        assert.isEmpty([...page.document.scripts].filter(({ src }) => provider.test(src)));
      } finally {
        page.close();
      }
    });
  }
});
