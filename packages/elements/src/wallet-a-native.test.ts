import { assert } from '@open-wc/testing';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { drawn } from '../test/scene.ts';
import { eventOf } from '../test/support.ts';

const [walletA, walletB] = wallets;
const withoutScan = tagOf(walletA).replace(' ', ' scan="off" ');

describe('a browser with a wallet A of its own', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage();
    await page.native();
    await page.define();
  });
  afterEach(() => {
    page.close();
  });

  for (const [scan, tag] of [
    ['on', tagOf(walletA)],
    ['off', withoutScan],
  ] as const) {
    it(`shows the button with scan="${scan}", without a script, and says that the wallet is native`, async () => {
      page.add(tag);
      const { via } = await eventOf(page.events, 'wallet-ready');
      assert.equal(via, 'native');
      assert.lengthOf(page.scripts, 0);
    });
  }

  it('does not report wallet B as native', async () => {
    page.add(tagOf(walletB));
    assert.isUndefined((await eventOf(page.events, 'wallet-ready')).via);
  });
});

describe('a browser with a wallet A of its own, without the SDK', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage('./blank.html', []);
    await page.native();
    await page.define();
  });
  afterEach(() => {
    page.close();
  });

  it('keeps its button, and the language of it, when the page loads the SDK later', async () => {
    const tag = page.add(tagOf(walletA));
    await becomes(tag, 'ready');
    await page.import('./sdk-button.ts');
    tag.locale = 'de-DE';
    await tag.updateComplete;
    const [button] = drawn(tag);
    assert.equal(button?.localName, 'button');
    assert.equal(button?.getAttribute('lang'), 'de-DE');
  });
});

describe('a browser without a wallet A of its own', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage();
    await page.define();
  });
  afterEach(() => {
    page.close();
  });

  it('offers the code, and says so', async () => {
    page.add(tagOf(walletA));
    assert.equal((await eventOf(page.events, 'wallet-ready')).via, 'code');
  });

  it('offers no code and loads no script with scan="off"', async () => {
    const button = page.add(withoutScan);
    const { reason } = await eventOf(page.events, 'wallet-unavailable');
    assert.equal(reason, 'unsupported');
    assert.equal(button.state, 'unavailable');
    assert.lengthOf(page.scripts, 0);
  });

  it('offers no code with scan="off" although the page has loaded the script', async () => {
    page.present();
    page.add(withoutScan);
    const { reason } = await eventOf(page.events, 'wallet-unavailable');
    assert.equal(reason, 'unsupported');
  });

  it('offers the code once the page sets scan="on"', async () => {
    const button = page.add(withoutScan);
    await becomes(button, 'unavailable');
    button.setAttribute('scan', 'on');
    await becomes(button, 'ready');
  });
});
