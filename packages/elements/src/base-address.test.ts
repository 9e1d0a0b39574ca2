import { assert } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { payingBackend } from '../test/scene.ts';
import { eventOf, press } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { warningsOf } from '../test/warnings.ts';

/** In milliseconds, until a development build warns. */
const grace = 1_000;
const elsewhere = 'https://cdn.example/assets/';

describe('the <base> of a page', () => {
  let page: FreshPage;
  beforeEach(async () => {
    page = await freshPage();
    page.present();
    page.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
    await page.define();
  });
  afterEach(() => {
    page.close();
  });
  const base = (href: string) => {
    const node = page.document.createElement('base');
    node.href = href;
    page.document.head.append(node);
  };
  const add = (more: string) =>
    page.add(`<wallet-b-button order="A-1" amount="1.00" currency="UAH" country="UA"
      label="Shop" gateway="g" gateway-merchant-id="m" ${more}></wallet-b-button>`);

  it('leads a relative backend, as it leads every address of the page', async () => {
    base(elsewhere);
    const backend = payingBackend({}, page.window);
    const tag = add('');
    await becomes(tag, 'ready');
    await press(tag);
    await eventOf(page.events, 'wallet-result');
    assert.equal(backend.to('pay-token')[0]?.request.url, 'https://cdn.example/wallet/pay-token');
  });

  /** What the development build says of a tag, after the time that it gives the page. */
  const warningOf = async (more: string): Promise<string | undefined> => {
    const warnings = warningsOf(page.window);
    const time = holdTime(page.window, grace);
    try {
      await add(more).updateComplete;
      time.pass(grace);
      return warnings.texts[0];
    } finally {
      time.release();
      warnings.restore();
    }
  };

  for (const more of ['', 'backend="pay"', `backend="${location.origin}" pay-token-url="/pay"`]) {
    it(`of another host is a warning to the developer, for ${more || 'the default backend'}`, async () => {
      base(elsewhere);
      assert.match(
        (await warningOf(more)) ?? '',
        /^<wallet-b-button> calls another host, to which <base> leads its backend\.$/,
      );
    });
  }

  it('is no warning where the backend is absolute', async () => {
    base(elsewhere);
    assert.isUndefined(await warningOf(`backend="${location.origin}/wallet"`));
  });

  it('is no warning where it stays on the host', async () => {
    base('/shop/');
    assert.isUndefined(await warningOf(''));
  });
});
