import { assert } from '@open-wc/testing';
import { html } from 'lit';
import { apis, bankAt, ended, offline, paid, scene, silence } from '../test/scene.ts';
import {
  eventOf,
  json,
  merchantSession,
  press,
  problem,
  ready,
  render,
  walletA,
  walletB,
} from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

describe('the backend', () => {
  scene();
  /** Answers as paid, and notes what is called how. */
  const calling = () => {
    const calls: { url: string; init: RequestInit }[] = [];
    const fetch = (url: string, init: RequestInit) => {
      calls.push({ url, init });
      return Promise.resolve(paid());
    };
    return { calls, fetch };
  };
  const { origin, host, protocol } = new URL(document.baseURI);
  const bases = [
    ['/', `${origin}/pay-token`],
    ['/wallet', `${origin}/wallet/pay-token`],
    ['/wallet//', `${origin}/wallet/pay-token`],
    [`//${host}/wallet`, `${protocol}//${host}/wallet/pay-token`],
    [`${origin}/api?tenant=1`, `${origin}/api/pay-token?tenant=1`],
    ['https://shop.example', 'https://shop.example/pay-token'],
    ['', `${origin}/wallet/pay-token`],
    ['api/wallet', new URL('api/wallet/pay-token', document.baseURI).href],
  ] as const;
  for (const [backend, expected] of bases) {
    it(`${JSON.stringify(backend)} is a base: the token is sent below it`, async () => {
      const { calls, fetch } = calling();
      const { tag, events } = await ready(walletB);
      Object.assign(tag, { backend, fetch });
      await press(tag);
      await ended(events);
      assert.deepEqual(
        calls.map(({ url }) => url),
        [expected.replace('pay-token', 'prepare'), expected],
      );
    });
  }

  for (const template of [walletA, walletB]) {
    it(`of a press of ${template.strings[0]?.trim().split(/\s/)[0] ?? ''} is called to its end, though the tag has got another`, async () => {
      const { calls, fetch } = calling();
      const { tag, events } = await ready(template);
      const respond = async (url: string, init: RequestInit) => {
        await fetch(url, init);
        if (url.endsWith('/validate-merchant')) return merchantSession();
        throw new TypeError('Failed to fetch');
      };
      Object.assign(tag, { backend: '/first', fetch: respond });
      tag.addEventListener('wallet-authorized', () => {
        Object.assign(tag, { backend: '/second', fetch: offline, statusUrl: '/third/status' });
      });
      await press(tag);
      await ended(events);
      assert.deepEqual(calls.map(({ url }) => url.replace(origin, '')).slice(1), [
        '/first/pay-token',
        '/first/status',
      ]);
    });
  }

  for (const backend of [
    'localhost:3000/wallet',
    'https://',
    'https://me:secret@shop.example',
    'javascript:0',
    'data:,x',
  ]) {
    it(`${JSON.stringify(backend)} is not a backend address: an error with code config, before a sheet opens`, async () => {
      const { calls, fetch } = calling();
      const { tag, events } = await ready(walletB);
      Object.assign(tag, { backend, fetch });
      await press(tag);
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'config');
      assert.include(error.message, 'backend');
      assert.notInclude(apis(), 'PaymentsClient.loadPaymentData');
      assert.deepEqual(calls, []);
    });
  }

  it('is called by the fetch of the page, which adds what it wants', async () => {
    const { calls, fetch } = calling();
    const { tag, events } = await ready(walletB);
    tag.fetch = (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('x-csrf-token', 't0ken');
      return fetch(url, { ...init, headers, credentials: 'include' });
    };
    await press(tag);
    await ended(events);
    const init = calls.at(-1)?.init;
    const headers = new Headers(init?.headers);
    assert.equal(headers.get('x-csrf-token'), 't0ken');
    assert.isNotEmpty(headers.get('idempotency-key'));
    assert.equal(init?.credentials, 'include');
  });

  it('that says, after the call with the token failed, that the payment failed, and not that this is final, leaves it open', async () => {
    const { tag, events } = await ready(walletB);
    tag.fetch = async (url) => {
      if (url.endsWith('/pay-token')) throw new TypeError('Failed to fetch');
      return Promise.resolve(json({ outcome: 'failed', status: 'declined', final: false }));
    };
    await press(tag);
    const { outcome, status } = await eventOf(events, 'wallet-result');
    assert.deepEqual([outcome, status, tag.state], ['pending', 'declined', 'done']);
  });

  describe('that says, after the call with the token failed, that it has no payment', () => {
    const noPayment = () => problem(404, 'no_payment');
    /** The calls with the token: without the quota of `keepalive` each gets that answer. */
    const paying = async (answer: () => Response) => {
      const posts: RequestInit[] = [];
      const { tag, events } = await ready(walletB);
      tag.fetch = async (url, init) => {
        if (url.endsWith('/status')) return noPayment();
        if (!url.endsWith('/pay-token')) return paid();
        posts.push(init);
        if (init.keepalive) throw new TypeError('Failed to fetch');
        return Promise.resolve(answer());
      };
      await press(tag);
      return { events, posts };
    };

    it('gets the same token once more, with the same key', async () => {
      const { events, posts } = await paying(paid);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      const [first, second, ...more] = posts;
      assert.lengthOf(more, 0);
      assert.equal(first?.body, second?.body);
      assert.deepEqual(first?.headers, second?.headers);
      assert.isFalse(second?.keepalive);
    });

    it('gets it no third time', async () => {
      const { events, posts } = await paying(() => Response.error());
      assert.equal((await eventOf(events, 'wallet-error')).error.code, 'unreachable');
      assert.lengthOf(posts, 2);
    });
  });

  for (const [how, never] of [
    ['never settles', silence],
    ['gives a body that never ends', () => Promise.resolve(new Response(new ReadableStream()))],
  ] as const) {
    it(`is out of reach when the fetch of the page ${how}`, async () => {
      const { tag, events } = await ready(walletB);
      const calls: string[] = [];
      tag.fetch = (url) => {
        calls.push(url);
        return never();
      };
      const asks = (path: string) => waitUntil(() => calls.at(-1)?.endsWith(path), path);
      const time = holdTime();
      try {
        await press(tag);
        await asks('/pay-token');
        time.pass(20_000);
        await asks('/status');
        time.pass(4_000);
        assert.equal((await eventOf(events, 'wallet-error')).error.code, 'unreachable');
      } finally {
        time.release();
      }
    });
  }
});

describe('shared settings', () => {
  const page = scene();
  const group = html`<wallet-buttons
    order="A-1001"
    amount="199.90"
    currency="UAH"
    country="UA"
    label="Honey shop"
    ><wallet-a-button></wallet-a-button
    ><wallet-b-button
      label="Another shop"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
    ></wallet-b-button
  ></wallet-buttons>`;

  it('count for both buttons, and a button’s own come first', async () => {
    const { tag } = await render(group);
    const [a, b] = [...tag.querySelectorAll<typeof tag>('wallet-a-button, wallet-b-button')];
    await waitUntil(() => a?.state === 'ready' && b?.state === 'ready', 'both buttons');
    assert.deepInclude(a, { order: 'A-1001', amount: '199.90', label: 'Honey shop' });
    assert.deepInclude(b, { order: 'A-1001', currency: 'UAH', label: 'Another shop' });
  });

  it('may change later: the press takes the last order and the last button style', async () => {
    page.answers({ 'pay-token': bankAt('https://bank.example/') });
    const { tag, events } = await render(group);
    const [, b] = [...tag.querySelectorAll<typeof tag>('wallet-a-button, wallet-b-button')];
    if (!b) throw new Error('There is no button.');
    await waitUntil(() => b.state === 'ready', 'the button');
    tag.setAttribute('redirect', 'none');
    tag.setAttribute('amount', '5.00');
    tag.displayItems = [{ label: 'Honey', amount: '5.00' }];
    tag.order = 'A-7';
    await tag.updateComplete;
    await press(b);
    await ended(events);
    const body = page.backend.to('pay-token')[0]?.body;
    assert.deepNestedInclude(body, { order: 'A-7', 'shown.amount': '5.00' });
    assert.equal(b.state, 'redirecting');
    tag.order = 'A-8';
    await waitUntil(() => b.state === 'ready', 'the other order');
    tag.disabled = true;
    await tag.updateComplete;
    await b.updateComplete;
    assert.isTrue(b.shadowRoot?.querySelector('button')?.disabled);
  });

  it('count again for a button whose own attribute is removed, and not over its property', async () => {
    const { tag } = await render(group);
    const a = tag.querySelector('wallet-a-button');
    if (!a) throw new Error('There is no button.');
    a.toggleAttribute('disabled', true);
    a.toggleAttribute('disabled', false);
    const states = [a.disabled];
    tag.disabled = true;
    states.push(a.disabled);
    a.disabled = false;
    states.push(a.disabled);
    assert.deepEqual(states, [false, true, false]);
  });

  it('count no more for a button that leaves', async () => {
    const { tag } = await render(group);
    const a = tag.querySelector('wallet-a-button');
    await waitUntil(() => a?.state === 'ready', 'the button');
    if (a) tag.after(a);
    assert.equal(a?.order, '');
    a?.remove();
  });
});
