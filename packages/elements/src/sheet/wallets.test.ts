import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { answers, sheetScene } from '../../test/open-sheet.ts';
import { calls, eventOf, press, ready, walletA, walletB } from '../../test/support.ts';
import { waitUntil } from '../../test/wait-until.ts';

describe('an open sheet', () => {
  const scene = sheetScene();

  it('of wallet A carries the parts of other merchants and the details of the order', async () => {
    const { tag, events } = await ready(walletA);
    const context = {
      merchantIdentifier: 'merchant.bees',
      externalIdentifier: 'bees-1',
      merchantName: 'Bee keeper',
      amount: '99.90',
    };
    const orderDetails = {
      orderTypeIdentifier: 'order.honey',
      orderIdentifier: 'A-1001',
      webServiceURL: 'https://shop.example/orders/',
      authenticationToken: 'x'.repeat(16),
    };
    Object.assign(tag, { multiTokenContexts: [context], orderDetails });
    await press(tag);
    await scene.isReady();
    assert.deepInclude(calls('ApplePaySession.constructor')[0]?.args[1] as object, {
      multiTokenContexts: [context],
    });
    scene.sheet.pay();
    await eventOf(events, 'wallet-result');
    assert.deepEqual(answers['wallet-a']('Payment').at(-1), { status: 0, orderDetails });
  });

  it('of wallet A shows its code in a window where the page is framed, else over it', async () => {
    const set: unknown[] = [];
    const page = window as { ApplePayWebOptions?: { set(options: object): void } };
    const real = page.ApplePayWebOptions;
    page.ApplePayWebOptions = { set: (options) => set.push(options) };
    try {
      const { tag } = await ready(walletA);
      await press(tag);
      await scene.isReady();
    } finally {
      if (real) page.ApplePayWebOptions = real;
    }
    assert.deepEqual(set, [{ renderApplePayCodeAs: self === top ? 'modal' : 'window' }]);
  });

  for (const [what, template, open] of [
    [
      'a modal dialog',
      html`<dialog>${walletA}</dialog>`,
      (box: HTMLElement) => {
        (box as HTMLDialogElement).showModal();
      },
    ],
    [
      'a popover',
      html`<div popover="manual"><p>${walletA}</p></div>`,
      (box: HTMLElement) => {
        box.showPopover();
      },
    ],
    [
      'a component that is a modal dialog',
      html`<section>${walletA}</section>`,
      (box: HTMLElement) => {
        const root = box.attachShadow({ mode: 'open' });
        root.innerHTML = '<dialog><slot></slot></dialog>';
        root.querySelector('dialog')?.showModal();
      },
    ],
  ] as const) {
    it(`of wallet A shows its code in a window where its button is in ${what}, which lies over the page`, async () => {
      const modes: unknown[] = [];
      const page = window as { ApplePayWebOptions?: { set(options: object): void } };
      const real = page.ApplePayWebOptions;
      page.ApplePayWebOptions = { set: (options) => modes.push(options) };
      try {
        const { tag: box } = await ready(template);
        const button = box.querySelector('wallet-a-button');
        if (!button) throw new Error('There is no button.');
        open(box);
        await press(button);
        await scene.isReady();
      } finally {
        if (real) page.ApplePayWebOptions = real;
      }
      assert.deepEqual(modes, [{ renderApplePayCodeAs: 'window' }]);
    });
  }

  it('of wallet B offers discounts, and is warmed up where the tag says so', async () => {
    const { tag } = await ready(walletB);
    assert.lengthOf(calls('PaymentsClient.prefetchPaymentData'), 0);
    const offers = [{ redemptionCode: 'HONEY10', description: 'Ten percent off' }];
    const other = document.createElement('wallet-b-button');
    for (const name of tag.getAttributeNames())
      other.setAttribute(name, tag.getAttribute(name) ?? '');
    Object.assign(other, { prefetch: true, offers });
    tag.replaceWith(other);
    await waitUntil(() => other.state === 'ready');
    await other.updateComplete;
    assert.lengthOf(calls('PaymentsClient.prefetchPaymentData'), 1);
    await press(other);
    await scene.isReady();
    const request = calls('PaymentsClient.loadPaymentData')[0]?.args[0] as object;
    assert.deepInclude(request, { offerInfo: { offers } });
  });

  it('of wallet B answers another account as it answered the first', async () => {
    const { tag } = await ready(walletB);
    tag.request = 'shipping-address';
    tag.addEventListener('wallet-shipping-address-change', (event) => {
      event.updateWith({ amount: '249.90' });
    });
    await press(tag);
    await scene.isReady();
    scene.sheet.chooseAccount('taras');
    await waitUntil(() => answers['wallet-b']().length === 2);
    const [first, second] = answers['wallet-b']();
    assert.deepEqual(second, first);
  });
});
