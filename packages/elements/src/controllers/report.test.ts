import { assert } from '@open-wc/testing';
import { html } from 'lit';
import '@wallet-buttons/elements/define.js';
import type { WalletButton } from '@wallet-buttons/elements';
import { paymentData, sceneB } from '../../test/fake-google-pay.ts';
import { freshPage, type FreshPage } from '../../test/fresh-page.ts';
import { settled } from '../../test/settled.ts';
import { sandbox } from '../../test/scene.ts';
import { eventOf, press, render, walletB } from '../../test/support.ts';
import { waitUntil } from '../../test/wait-until.ts';

const failing = { loadPaymentData: () => Promise.reject(new Error('It is for Olena Koval.')) };

describe('a report of a press', () => {
  const scene = sceneB();

  it('has codes alone, and nothing of the text of an error', async () => {
    scene.use({
      loadPaymentData: () =>
        Promise.reject(
          Object.assign(new Error('Olena'), { statusCode: '4111 1111', code: 5, name: 'Olena K.' }),
        ),
    });
    const { events } = await scene.pressed();
    await eventOf(events, 'wallet-error');
    assert.deepEqual(scene.backend.reports, [
      {
        order: 'A-1001',
        wallet: 'wallet-b',
        phase: 'opened',
        origin: 'provider',
        code: 'provider',
        tag_version: '0.0.0',
        api_version: '2.0',
      },
    ]);
  });

  it('comes after the event, and once for each press', async () => {
    scene.use(failing);
    const { tag, events } = await scene.pressed();
    await eventOf(events, 'wallet-error');
    await tag.updateComplete;
    tag.addEventListener('wallet-error', () => {
      assert.lengthOf(scene.backend.reports, 1);
    });
    await press(tag);
    await waitUntil(() => scene.backend.reports.length === 2);
  });

  it('is not sent after a result or a cancel', async () => {
    const { tag, events, client } = await scene.pressed();
    tag.abort();
    await eventOf(events, 'wallet-cancel');
    await tag.updateComplete;
    await press(tag);
    await scene.wallet.clients.at(-1)?.agree(paymentData());
    await eventOf(events, 'wallet-result');
    assert.exists(client);
    assert.deepEqual(scene.backend.reports, []);
  });

  it('is not sent with report="off"', async () => {
    scene.use(failing);
    const { tag, events } = await scene.tagWith();
    await eventOf(events, 'wallet-ready');
    tag.setAttribute('report', 'off');
    await tag.updateComplete;
    await press(tag);
    await eventOf(events, 'wallet-error');
    await settled();
    assert.deepEqual(scene.backend.reports, []);
  });

  it('is sent by the page’s own fetch, below the backend, even while the payer leaves the page', async () => {
    scene.use(failing);
    const calls: [string, RequestInit][] = [];
    const { tag, events } = await scene.tagWith();
    await eventOf(events, 'wallet-ready');
    tag.backend = '/shop/wallet';
    tag.fetch = (url, init) => {
      calls.push([url, init]);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    await tag.updateComplete;
    await press(tag);
    await eventOf(events, 'wallet-error');
    const [url, init] = calls.at(-1) ?? [];
    assert.equal(url, new URL('/shop/wallet/report', location.href).href);
    assert.deepEqual([init?.method, init?.keepalive], ['POST', true]);
  });

  it('is sent by a method of the page that is bound to its object', async () => {
    scene.use(failing);
    const shop = {
      addresses: [] as string[],
      call(this: { addresses: string[] }, url: string) {
        this.addresses.push(url);
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    };
    const { tag, events } = await scene.tagWith();
    await eventOf(events, 'wallet-ready');
    tag.fetch = shop.call.bind(shop);
    await press(tag);
    await eventOf(events, 'wallet-error');
    assert.include(shop.addresses.at(-1), '/wallet/report');
  });

  for (const [what, call] of [
    ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'throws',
      () => {
        throw new Error('No.');
      },
    ],
    ['returns nothing', () => undefined as never],
  ] as const) {
    it(`changes nothing where the page’s own fetch ${what}`, async () => {
      scene.use(failing);
      const uncaught: unknown[] = [];
      const note = (event: Event) => uncaught.push(event);
      addEventListener('unhandledrejection', note);
      try {
        const { tag, events } = await scene.tagWith();
        await eventOf(events, 'wallet-ready');
        tag.fetch = call;
        await tag.updateComplete;
        await press(tag);
        await eventOf(events, 'wallet-error');
        await settled();
        assert.deepEqual(uncaught, []);
        assert.equal(tag.state, 'ready');
      } finally {
        removeEventListener('unhandledrejection', note);
      }
    });
  }
});

describe('a report about readiness', () => {
  const scene = sceneB();
  beforeEach(() => {
    sandbox().reset();
  });

  it('is sent once for an order, however often the tag is drawn again', async () => {
    scene.use({ isReadyToPay: () => Promise.resolve({ result: false }) });
    for (let time = 0; time < 3; time++) {
      const { events } = await scene.tagWith();
      await eventOf(events, 'wallet-unavailable');
    }
    assert.lengthOf(scene.backend.reports, 1);
  });

  it('is sent once the page has set the order, and again for another order', async () => {
    scene.use({ isReadyToPay: () => Promise.resolve({ result: false }) });
    const { tag, events } = await scene.tagWith({ country: 'PL' });
    await eventOf(events, 'wallet-unavailable');
    const lateTag = document.createElement('wallet-b-button');
    Object.assign(lateTag, { gateway: 'g', gatewayMerchantId: 'm', country: 'UA' });
    tag.after(lateTag);
    await waitUntil(() => lateTag.state === 'unavailable');
    await settled();
    const ordersOf = () => scene.backend.reports.map(({ order }) => order);
    const ordersBefore = ordersOf();
    for (const order of ['L-1', 'L-2']) {
      lateTag.order = order;
      await lateTag.updateComplete;
    }
    lateTag.label = 'Honey shop';
    lateTag.requestUpdate();
    await lateTag.updateComplete;
    assert.deepEqual(ordersOf(), [...ordersBefore, 'L-1', 'L-2']);
  });

  it('is not sent without an order, nor where the group of the button says so', async () => {
    scene.use({ isReadyToPay: () => Promise.resolve({ result: false }) });
    const { tag, events } = await render(
      html`<wallet-buttons report="off">${walletB}</wallet-buttons>`,
    );
    await eventOf(events, 'wallet-unavailable');
    const bare = tag.ownerDocument.createElement('wallet-b-button');
    Object.assign(bare, { gateway: 'g', gatewayMerchantId: 'm', country: 'UA' });
    tag.after(bare);
    await eventOf(events, 'wallet-unavailable');
    await waitUntil(() => bare.state === 'unavailable');
    await settled();
    assert.deepEqual(scene.backend.reports, []);
  });
});

describe('a report by a beacon', () => {
  let page: FreshPage;
  let beacons: string[];
  let calls: string[];
  let isTaken: boolean;
  const tag = (more = ''): WalletButton =>
    page.add(
      `<wallet-b-button order="A-1" gateway="g" gateway-merchant-id="m" country="UA" ${more}></wallet-b-button>`,
    );

  beforeEach(async () => {
    page = await freshPage();
    [beacons, calls, isTaken] = [[], [], true];
    page.window.navigator.sendBeacon = (url) => {
      beacons.push(String(url));
      return isTaken;
    };
    // It still counts as the browser's own.
    page.window.fetch = new Proxy(Reflect.get(page.window, 'fetch'), {
      apply: (_target, _this, [url]: [string]) => {
        calls.push(url);
        return Promise.resolve(new Response(null, { status: 204 }));
      },
    });
    page.present();
    page.window.walletSandbox?.configure({ walletB: { isReadyToPay: false } });
    await page.define();
  });
  afterEach(() => {
    page.close();
  });

  it('is sent where the backend has the page’s own origin', async () => {
    tag();
    await waitUntil(() => beacons.length > 0);
    assert.deepEqual(beacons, [new URL('/wallet/report', location.href).href]);
    assert.deepEqual(calls, []);
  });

  it('is a call that survives the page where the browser takes no more beacons', async () => {
    isTaken = false;
    tag();
    await waitUntil(() => calls.length > 0);
    assert.deepEqual(calls, beacons);
  });

  it('is a call without cookies where the backend has another origin', async () => {
    tag('backend="https://pay.shop.example/wallet"');
    await waitUntil(() => calls.length > 0);
    assert.deepEqual(calls, ['https://pay.shop.example/wallet/report']);
    assert.deepEqual(beacons, []);
  });
});
