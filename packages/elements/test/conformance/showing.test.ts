import { assert, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { provider, replace } from '../replace.ts';
import { apis, control, drawn, sandbox, scene, typesOf, wallets } from '../scene.ts';
import { calls, eventOf, press, ready, render, walletB } from '../support.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

const asks = ['ApplePaySession.canMakePayments', 'PaymentsClient.isReadyToPay'];
const countQuestions = () => apis().filter((api) => asks.includes(api)).length;

describe('showing', () => {
  const page = scene();

  it('a move in the document leaves one button, and asks the provider nothing again', async () => {
    for (const { template } of wallets) {
      const { tag, events } = await ready(template);
      const buttonsBefore = drawn(tag);
      const questions = countQuestions();
      const elsewhere = await fixture<HTMLElement>(html`<section></section>`);
      elsewhere.append(tag);
      await tag.updateComplete;
      await settled();
      assert.sameOrderedMembers([...drawn(tag)], [...buttonsBefore]);
      assert.deepEqual(typesOf(events), ['wallet-ready']);
      // The provider's own element asks for itself when it is drawn.
      assert.isAtMost(countQuestions() - questions, 1);
      assert.lengthOf(calls('PaymentsClient.isReadyToPay'), tag.localName.includes('b-') ? 1 : 0);
      tag.remove();
    }
  });

  it('there are never two buttons, and 20 changes end in one that shows the last', async () => {
    for (const { template } of wallets) {
      const { tag } = await ready(template);
      let most = 0;
      let now = drawn(tag).length;
      const box = tag.shadowRoot?.querySelector('[part=button]');
      assert.exists(box);
      const observer = new MutationObserver((records) => {
        for (const { addedNodes, removedNodes } of records) {
          now += addedNodes.length - removedNodes.length;
          most = Math.max(most, now);
        }
      });
      observer.observe(box, { childList: true });
      for (let turn = 0; turn < 20; turn++) {
        tag.setAttribute('button-type', turn % 2 ? 'donate' : 'book');
        tag.setAttribute('button-style', turn % 2 ? 'white' : 'black');
        if (turn % 5 === 0) await tag.updateComplete;
      }
      await tag.updateComplete;
      observer.disconnect();
      assert.isAtMost(most, 1);
      assert.lengthOf(drawn(tag), 1);
      assert.match(control(tag).ariaLabel ?? '', /donate/i);
      tag.remove();
    }
  });

  it('an older answer never overwrites a newer one', async () => {
    const answers: PromiseWithResolvers<object>[] = [];
    const holdAnswer = () => {
      const answer = Promise.withResolvers<object>();
      answers.push(answer);
      return answer.promise;
    };
    const restore = [
      replace(provider('ApplePaySession'), 'applePayCapabilities', () => holdAnswer),
      replace(provider('PaymentsClient').prototype, 'isReadyToPay', () => holdAnswer),
    ];
    try {
      const a = await render(
        html`<wallet-a-button order="A-1" merchant-id="merchant.one"></wallet-a-button>`,
      );
      const b = await render(walletB);
      await waitUntil(() => answers.length === 2);
      a.tag.setAttribute('merchant-id', 'merchant.two');
      b.tag.setAttribute('networks', 'visa');
      await waitUntil(() => answers.length === 4);
      for (const answer of answers.slice(2)) {
        answer.resolve({ paymentCredentialStatus: 'paymentCredentialsAvailable', result: true });
      }
      await Promise.all([eventOf(a.events, 'wallet-ready'), eventOf(b.events, 'wallet-ready')]);
      for (const answer of answers.slice(0, 2)) {
        answer.resolve({ paymentCredentialStatus: 'applePayUnsupported', result: false });
      }
      await settled();
      for (const { tag, events } of [a, b]) {
        assert.equal(tag.state, 'ready');
        assert.deepEqual(typesOf(events), ['wallet-ready']);
      }
    } finally {
      for (const each of restore) each();
    }
  });

  it('each tag reports once that it is ready, unavailable or wrong, bubbling out of every root', async () => {
    const outcomes = [
      ['wallet-ready', {}],
      [
        'wallet-unavailable',
        { walletA: { canMakePayments: false }, walletB: { isReadyToPay: false } },
      ],
    ] as const;
    for (const { template } of wallets) {
      for (const [name, profile] of outcomes) {
        sandbox().reset();
        sandbox().configure(profile);
        const { tag, events } = await render(template);
        const event = await eventOf(events, name);
        assert.deepInclude(event, { bubbles: true, composed: true });
        tag.requestUpdate();
        await settled();
        assert.deepEqual(typesOf(events), [name]);
      }
    }
    sandbox().reset();
    const { tag, events } = await render(walletB);
    await eventOf(events, 'wallet-ready');
    tag.networks = 'maestro';
    const event = await eventOf(events, 'wallet-error');
    assert.deepInclude(event, { bubbles: true, composed: true });
    await settled();
    assert.deepEqual(typesOf(events), ['wallet-ready', 'wallet-error']);
  });

  it('a wallet that cannot be used takes no room and no focus, and the fallback is shown', async () => {
    sandbox().configure({ walletA: { canMakePayments: false }, walletB: { isReadyToPay: false } });
    for (const { template } of wallets) {
      const { tag, events } = await render(template);
      await eventOf(events, 'wallet-unavailable');
      await tag.updateComplete;
      const { width, height } = tag.getBoundingClientRect();
      assert.deepEqual([width, height], [0, 0]);
      tag.focus();
      assert.notEqual(document.activeElement, tag);
      assert.lengthOf(drawn(tag), 0);
      const box = tag.shadowRoot?.querySelector<HTMLElement>('[part=button]');
      assert.equal(box?.checkVisibility(), false);
      tag.innerHTML = '<a slot="unavailable" href="#card">Pay by card</a>';
      const fallback = tag.querySelector('a');
      assert.isAbove(fallback?.getBoundingClientRect().height ?? 0, 0);
      assert.isTrue(fallback?.checkVisibility());
    }
  });

  it('properties set before the tag was defined count, objects as properties, words as attributes', async () => {
    const { WalletBButton } = await import('@wallet-buttons/elements');
    const early = document.createElement('early-wallet-button');
    Object.assign(early, {
      gateway: 'examplegateway',
      gatewayMerchantId: 'm',
      order: 'A-1',
      amount: '5.00',
      displayItems: [{ label: 'Honey', amount: '5.00' }],
    });
    for (const [name, value] of Object.entries({ currency: 'UAH', country: 'UA', label: 'Shop' })) {
      early.setAttribute(name, value);
    }
    await fixture(html`<div>${early}</div>`);
    customElements.define('early-wallet-button', class extends WalletBButton {});
    const tag: HTMLElement & { state?: string; updateComplete?: Promise<boolean> } = early;
    await waitUntil(() => tag.state === 'ready');
    await tag.updateComplete;
    page.payer('cancels');
    await press(tag);
    await waitUntil(() => calls('PaymentsClient.loadPaymentData').length === 1);
    assert.deepNestedInclude(calls('PaymentsClient.loadPaymentData')[0]?.args[0], {
      'transactionInfo.totalPrice': '5.00',
      'transactionInfo.currencyCode': 'UAH',
      'transactionInfo.displayItems': [
        { label: 'Honey', type: 'LINE_ITEM', price: '5.00', status: 'FINAL' },
      ],
    });
    await waitUntil(() => tag.state === 'ready');
  });

  it('another price, line, label or backend draws nothing, asks nothing, makes no client', async () => {
    for (const { template } of wallets) {
      const { tag } = await ready(template);
      const buttonsBefore = drawn(tag);
      const start = apis().length;
      const watcher = new MutationObserver(() => undefined);
      const root = tag.shadowRoot;
      assert.exists(root);
      watcher.observe(root, { subtree: true, childList: true, attributes: true });
      for (const price of ['1.00', '2.00', '3.00']) {
        tag.setAttribute('amount', price);
        tag.setAttribute('label', price);
        tag.setAttribute('backend', `/${price}`);
        tag.displayItems = [{ label: 'Honey', amount: price }];
        await tag.updateComplete;
      }
      assert.sameOrderedMembers([...drawn(tag)], [...buttonsBefore]);
      assert.lengthOf(watcher.takeRecords(), 0);
      assert.deepEqual(apis().slice(start), []);
    }
  });

  it('another style changes wallet A’s button in place, and swaps wallet B’s once, in one task', async () => {
    const looks: readonly Record<string, string>[] = [
      { 'button-type': 'donate' },
      { 'button-style': 'white' },
      { locale: 'de' },
      { 'button-type': 'book', 'button-style': 'black', locale: 'fr' },
    ];
    for (const { wallet, template } of wallets) {
      const { tag } = await ready(template);
      for (const look of looks) {
        const [before] = drawn(tag);
        const countBefore = calls('PaymentsClient.createButton').length;
        for (const [name, value] of Object.entries(look)) tag.setAttribute(name, value);
        let task = 'the same';
        const next = setTimeout(() => (task = 'the next'));
        await tag.updateComplete;
        clearTimeout(next);
        assert.equal(task, 'the same');
        const [after, ...more] = drawn(tag);
        assert.lengthOf(more, 0);
        assert.exists(after);
        const swapCount = calls('PaymentsClient.createButton').length - countBefore;
        assert.equal(swapCount, wallet === 'wallet-a' ? 0 : 1);
        assert.equal(after === before, wallet === 'wallet-a');
      }
      assert.match(control(tag).className, /black/);
      assert.match(control(tag).lang, /^fr/);
    }
    assert.lengthOf(calls('PaymentsClient.isReadyToPay'), 1);
  });
});
