import { assert, expect, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { control, drawn, typesOf } from '../test/scene.ts';
import { eventOf, ready, render, walletA, walletB, type Rendered } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

const wallets = [
  { name: 'wallet-a', template: walletA, button: 'apple-pay-button' },
  { name: 'wallet-b', template: walletB, button: 'button' },
] as const;

describe('a button', () => {
  beforeEach(() => window.walletSandbox?.reset());

  for (const { name, template, button } of wallets) {
    describe(`of ${name}`, () => {
      it('is the provider’s own, there once, and says that it is ready', async () => {
        const { tag, events } = await ready(template);
        assert.lengthOf(drawn(tag), 1);
        assert.exists(
          tag.shadowRoot?.querySelector(`[part=button] ${button}`) ??
            tag.shadowRoot?.querySelector(button),
        );
        assert.deepEqual(typesOf(events), ['wallet-ready']);
        assert.equal(tag.state, 'ready');
        assert.isTrue(tag.matches(':state(ready)'));
        assert.isFalse(control(tag).disabled);
      });

      it('reserves its place before it is drawn, and fills it', async () => {
        const { tag, events } = await render(template);
        const sizeBefore = tag.getBoundingClientRect();
        await eventOf(events, 'wallet-ready');
        await tag.updateComplete;
        const sizeAfter = tag.getBoundingClientRect();
        assert.equal(sizeBefore.height, 44);
        assert.deepEqual(
          [sizeAfter.width, sizeAfter.height],
          [sizeBefore.width, sizeBefore.height],
        );
      });

      it('follows one setting for height and radius', async () => {
        const { tag } = await ready(template);
        tag.style.cssText = '--wallet-button-height: 52px; --wallet-button-radius: 0px';
        tag.requestUpdate();
        await tag.updateComplete;
        const button = control(tag);
        assert.equal(button.getBoundingClientRect().height, 52);
        assert.equal(getComputedStyle(button).borderRadius, '0px');
      });

      it('makes way for the slot when the payer cannot use the wallet', async () => {
        window.walletSandbox?.configure({
          walletA: { canMakePayments: false },
          walletB: { isReadyToPay: false },
        });
        const { tag, events } = await render(template);
        tag.innerHTML = '<a slot="unavailable" href="#card">Pay by card</a>';
        const { reason } = await eventOf(events, 'wallet-unavailable');
        assert.equal(reason, 'unsupported');
        assert.equal(tag.state, 'unavailable');
        assert.isAbove(tag.querySelector('a')?.getBoundingClientRect().height ?? 0, 0);
        tag.replaceChildren();
        assert.equal(tag.getBoundingClientRect().height, 0);
        assert.deepEqual(typesOf(events), ['wallet-unavailable']);
      });

      it('is not drawn again for another price, and asks nothing', async () => {
        const { tag } = await ready(template);
        const [before] = drawn(tag);
        const callCount = window.walletSandbox?.calls.length;
        for (const price of ['1.00', '2.00', '3.00']) {
          tag.amount = price;
          tag.setAttribute('label', price);
          await tag.updateComplete;
        }
        assert.equal(drawn(tag)[0], before);
        assert.equal(window.walletSandbox?.calls.length, callCount);
      });

      it('keeps one button, drawn in the last of many styles', async () => {
        const { tag } = await ready(template);
        for (const type of ['buy', 'book', 'donate', 'checkout', 'pay', 'subscribe'] as const) {
          tag.buttonType = type;
          await tag.updateComplete;
          assert.lengthOf(drawn(tag), 1);
        }
        tag.buttonType = 'donate';
        tag.buttonStyle = 'white';
        await tag.updateComplete;
        assert.lengthOf(drawn(tag), 1);
        assert.include(control(tag).getAttribute('aria-label')?.toLowerCase(), 'donate');
      });

      it('keeps its button when it is moved', async () => {
        const { tag, events } = await ready(template);
        const [before] = drawn(tag);
        const elsewhere = await fixture<HTMLElement>(html`<section></section>`);
        elsewhere.append(tag);
        await tag.updateComplete;
        await settled();
        assert.equal(drawn(tag)[0], before);
        assert.deepEqual(typesOf(events), ['wallet-ready']);
      });

      it('receives no answer after it was removed', async () => {
        const { tag, events } = await ready(template);
        const clone = tag.cloneNode() as Rendered['tag'];
        tag.after(clone);
        clone.remove();
        await settled();
        assert.deepEqual(typesOf(events), ['wallet-ready']);
        assert.lengthOf(drawn(clone), 0);
      });

      it('leaves no listener behind', async () => {
        const media = matchMedia('(prefers-color-scheme: dark)').constructor
          .prototype as EventTarget;
        let listenerCount = 0;
        // eslint-disable-next-line @typescript-eslint/unbound-method -- applied to their objects below
        const [add, remove] = [media.addEventListener, media.removeEventListener];
        const lists = new Set<EventTarget>();
        media.addEventListener = function (this: EventTarget, ...rest) {
          lists.add(this);
          listenerCount++;
          add.apply(this, rest);
        };
        media.removeEventListener = function (this: EventTarget, ...rest) {
          if (lists.has(this)) listenerCount--;
          remove.apply(this, rest);
        };
        try {
          const { tag } = await ready(template);
          tag.remove();
        } finally {
          Object.assign(media, { addEventListener: add, removeEventListener: remove });
        }
        assert.equal(listenerCount, 0);
      });

      it('ignores presses without an order, and takes them with one', async () => {
        const { tag } = await ready(template);
        tag.order = '';
        await tag.updateComplete;
        assert.isTrue(control(tag).disabled);
        tag.order = 'A-1002';
        await tag.updateComplete;
        assert.isFalse(control(tag).disabled);
      });

      it('takes the language of the page around it', async () => {
        const { tag: section } = await ready(html`<div lang="de">${template}</div>`);
        const tag = section.firstElementChild as Rendered['tag'];
        const label = control(tag).getAttribute('aria-label');
        const { tag: other } = await ready(template);
        assert.notEqual(label, control(other).getAttribute('aria-label'));
      });

      it('is accessible', async () => {
        const { tag } = await ready(template);
        await expect(tag).to.be.accessible();
      });

      it('is drawn when its attributes come after it', async () => {
        const container = await fixture<HTMLElement>(html`<div></div>`);
        const tag = document.createElement(`${name}-button`);
        container.append(tag);
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
});
