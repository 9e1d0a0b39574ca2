import { assert } from '@open-wc/testing';
import type { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { emulateMedia } from '@web/test-runner-commands';
import '@wallet-buttons/elements/wallet-payment-status.js';
import { fakeGooglePay } from '../test/fake-google-pay.ts';
import { becomes, freshPage } from '../test/fresh-page.ts';
import { control, drawn } from '../test/scene.ts';
import { box, styled } from '../test/sizes.ts';
import { ready, walletA, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

type Tag = WalletAButton | WalletBButton;

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

describe('two buttons side by side', () => {
  for (const width of [320, 390]) {
    for (const [where, style, cells] of [
      ['columns of a grid', 'display: grid; grid-template-columns: 1fr 1fr; gap: 8px', 'contents'],
      ['a flex row', 'display: flex; gap: 8px', 'contents'],
      ['cells of a table', 'display: table; width: 100%', 'table-cell'],
    ] as const) {
      it(`do not leave ${where} in ${String(width)} pixels`, async () => {
        window.walletSandbox?.configure({ walletB: { cardInfo: 'shown' } });
        const page = await freshPage();
        page.frame.style.width = `${String(width)}px`;
        page.present();
        await page.define();
        const box = page.document.createElement('div');
        page.document.body.append(box);
        box.style.cssText = style;
        const attributes = 'order="A-1" amount="1.00" currency="UAH" country="UA" label="Shop"';
        box.innerHTML = `
          <div style="display: ${cells}"><wallet-a-button ${attributes}></wallet-a-button></div>
          <div style="display: ${cells}"><wallet-b-button gateway="g" gateway-merchant-id="m"
            ${attributes}></wallet-b-button></div>`;
        const [a, b] = [...box.querySelectorAll<Tag>('wallet-a-button, wallet-b-button')];
        if (!a || !b) throw new Error('There are no two buttons.');
        await becomes(a, 'ready');
        await becomes(b, 'ready');
        const { scrollWidth, clientWidth } = page.document.documentElement;
        assert.equal(scrollWidth, clientWidth);
        for (const tag of [a, b]) {
          const { width: tagWidth } = tag.getBoundingClientRect();
          assert.isAtLeast(tagWidth, 130);
          assert.isAtMost(control(tag).getBoundingClientRect().width, tagWidth);
        }
        page.close();
      });
    }
  }

  it('have their width in a table that is wide enough', async () => {
    const tag = await styled('display: table-cell', walletA);
    assert.deepEqual(box(tag), [240, 44]);
  });

  it('fill a tag that the page makes wider', async () => {
    for (const template of [walletA, walletB]) {
      const { tag } = await ready(template);
      tag.style.inlineSize = '330px';
      assert.deepEqual(box(control(tag)), [330, 44]);
      tag.style.cssText = 'display: block; inline-size: auto';
      assert.equal(box(control(tag))[0], tag.parentElement?.clientWidth);
    }
  });
});

describe('forced colours', () => {
  // WebKit has none.
  before(function () {
    if (!CSS.supports('forced-color-adjust', 'none')) this.skip();
  });
  afterEach(async () => emulateMedia({ forcedColors: 'none', colorScheme: 'light' }));

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const { name, template } of wallets) {
      it(`leave ${name} its own colours on a ${colorScheme} page, so that its logo is seen`, async () => {
        await emulateMedia({ forcedColors: 'active', colorScheme });
        const { tag } = await ready(template);
        for (const [buttonStyle, colour] of [
          ['black', 'rgb(0, 0, 0)'],
          ['white', 'rgb(255, 255, 255)'],
        ] as const) {
          tag.buttonStyle = buttonStyle;
          await tag.updateComplete;
          assert.equal(getComputedStyle(control(tag)).backgroundColor, colour);
        }
      });
    }
  }
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
