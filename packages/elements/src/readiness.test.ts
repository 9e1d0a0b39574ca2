import { assert } from '@open-wc/testing';
import { html, nothing } from 'lit';
import { walletAProfiles } from '@wallet-buttons/sandbox/profiles';
import { freshPage } from '../test/fresh-page.ts';
import { typesOf } from '../test/scene.ts';
import { calls, eventOf, ready, render, walletA, walletB } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

/** A provider's global, as the stand-ins set it. */
const wallet = (name: string) => Reflect.get(window, name) as never as Stub;

interface Stub {
  readonly payments: {
    readonly api: {
      readonly PaymentsClient: { readonly prototype: { isReadyToPay: () => unknown } };
    };
  };
}

describe('readiness', () => {
  beforeEach(() => window.walletSandbox?.reset());

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

  it('of wallet B counts the answer to the last question, not the answer that came last', async () => {
    const { prototype } = wallet('google').payments.api.PaymentsClient;
    const real = prototype.isReadyToPay;
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    let questionCount = 0;
    prototype.isReadyToPay = () => answers[questionCount++]?.promise;
    try {
      const { tag, events } = await render(walletB);
      tag.networks = 'visa';
      await tag.updateComplete;
      await waitUntil(() => questionCount === 2);
      answers[1]?.resolve({ result: true });
      await eventOf(events, 'wallet-ready');
      answers[0]?.resolve({ result: false });
      await settled();
      assert.equal(tag.state, 'ready');
      assert.deepEqual(typesOf(events), ['wallet-ready']);
    } finally {
      prototype.isReadyToPay = real;
    }
  });

  it('of wallet B asks together with the others of its configuration, and reload() asks again', async () => {
    const { prototype } = wallet('google').payments.api.PaymentsClient;
    const real = prototype.isReadyToPay;
    const answers = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    let questionCount = 0;
    prototype.isReadyToPay = () => answers[questionCount++]?.promise;
    try {
      const { tag, events } = await render(html`<div>${walletB}${walletB}</div>`);
      const [stuck, reloaded] = tag.querySelectorAll('wallet-b-button');
      await waitUntil(() => questionCount > 0);
      await settled();
      assert.equal(questionCount, 1);
      reloaded?.reload();
      await waitUntil(() => questionCount === 2);
      answers[1]?.resolve({ result: true });
      await eventOf(events, 'wallet-ready');
      assert.deepEqual([stuck?.state, reloaded?.state], ['loading', 'ready']);
      answers[0]?.resolve({ result: true });
      await waitUntil(() => stuck?.state === 'ready');
    } finally {
      prototype.isReadyToPay = real;
    }
  });

  it('of wallet A is ready when the provider’s server does not answer for the merchant', async () => {
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
    const ownEvent = await eventOf((await render(walletA)).events, 'wallet-unavailable');
    assert.equal(ownEvent.reason, self === top ? 'disallowed' : 'frame-permission');

    const frame = await freshPage();
    try {
      frame.present();
      frame.window.walletSandbox?.configure(forbidden);
      await frame.define();
      frame.add('<wallet-a-button order="A-1"></wallet-a-button>');
      const frameEvent = await eventOf(frame.events, 'wallet-unavailable');
      assert.equal(frameEvent.reason, 'frame-permission');
    } finally {
      frame.close();
    }
  });

  it('of wallet A says that it takes https only, on http of this machine too', async () => {
    window.walletSandbox?.configure(walletAProfiles.insecure);
    assert.isTrue(isSecureContext);
    const event = await eventOf((await render(walletA)).events, 'wallet-unavailable');
    assert.equal(event.reason, 'insecure-context');
  });

  for (const [whose, group, own] of [
    ['the tag', 'other', 'n0nce'],
    ['its group', 'n0nce', nothing],
  ] as const) {
    it(`loads one script for any number of tags, classic and async, with hash and the nonce of ${whose}`, async () => {
      const real = wallet('ApplePaySession');
      Reflect.deleteProperty(window, 'ApplePaySession');
      const scripts: HTMLScriptElement[] = [];
      const observer = new MutationObserver((records) => {
        for (const { addedNodes } of records) {
          for (const node of addedNodes) if (node instanceof HTMLScriptElement) scripts.push(node);
        }
      });
      observer.observe(document.head, { childList: true });
      const { events } = await render(
        html`<wallet-buttons nonce=${group}>
          ${[1, 2, 3].map(
            () =>
              html`<wallet-a-button sdk-url="/one-script.js" sdk-integrity="sha384-AAAA" nonce=${own}>
              </wallet-a-button>`,
          )}
        </wallet-buttons>`,
      );
      await waitUntil(() => events.length === 3);
      observer.disconnect();
      Object.assign(window, { ApplePaySession: real });
      assert.lengthOf(scripts, 1);
      const [script] = scripts;
      assert.deepInclude(script, { async: true, type: '', crossOrigin: 'anonymous' });
      assert.equal(script?.integrity, 'sha384-AAAA');
      assert.equal(script?.nonce, 'n0nce');
      assert.deepEqual(typesOf(events), Array(3).fill('wallet-unavailable'));
    });
  }
});
