import { assert, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { becomes, freshPage } from '../fresh-page.ts';
import { lastingListeners } from '../listeners.ts';
import {
  bankAt,
  control,
  drawn,
  paid,
  payingBackend,
  sandbox,
  scene,
  sheetIs,
  typesOf,
  wallets,
} from '../scene.ts';
import { calls, press, ready, render } from '../support.ts';
import { holdTime } from '../time.ts';
import { settled } from '../settled.ts';
import { waitUntil } from '../wait-until.ts';

describe('a tag in a page', () => {
  const page = scene();

  it('a removed tag leads nowhere; its session is closed, and what the payer agreed to is still completed', async () => {
    for (const { wallet, template, completion, success } of wallets) {
      page.payer('chooses');
      const open = await ready(template);
      await press(open.tag);
      await sheetIs('ready');
      open.tag.remove();
      await settled();
      assert.equal(sandbox().sheet.state, wallet === 'wallet-a' ? 'closed' : 'ready');
      if (wallet === 'wallet-b') sandbox().sheet.cancel();
      await sheetIs('closed');

      page.payer('pays');
      for (const bank of [false, true]) {
        const answer = Promise.withResolvers<Response>();
        page.answers({ 'pay-token': () => answer.promise });
        const { tag, events } = await ready(template);
        const outcomes: Event[] = [];
        for (const name of ['wallet-result', 'wallet-redirect']) {
          tag.addEventListener(name, (event) => outcomes.push(event));
        }
        await press(tag);
        await waitUntil(() => typesOf(events).includes('wallet-authorized'));
        const post = page.backend.to('pay-token')[0];
        tag.remove();
        await settled();
        assert.isFalse(post?.request.signal.aborted);
        const address = location.href;
        answer.resolve(
          bank ? bankAt(`${address.split('#')[0] ?? ''}#removed-${wallet}`)() : paid(),
        );
        await waitUntil(() => outcomes.length > 0, 'the outcome');
        await settled();
        assert.equal(location.href, address);
        assert.deepEqual(calls(completion).at(-1)?.args[0], success);
      }
    }
  });

  it('focus() goes to the button inside, which is one stop for Tab and has a name in the page’s language', async () => {
    for (const { template } of wallets) {
      const { tag } = await ready(template);
      tag.focus();
      assert.equal(document.activeElement, tag);
      const inner = control(tag);
      const root = inner.getRootNode() as ShadowRoot;
      assert.equal(root.activeElement, inner);
      const inputBefore = document.createElement('input');
      const inputAfter = document.createElement('input');
      tag.before(inputBefore);
      tag.after(inputAfter);
      inputBefore.focus();
      await sendKeys({ press: 'Tab' });
      assert.equal(document.activeElement, tag);
      await sendKeys({ press: 'Tab' });
      assert.equal(document.activeElement, inputAfter);
      const english = inner.ariaLabel;
      assert.isNotEmpty(english);
      tag.locale = 'de';
      await tag.updateComplete;
      assert.isNotEmpty(control(tag).ariaLabel);
      assert.notEqual(control(tag).ariaLabel, english);
      tag.remove();
    }
  });

  it('its styles hold under a policy that allows a nonce alone', async () => {
    const strict = await freshPage('./strict-csp.html');
    try {
      const violations: string[] = [];
      strict.document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
      });
      strict.present();
      await strict.define();
      for (const template of [tagOf('a'), tagOf('b')]) {
        const tag = strict.add(template);
        await becomes(tag, 'ready');
        assert.equal(control(tag).getBoundingClientRect().height, 44);
        const root = tag.shadowRoot;
        assert.isNotEmpty(root?.adoptedStyleSheets);
      }
      await settled();
      assert.deepEqual(violations, []);
    } finally {
      strict.close();
    }
  });

  it('it works in the shadow roots of others, closed ones too', async () => {
    page.payer('cancels');
    for (const { template, opened } of wallets) {
      for (const mode of ['open', 'closed'] as const) {
        const host = await fixture<HTMLElement>(html`<div></div>`);
        const root = host.attachShadow({ mode });
        const { tag } = await render(template);
        root.append(tag);
        await waitUntil(() => tag.state === 'ready');
        await tag.updateComplete;
        const callCount = calls(opened).length;
        await press(tag);
        await waitUntil(() => calls(opened).length > callCount && tag.state === 'ready');
        assert.lengthOf(drawn(tag), 1);
        host.remove();
      }
    }
  });

  it('a hundred tags that came and went leave no node, no listener and no timer', async () => {
    for (const { template } of wallets) await ready(template);
    const time = holdTime();
    const listeners = lastingListeners();
    const place = document.createElement('div');
    document.body.append(place);
    const nodes = document.querySelectorAll('*').length;
    try {
      const box = document.createElement('template');
      box.innerHTML = tagOf('a') + tagOf('b');
      for (let turn = 0; turn < 100; turn++) {
        place.append(box.content.cloneNode(true));
        const tags = [...place.children] as (HTMLElement & { state: string })[];
        if (turn % 10 === 0) await waitUntil(() => tags.every(({ state }) => state === 'ready'));
        for (const tag of tags) {
          assert.equal(styleTextsTwice(tag), 0);
        }
        place.replaceChildren();
      }
      await settled();
      assert.deepEqual(listeners.kept(), []);
      assert.deepEqual(time.waits, []);
      assert.equal(document.querySelectorAll('*').length, nodes);
      assert.lengthOf(calls('PaymentsClient.constructor').slice(1), 0);
    } finally {
      listeners.restore();
      time.release();
      place.remove();
    }
  });

  it('a nonce reaches scripts, client and styles, and under a strict policy nothing is reported', async () => {
    const strict = await freshPage('./strict-csp.html');
    try {
      const violations: string[] = [];
      strict.document.addEventListener('securitypolicyviolation', (event) => {
        violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
      });
      const backend = payingBackend({}, strict.window);
      strict.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
      await strict.define();
      for (const wallet of ['a', 'b'] as const) {
        const tag = strict.add(tagOf(wallet));
        await becomes(tag, 'ready');
        await press(tag);
        await waitUntil(() => tag.state === 'done', `${wallet} paid`);
        tag.remove();
      }
      assert.lengthOf(strict.scripts, 2);
      for (const { nonce } of strict.scripts) assert.equal(nonce, 'n0nce');
      const [client] = strict.calls('PaymentsClient.constructor');
      assert.deepInclude(client?.args[0], { nonce: 'n0nce' });
      assert.deepEqual(violations, []);
      backend.restore();
    } finally {
      strict.close();
    }
  });
});

function tagOf(wallet: 'a' | 'b'): string {
  const gateway = wallet === 'b' ? ' gateway="g" gateway-merchant-id="m"' : '';
  const tag = `wallet-${wallet}-button`;
  return `<${tag} nonce="n0nce" order="A-1${wallet}" amount="1.00" currency="UAH" country="UA" label="Shop"${gateway}></${tag}>`;
}

/** How many style elements of a root say the same as another one. */
function styleTextsTwice(tag: HTMLElement): number {
  const texts = [...(tag.shadowRoot?.querySelectorAll('style') ?? [])].map(
    (style) => style.textContent,
  );
  return texts.length - new Set(texts).size;
}
