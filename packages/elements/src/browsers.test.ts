import { assert } from '@open-wc/testing';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { calls, render, walletB } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const tags = [
  '<wallet-a-button order="A-1"></wallet-a-button>',
  '<wallet-b-button order="A-1" gateway="g" gateway-merchant-id="m"></wallet-b-button>',
];

describe('a button', () => {
  it('can be pressed by the listener of wallet-ready', async () => {
    window.walletSandbox?.reset();
    document.addEventListener(
      'wallet-ready',
      ({ target }) => {
        if (target instanceof HTMLElement) target.click();
      },
      { once: true },
    );
    const { tag } = await render(walletB);
    await waitUntil(() => calls('PaymentsClient.loadPaymentData').length === 1, 'the sheet');
    tag.abort();
  });
});

describe('in a browser without attachInternals, such as Safari before 16.4', () => {
  let page: FreshPage;
  beforeEach(async () => {
    page = await freshPage();
    Reflect.deleteProperty(page.window.HTMLElement.prototype, 'attachInternals');
    page.present();
    await page.define();
  });
  afterEach(() => {
    page.close();
  });

  for (const html of tags) {
    it(`${html.slice(1, 16)} is ready, and says so by an attribute`, async () => {
      const tag = page.add(html);
      await becomes(tag, 'ready');
      assert.equal(tag.dataset['state'], 'ready');
    });

    it(`${html.slice(1, 16)} makes way when the wallet cannot be used`, async () => {
      page.serve('a', 'error');
      page.serve('b', 'error');
      Reflect.deleteProperty(page.window, 'ApplePaySession');
      Reflect.deleteProperty(page.window, 'google');
      const tag = page.add(html);
      await becomes(tag, 'unavailable');
      assert.equal(page.window.getComputedStyle(tag).display, 'contents');
    });
  }

  it('<wallet-payment-status> shows its words', async () => {
    await page.import('../src/wallet-payment-status-define.ts');
    const box = page.document.createElement('div');
    box.innerHTML = '<wallet-payment-status order="A-1" lang="en"></wallet-payment-status>';
    page.document.body.append(box);
    const tag = box.firstElementChild;
    await waitUntil(() => tag?.shadowRoot?.textContent, 'the words');
    assert.equal(tag?.getAttribute('data-state'), 'pending');
  });
});
