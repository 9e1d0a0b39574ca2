import { assert, aTimeout, expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { walletAProfiles } from '@wallet-buttons/sandbox/profiles';
import { freshPage } from '../test/fresh-page.ts';
import { control, drawn, typesOf } from '../test/scene.ts';
import { calls, heardOf, ready, render, walletA, walletB, type Rendered } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';
import { warningsOf } from '../test/warnings.ts';

const wallets = [
  { name: 'wallet-a', template: walletA, button: 'apple-pay-button' },
  { name: 'wallet-b', template: walletB, button: 'button' },
] as const;

/** A provider's global, as the stand-ins set it. */
const wallet = (name: string) => Reflect.get(window, name) as never as Stub;

interface Stub {
  readonly payments: {
    readonly api: {
      readonly PaymentsClient: { readonly prototype: { isReadyToPay: () => unknown } };
    };
  };
}

describe('a button', () => {
  beforeEach(() => window.walletSandbox?.reset());

  for (const { name, template, button } of wallets) {
    describe(`of ${name}`, () => {
      it('is the provider’s own, there once, and says that it is ready', async () => {
        const rendered = await ready(template);
        assert.lengthOf(drawn(rendered.tag), 1);
        assert.exists(
          rendered.tag.shadowRoot?.querySelector(`[part=button] ${button}`) ??
            rendered.tag.shadowRoot?.querySelector(button),
        );
        assert.deepEqual(typesOf(rendered.heard), ['wallet-ready']);
        assert.equal(rendered.tag.state, 'ready');
        assert.isTrue(rendered.tag.matches(':state(ready)'));
        assert.isFalse(control(rendered.tag).disabled);
      });

      it('has its place before it is there, and fills it', async () => {
        const { tag, heard } = await render(template);
        const before = tag.getBoundingClientRect();
        await heardOf(heard, 'wallet-ready');
        await tag.updateComplete;
        const after = tag.getBoundingClientRect();
        assert.equal(before.height, 44);
        assert.deepEqual([after.width, after.height], [before.width, before.height]);
      });

      it('follows one setting for height and radius', async () => {
        const rendered = await ready(template);
        rendered.tag.style.cssText = '--wallet-button-height: 52px; --wallet-button-radius: 0px';
        rendered.tag.requestUpdate();
        await rendered.tag.updateComplete;
        const button = control(rendered.tag);
        assert.equal(button.getBoundingClientRect().height, 52);
        assert.equal(getComputedStyle(button).borderRadius, '0px');
      });

      it('makes way for the slot when the payer cannot use the wallet', async () => {
        window.walletSandbox?.configure({
          walletA: { canMakePayments: false },
          walletB: { isReadyToPay: false },
        });
        const { tag, heard } = await render(template);
        tag.innerHTML = '<a slot="unavailable" href="#card">Pay by card</a>';
        const { reason } = await heardOf(heard, 'wallet-unavailable');
        assert.equal(reason, 'unsupported');
        assert.equal(tag.state, 'unavailable');
        assert.isAbove(tag.querySelector('a')?.getBoundingClientRect().height ?? 0, 0);
        tag.replaceChildren();
        assert.equal(tag.getBoundingClientRect().height, 0);
        assert.deepEqual(typesOf(heard), ['wallet-unavailable']);
      });

      it('draws nothing anew for another price, and asks nothing', async () => {
        const rendered = await ready(template);
        const [before] = drawn(rendered.tag);
        const asked = window.walletSandbox?.calls.length;
        for (const price of ['1.00', '2.00', '3.00']) {
          rendered.tag.amount = price;
          rendered.tag.setAttribute('label', price);
          await rendered.tag.updateComplete;
        }
        assert.equal(drawn(rendered.tag)[0], before);
        assert.equal(window.walletSandbox?.calls.length, asked);
      });

      it('keeps one button that shows the last of many looks', async () => {
        const rendered = await ready(template);
        for (const type of ['buy', 'book', 'donate', 'checkout', 'pay', 'subscribe']) {
          rendered.tag.buttonType = type;
          await rendered.tag.updateComplete;
          assert.lengthOf(drawn(rendered.tag), 1);
        }
        rendered.tag.buttonType = 'donate';
        rendered.tag.buttonStyle = 'white';
        await rendered.tag.updateComplete;
        assert.lengthOf(drawn(rendered.tag), 1);
        assert.include(control(rendered.tag).getAttribute('aria-label')?.toLowerCase(), 'donate');
      });

      it('keeps its button when it is moved', async () => {
        const rendered = await ready(template);
        const [before] = drawn(rendered.tag);
        const elsewhere = await fixture<HTMLElement>(html`<section></section>`);
        elsewhere.append(rendered.tag);
        await rendered.tag.updateComplete;
        await aTimeout(20);
        assert.equal(drawn(rendered.tag)[0], before);
        assert.deepEqual(typesOf(rendered.heard), ['wallet-ready']);
      });

      it('hears no answer after it was removed', async () => {
        const { tag, heard } = await ready(template);
        const again = tag.cloneNode() as Rendered['tag'];
        tag.after(again);
        again.remove();
        await aTimeout(20);
        assert.deepEqual(typesOf(heard), ['wallet-ready']);
        assert.lengthOf(drawn(again), 0);
      });

      it('leaves no listener behind', async () => {
        const media = matchMedia('(prefers-color-scheme: dark)').constructor
          .prototype as EventTarget;
        let kept = 0;
        const [add, remove] = [media.addEventListener, media.removeEventListener];
        const lists = new Set<EventTarget>();
        media.addEventListener = function (this: EventTarget, ...rest) {
          lists.add(this);
          kept++;
          add.apply(this, rest);
        };
        media.removeEventListener = function (this: EventTarget, ...rest) {
          if (lists.has(this)) kept--;
          remove.apply(this, rest);
        };
        try {
          const { tag } = await ready(template);
          tag.remove();
        } finally {
          Object.assign(media, { addEventListener: add, removeEventListener: remove });
        }
        assert.equal(kept, 0);
      });

      it('rests without an order and wakes with one', async () => {
        const rendered = await ready(template);
        rendered.tag.order = '';
        await rendered.tag.updateComplete;
        assert.isTrue(control(rendered.tag).disabled);
        rendered.tag.order = 'A-1002';
        await rendered.tag.updateComplete;
        assert.isFalse(control(rendered.tag).disabled);
      });

      it('takes the language of the page around it', async () => {
        const rendered = await ready(html`<div lang="de">${template}</div>`);
        const tag = rendered.tag.firstElementChild as Rendered['tag'];
        const label = control(tag).getAttribute('aria-label');
        const again = await ready(template);
        assert.notEqual(label, control(again.tag).getAttribute('aria-label'));
      });

      it('is accessible', async () => {
        const { tag } = await ready(template);
        await expect(tag).to.be.accessible();
      });

      it('is there when its attributes come after it', async () => {
        const outside = await fixture<HTMLElement>(html`<div></div>`);
        const tag = document.createElement(`${name}-button`);
        outside.append(tag);
        await tag.updateComplete;
        Object.assign(tag, { gateway: 'examplegateway', gatewayMerchantId: 'exampleMerchant' });
        tag.setAttribute('order', 'A-1001');
        await waitUntil(() => tag.state === 'ready');
        await tag.updateComplete;
        assert.lengthOf(drawn(tag), 1);
      });
    });
  }

  it('takes properties that were set before the tag was defined', async () => {
    const { WalletBButton } = await import('@wallet-buttons/elements');
    const early: HTMLElement & { amount?: string; state?: string } =
      document.createElement('late-wallet-button');
    Object.assign(early, { gateway: 'g', gatewayMerchantId: 'm', order: 'A-1', amount: '5.00' });
    document.body.append(early);
    customElements.define('late-wallet-button', class extends WalletBButton {});
    await waitUntil(() => early.state === 'ready');
    assert.equal(early.amount, '5.00');
    early.remove();
  });

  describe('that lacks something required', () => {
    const faults = [
      ['gateway', html`<wallet-b-button gateway-merchant-id="m"></wallet-b-button>`],
      ['gateway-merchant-id', html`<wallet-b-button gateway="g"></wallet-b-button>`],
      [
        'environment',
        html`<wallet-b-button gateway="g" gateway-merchant-id="m" environment="prod"></wallet-b-button>`,
      ],
      [
        'merchant-id',
        html`<wallet-b-button
          gateway="g"
          gateway-merchant-id="m"
          environment="PRODUCTION"
        ></wallet-b-button>`,
      ],
    ] as const;
    for (const [attribute, template] of faults) {
      it(`rests without ${attribute}, calls nothing and warns the developer once`, async () => {
        const warnings = warningsOf();
        try {
          const { tag, heard } = await render(template);
          await waitUntil(() => warnings.said.length > 0, 'the warning');
          assert.include(warnings.said[0], attribute);
          tag.requestUpdate();
          await tag.updateComplete;
          assert.lengthOf(warnings.said, 1);
          assert.lengthOf(calls('PaymentsClient.isReadyToPay'), 0);
          assert.equal(tag.state, 'loading');
          assert.deepEqual(heard, []);
        } finally {
          warnings.restore();
        }
      });
    }

    it('is ready as soon as it is there, without an error before', async () => {
      const { tag, heard } = await render(
        html`<wallet-b-button order="A-1" gateway="g"></wallet-b-button>`,
      );
      await tag.updateComplete;
      tag.setAttribute('gateway-merchant-id', 'm');
      await heardOf(heard, 'wallet-ready');
      assert.deepEqual(typesOf(heard), ['wallet-ready']);
    });

    it('hears from the developer build of a word that it does not know', async () => {
      const warnings = warningsOf();
      try {
        const { tag } = await ready(walletB);
        tag.networks = 'visa mastercrad';
        tag.buttonType = 'purchase';
        tag.request = 'name fax';
        await waitUntil(() => warnings.said.length > 0, 'the warning');
        assert.include(warnings.said[0], 'networks: mastercrad');
        assert.include(warnings.said[0], 'button-type: purchase');
        assert.include(warnings.said[0], 'request: fax');
      } finally {
        warnings.restore();
      }
    });
  });

  it('of wallet B asks once for readiness, with what it later pays with', async () => {
    await ready(walletB);
    const [asked, ...more] = calls('PaymentsClient.isReadyToPay');
    assert.lengthOf(more, 0);
    assert.deepEqual(asked?.args[0], {
      apiVersion: 2,
      apiVersionMinor: 0,
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['VISA', 'MASTERCARD'],
          },
        },
      ],
    });
  });

  it('of wallet B lets the answer count that was asked for last, not the one that came last', async () => {
    const { prototype } = wallet('google').payments.api.PaymentsClient;
    const real = prototype.isReadyToPay;
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    let asked = 0;
    prototype.isReadyToPay = () => answers[asked++]?.promise;
    try {
      const { tag, heard } = await render(walletB);
      tag.networks = 'visa';
      await tag.updateComplete;
      await waitUntil(() => asked === 2);
      answers[1]?.resolve({ result: true });
      await heardOf(heard, 'wallet-ready');
      answers[0]?.resolve({ result: false });
      await aTimeout(20);
      assert.equal(tag.state, 'ready');
      assert.deepEqual(typesOf(heard), ['wallet-ready']);
    } finally {
      prototype.isReadyToPay = real;
    }
  });

  it('of wallet B asks together with the others of its configuration, and reload() asks anew', async () => {
    const { prototype } = wallet('google').payments.api.PaymentsClient;
    const real = prototype.isReadyToPay;
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    let asked = 0;
    prototype.isReadyToPay = () => answers[asked++]?.promise;
    try {
      const { tag, heard } = await render(html`<div>${walletB}${walletB}</div>`);
      const [stuck, reloaded] = tag.querySelectorAll('wallet-b-button');
      await waitUntil(() => asked > 0);
      await aTimeout(20);
      assert.equal(asked, 1);
      reloaded?.reload();
      await waitUntil(() => asked === 2);
      answers[1]?.resolve({ result: true });
      await heardOf(heard, 'wallet-ready');
      assert.deepEqual([stuck?.state, reloaded?.state], ['loading', 'ready']);
      answers[0]?.resolve({ result: true });
      await waitUntil(() => stuck?.state === 'ready');
    } finally {
      prototype.isReadyToPay = real;
    }
  });

  it('of wallet A is there when the provider’s server does not answer for the merchant', async () => {
    const session = wallet('ApplePaySession') as unknown as Record<string, unknown>;
    const real = session['applePayCapabilities'];
    session['applePayCapabilities'] = () => Promise.reject(new Error('offline'));
    try {
      const { tag } = await ready(
        html`<div><wallet-a-button order="A-1" merchant-id="merchant.shop"></wallet-a-button></div>`,
      );
      assert.equal(tag.querySelector('wallet-a-button')?.state, 'ready');
    } finally {
      session['applePayCapabilities'] = real;
    }
  });

  it('of wallet A says who may not ask: a frame, or the page itself', async () => {
    const forbidden = walletAProfiles.frameWithoutPermission;
    window.walletSandbox?.configure(forbidden);
    const here = await heardOf((await render(walletA)).heard, 'wallet-unavailable');
    assert.equal(here.reason, self === top ? 'disallowed' : 'frame-permission');

    const framed = await freshPage();
    try {
      framed.present();
      framed.window.walletSandbox?.configure(forbidden);
      await framed.define();
      framed.add('<wallet-a-button order="A-1"></wallet-a-button>');
      const there = await heardOf(framed.heard, 'wallet-unavailable');
      assert.equal(there.reason, 'frame-permission');
    } finally {
      framed.close();
    }
  });

  it('loads one script for any number of tags, classic and async, with nonce and hash', async () => {
    const real = wallet('ApplePaySession');
    Reflect.deleteProperty(window, 'ApplePaySession');
    const scripts: HTMLScriptElement[] = [];
    const observer = new MutationObserver((records) => {
      for (const { addedNodes } of records) {
        for (const node of addedNodes) if (node instanceof HTMLScriptElement) scripts.push(node);
      }
    });
    observer.observe(document.head, { childList: true });
    const { heard } = await render(
      html`<div>
        ${[1, 2, 3].map(
          () =>
            html`<wallet-a-button sdk-url="/one-script.js" sdk-integrity="sha384-AAAA" nonce="n0nce">
            </wallet-a-button>`,
        )}
      </div>`,
    );
    await waitUntil(() => heard.length === 3);
    observer.disconnect();
    Object.assign(window, { ApplePaySession: real });
    assert.lengthOf(scripts, 1);
    const [script] = scripts;
    assert.deepInclude(script, { async: true, type: '', crossOrigin: 'anonymous' });
    assert.equal(script?.integrity, 'sha384-AAAA');
    assert.equal(script?.nonce, 'n0nce');
    assert.deepEqual(typesOf(heard), Array(3).fill('wallet-unavailable'));
  });
});
