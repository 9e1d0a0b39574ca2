import '@wallet-buttons/elements/locales/de.js';
import '@wallet-buttons/elements/locales/uk.js';
import '@wallet-buttons/elements/wallet-payment-status.js';
import { assert, fixture } from '@open-wc/testing';
import { html } from 'lit';
import type { WalletBButton } from '@wallet-buttons/elements';
import {
  calls,
  fakeBackend,
  eventOf,
  json,
  press,
  ready,
  render,
  walletA,
  walletB,
  type Rendered,
} from '../test/support.ts';
import { control, sandbox, scene, sheetIs, typesOf } from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

const text = async (path: string): Promise<string> =>
  (await fetch(new URL(path, import.meta.url))).text();
const readme = await text('../README.md');
const pages = await Promise.all(
  [
    'lookup/tags',
    'recipes/analytics',
    'recipes/consent',
    'recipes/looks',
    'recipes/requests',
    'recipes/shipping-and-coupons',
    'recipes/single-page-apps',
    'recipes/subscriptions',
  ].map(async (page) => text(`../../docs/${page}.md`)),
);
/** The JavaScript of the guide, run as a page would: it finds the tag by itself. */
const snippets = pages.flatMap((page) =>
  [...page.matchAll(/```js\n([\s\S]*?)```|<script type="module">\n([\s\S]*?)<\/script>/g)].map(
    ([, code, script = '']) => code ?? script,
  ),
);
const ran = new Set<string>();

/** Runs the snippet that says so. What it imports is imported above: a blob has no names of packages. */
async function run(saying: string, names = ''): Promise<void> {
  const snippet = snippets.find((each) => each.includes(saying));
  assert.exists(snippet, `a snippet with ${saying}`);
  ran.add(snippet);
  const code = snippet.replace(/^ *import '@wallet-buttons.*$/gm, '');
  const url = URL.createObjectURL(new Blob([`${names}\n${code}`], { type: 'text/javascript' }));
  await import(url);
}

describe('what the guide says of the sheet', () => {
  const page = scene();
  const open = async (tag: Rendered['tag']): Promise<void> => {
    page.payer('chooses');
    await press(tag);
    await sheetIs('ready');
  };

  it('asks for an address, offers two ways to deliver and follows the payer’s choice', async () => {
    const { tag, events } = await ready(walletA);
    Object.assign(tag, { id: 'shipping-a', request: 'shipping-address' });
    await run('#shipping-a');
    await open(tag);
    sandbox().sheet.chooseShippingOption('courier');
    const completion = 'ApplePaySession.completeShippingMethodSelection';
    await waitUntil(() => calls(completion).length > 0);
    assert.nestedPropertyVal(calls(completion)[0]?.args[0], 'newTotal.amount', '249.90');
    await sheetIs('ready');
    sandbox().sheet.pay();
    await eventOf(events, 'wallet-result');
    const body = page.backend.to('pay-token')[0]?.body;
    assert.equal(body?.['shipping_option'], 'courier');
    assert.property(body, 'shipping_address');
  });

  it('sells a subscription', async () => {
    const { tag, events } = await ready(walletA);
    tag.id = 'subscription-a';
    await run('#subscription-a');
    await open(tag);
    assert.nestedPropertyVal(
      calls('ApplePaySession.constructor').at(-1)?.args[1],
      'recurringPaymentRequest.regularBilling.amount',
      '199.90',
    );
    sandbox().sheet.pay();
    assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
  });

  it('charges more for a credit card, with the tax as a line of its own', async () => {
    const { tag } = await ready(walletA);
    const names = `const totalWith = (fee) => ({ amount: fee === '2.00' ? '201.90' : '199.90' });`;
    await run("type: 'tax'", names);
    await open(tag);
    const completion = 'ApplePaySession.completePaymentMethodSelection';
    await waitUntil(() => calls(completion).length > 0);
    assert.nestedPropertyVal(calls(completion)[0]?.args[0], 'newTotal.amount', '201.90');
    assert.nestedPropertyVal(
      calls('ApplePaySession.constructor').at(-1)?.args[1],
      'lineItems[1].label',
      'VAT',
    );
  });
});

describe('what the guide says of the providers', () => {
  const page = scene();

  it('shows the card that was used', async () => {
    const { tag, events } = await ready(walletB);
    const cards: unknown[] = [];
    Object.assign(window, { showCard: (...card: unknown[]) => cards.push(card) });
    await run('showCard');
    await press(tag);
    await eventOf(events, 'wallet-result');
    assert.lengthOf(cards, 1);
    assert.match(JSON.stringify(cards[0]), /^\["[a-z]+","\d{4}"\]$/);
  });

  it('loads nothing of the provider before the payer’s consent', async () => {
    const { events } = await render(
      html`<wallet-buttons loading="manual">${walletA}${walletB}</wallet-buttons>`,
    );
    await run('consent-given');
    await settled();
    assert.lengthOf(events, 0);
    dispatchEvent(new Event('consent-given'));
    await waitUntil(() => events.length === 2, 'both buttons');
    assert.deepEqual(typesOf(events), ['wallet-ready', 'wallet-ready']);
  });

  it('measures a press by fixed words', async () => {
    const { tag, events } = await ready(walletB);
    const steps: unknown[] = [];
    Object.assign(window, { track: (...step: unknown[]) => steps.push(step) });
    await run('composedPath');
    await press(tag);
    await eventOf(events, 'wallet-result');
    assert.deepEqual(steps, [
      ['wallet-click', { tag: 'wallet-b-button', detail: undefined }],
      ['wallet-result', { tag: 'wallet-b-button', detail: 'succeeded' }],
    ]);
  });

  it('shapes both requests', async () => {
    const { tag } = await ready(html`<div>${walletA}${walletB}</div>`);
    const [a, b] = [...tag.children] as Rendered['tag'][];
    assert.exists(a);
    assert.exists(b);
    await waitUntil(() => a.state === 'ready' && b.state === 'ready', 'both');
    await run('allowPrepaidCards', `const jwtOfTheBackend = 'e30.e30.AA';`);
    assert.equal((b as WalletBButton).authJwt, 'e30.e30.AA');
    await waitUntil(() => calls('PaymentsClient.isReadyToPay').length > 1, 'another question');
    assert.include(JSON.stringify(calls('PaymentsClient.isReadyToPay').at(-1)), 'allowPrepaid');
    await press(a);
    const request = calls('ApplePaySession.constructor').at(-1)?.args[1];
    assert.deepInclude(request as object, {
      supportedCountries: ['UA', 'PL'],
      shippingType: 'storePickup',
    });
    await waitUntil(() => a.state === 'done', 'the payment');
    assert.lengthOf(page.backend.to('pay-token'), 1);
  });
});

describe('what the guide says of a page', () => {
  it('says the settings of both buttons once, and calls the backend by a function of the page', async () => {
    localStorage.clear();
    sandbox().reset();
    sandbox().configure({ payer: { does: 'pays' }, endState: 0 });
    const headers: (string | null)[] = [];
    const backend = fakeBackend({
      prepare: () => new Response(null, { status: 204 }),
      'pay-token': () => json({ outcome: 'succeeded', status: 'paid' }),
    });
    const [, markup = ''] = /^(<wallet-buttons[\s\S]*?)```/m.exec(readme) ?? [];
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.innerHTML = markup;
    await run('x-csrf-token', `const csrfToken = 't0ken';`);
    const tag = box.querySelector('wallet-b-button');
    assert.exists(tag);
    await waitUntil(() => tag.state === 'ready' && !control(tag).disabled, 'the button');
    await press(tag);
    await waitUntil(() => tag.state === 'done', 'the payment');
    for (const post of backend.asked) headers.push(post.headers.get('x-csrf-token'));
    assert.deepEqual([...new Set(headers)], ['t0ken']);
    assert.propertyVal(backend.asked.at(-1)?.body, 'order', 'A-1001');
    backend.restore();
  });

  it('sells the next order, and leaves for another view once it is paid', async () => {
    localStorage.clear();
    sandbox().reset();
    sandbox().configure({ payer: { does: 'pays' }, endState: 0 });
    const backend = fakeBackend({
      prepare: () => new Response(null, { status: 204 }),
      'pay-token': () => json({ outcome: 'succeeded', status: 'paid' }),
    });
    const urls: string[] = [];
    Object.assign(window, { leaveFor: (url: string) => urls.push(url) });
    const [, markup = ''] = /^(<wallet-buttons[\s\S]*?)```/m.exec(readme) ?? [];
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.innerHTML = markup;
    await run("order = 'A-1002'");
    await run("'/thanks'", 'const location = { assign: leaveFor };');
    const tag = box.querySelector('wallet-b-button');
    assert.exists(tag);
    await waitUntil(() => tag.state === 'ready' && !control(tag).disabled, 'the button');
    await press(tag);
    await waitUntil(() => urls.length > 0, 'the other view');
    const { body } = backend.to('pay-token')[0] ?? {};
    assert.deepInclude(body, { order: 'A-1002', shown: { amount: '249.90', currency: 'UAH' } });
    assert.deepEqual(urls, ['/thanks']);
    backend.restore();
  });

  it('replaces a text', async () => {
    const backend = fakeBackend({
      status: () => json({ outcome: 'succeeded', status: 'paid', final: true }),
    });
    const tag = await fixture<HTMLElement>(
      html`<wallet-payment-status order="A-1001" locale="uk"></wallet-payment-status>`,
    );
    await run('on their way');
    await waitUntil(() => tag.shadowRoot?.textContent.includes('on their way'), 'the text');
    backend.restore();
  });

  it('in no other JavaScript that no test runs', () => {
    assert.lengthOf(ran, snippets.length);
  });
});
