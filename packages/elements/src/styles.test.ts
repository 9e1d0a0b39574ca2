import { assert } from '@open-wc/testing';
import '@wallet-buttons/elements/wallet-payment-status.js';
import { fakeGooglePay } from '../test/fake-google-pay.ts';
import { becomes, freshPage } from '../test/fresh-page.ts';
import { control, drawn } from '../test/scene.ts';
import { box, styled } from '../test/sizes.ts';
import { ready, walletA, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const wallets = [
  { name: 'wallet-a', template: walletA },
  { name: 'wallet-b', template: walletB },
] as const;

describe('the smallest button', () => {
  for (const { name, template } of wallets) {
    it(`of ${name} is 140 x 40, and takes its place`, async () => {
      const smaller = '--wallet-button-height: 30px; --wallet-button-inline-size: 100px';
      const tag = await styled(smaller, template);
      assert.deepEqual(box(tag), [140, 40]);
      assert.deepEqual(box(control(tag)), [140, 40]);
    });
  }

  it('of wallet B has its size without the provider’s styles, which a strict policy may refuse', async () => {
    const wallet = fakeGooglePay();
    try {
      const { tag } = await ready(walletB);
      tag.setAttribute('merchant-name', wallet.merchantName);
      await waitUntil(() => wallet.clients[0]?.drawn.length, 'the button');
      await tag.updateComplete;
      assert.deepEqual(box(control(tag)), [240, 44]);
    } finally {
      wallet.restore();
    }
  });
});

describe('a tag that is moved into another document', () => {
  for (const { name, template } of wallets) {
    it(`of ${name} keeps its styles there, and on its way back`, async () => {
      const { tag } = await ready(template);
      const home = tag.parentElement;
      const page = await freshPage();
      try {
        page.document.body.append(tag);
        assert.deepEqual(box(tag), [240, 44]);
        home?.append(tag);
        assert.deepEqual(box(tag), [240, 44]);
      } finally {
        page.close();
      }
    });
  }

  it('has its styles there when it joins that one first', async () => {
    const page = await freshPage();
    try {
      const tag = document.createElement('wallet-payment-status');
      page.document.body.append(tag);
      assert.equal(getComputedStyle(tag).display, 'block');
    } finally {
      page.close();
    }
  });
});

describe('wallet A’s SDK', () => {
  const size = '--wallet-button-height: 48px; --wallet-button-inline-size: 240px';
  const attributes = 'order="A-1" amount="1.00" currency="UAH" country="UA" label="Shop"';

  it('draws an outline inside of the size that the page sets', async () => {
    const page = await freshPage('./blank.html', []);
    await page.import('./sdk-button.ts');
    await page.define();
    const tag = page.add(
      `<wallet-a-button ${attributes} button-style="outline" style="${size}"></wallet-a-button>`,
    );
    await becomes(tag, 'ready');
    assert.deepEqual(drawn(tag).map(box), [[240, 48]]);
    assert.deepEqual(box(tag), [240, 48]);
    page.close();
  });

  for (const { what, policy, text } of [
    { what: 'a blank bar', policy: '', text: undefined },
    {
      what: 'its button under a default policy of the page',
      policy: "trustedTypes.createPolicy('default', { createHTML: (text) => text })",
      text: 'Buy',
    },
  ]) {
    it(`draws ${what} where Trusted Types are required`, async function () {
      if (!('trustedTypes' in window)) this.skip();
      const page = await freshPage('./blank.html', []);
      await page.import('./sdk-button.ts');
      await page.define();
      // eslint-disable-next-line @typescript-eslint/no-unsafe-call -- in the frame's own realm
      new page.window.Function(policy)();
      const meta = page.document.createElement('meta');
      meta.httpEquiv = 'Content-Security-Policy';
      meta.content = "require-trusted-types-for 'script'";
      page.document.head.append(meta);
      const tag = page.document.createElement('wallet-a-button');
      tag.setAttribute('order', 'A-1');
      page.document.body.append(tag);
      await becomes(tag, 'ready');
      assert.equal(drawn(tag)[0]?.shadowRoot?.querySelector('button')?.textContent, text);
      page.close();
    });
  }
});
