import { assert, expect, fixture } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { control, payingBackend } from '../test/scene.ts';
import { box, styled } from '../test/sizes.ts';
import {
  eventOf,
  json,
  press,
  ready,
  render,
  type Rendered,
  walletA,
  walletB,
} from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const wallets = [
  { name: 'wallet-a', template: walletA, global: 'ApplePaySession' },
  { name: 'wallet-b', template: walletB, global: 'google' },
] as const;

describe('both wallets', () => {
  beforeEach(() => window.walletSandbox?.reset());

  for (const [height, radius] of [
    ['44px', '4px'],
    ['40px', '0px'],
    ['55px', '12px'],
  ] as const) {
    it(`are equal to the pixel, ${height} high with a radius of ${radius}`, async () => {
      const style = `--wallet-button-height: ${height}; --wallet-button-radius: ${radius}; inline-size: 300px`;
      const [a, b] = [await styled(style, walletA), await styled(style, walletB)];
      assert.deepEqual(box(control(a)), box(control(b)));
      assert.equal(box(control(a))[1], parseFloat(height));
      for (const tag of [a, b]) {
        assert.equal(getComputedStyle(control(tag)).borderRadius, radius);
      }
    });
  }

  it('keep their radius when another button of the page has another', async () => {
    for (const template of [walletA, walletB]) {
      const first = await styled('--wallet-button-radius: 0px', template);
      const second = await styled('--wallet-button-radius: 20px', template);
      assert.equal(getComputedStyle(control(first)).borderRadius, '0px');
      assert.equal(getComputedStyle(control(second)).borderRadius, '20px');
    }
  });

  it('stay inside a column of 160 pixels, the wide button of wallet B too', async () => {
    window.walletSandbox?.configure({ walletB: { cardInfo: 'shown' } });
    for (const template of [walletA, walletB]) {
      const tag = await styled('inline-size: 160px; --wallet-button-inline-size: 100%', template);
      assert.equal(tag.parentElement?.scrollWidth, 160);
      assert.deepEqual(box(tag), [160, 44]);
      assert.deepEqual(box(control(tag)), [160, 44]);
    }
  });
});

for (const { name, template, global } of wallets) {
  describe(`a button of ${name}`, () => {
    beforeEach(() => window.walletSandbox?.reset());

    it('reads from right to left where the page does', async () => {
      const { tag } = await ready(html`<div dir="rtl" lang="ar">${template}</div>`);
      const button = tag.firstElementChild as Rendered['tag'];
      await button.updateComplete;
      assert.equal(control(button).dir, 'rtl');
      const [inside, outside] = [button.getBoundingClientRect(), tag.getBoundingClientRect()];
      assert.equal(inside.right, outside.right);
      assert.isNotEmpty(control(button).getAttribute('aria-label'));
    });

    it('shows its focus, is one stop on the way, and takes focus()', async () => {
      const page = await fixture<HTMLElement>(html`<div>
        <a href="#before">before</a>${template}<a href="#after">after</a>
      </div>`);
      const tag = page.querySelector<Rendered['tag']>(`${name}-button`);
      assert.exists(tag);
      await waitUntil(() => tag.state === 'ready', 'the button to be ready');
      await tag.updateComplete;
      page.querySelector('a')?.focus();
      await sendKeys({ press: 'Tab' });
      assert.equal(document.activeElement, tag);
      assert.isTrue(control(tag).matches(':focus-visible'));
      assert.notEqual(getComputedStyle(control(tag)).outlineStyle, 'none');
      await sendKeys({ press: 'Tab' });
      assert.equal(document.activeElement, page.querySelector('a:last-of-type'));
      tag.focus();
      assert.equal(document.activeElement, tag);
    });

    describe('is accessible', () => {
      const isAccessible = (tag: HTMLElement): Promise<unknown> => expect(tag).to.be.accessible();

      it('while it loads', async () => {
        const real: unknown = Reflect.get(window, global);
        Reflect.deleteProperty(window, global);
        const { tag } = await render(template);
        assert.equal(tag.state, 'loading');
        const check = isAccessible(tag);
        Reflect.set(window, global, real);
        await check;
      });

      it('when it is ready, with a name', async () => {
        const { tag } = await ready(template);
        assert.match(control(tag).getAttribute('aria-label') ?? '', /wallet/i);
        await isAccessible(tag);
      });

      it('when it is disabled', async () => {
        const { tag } = await ready(template);
        tag.disabled = true;
        await tag.updateComplete;
        await isAccessible(tag);
      });

      it('when it makes way for the slot', async () => {
        window.walletSandbox?.configure({
          walletA: { canMakePayments: false },
          walletB: { isReadyToPay: false },
        });
        const { tag, events } = await render(template);
        tag.innerHTML = '<a slot="unavailable" href="#card">Pay by card</a>';
        await eventOf(events, 'wallet-unavailable');
        await isAccessible(tag);
        assert.equal(tag.shadowRoot?.querySelectorAll('button:not([hidden] *)').length, 0);
      });

      it('when it is on the way to the bank', async () => {
        window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
        const acs_url = 'https://bank.example/';
        const backend = payingBackend({
          'pay-token': () => json({ outcome: 'pending', status: 'processing', acs_url }),
        });
        const { tag, events } = await ready(template);
        tag.redirect = 'none';
        await press(tag);
        await eventOf(events, 'wallet-redirect');
        assert.equal(tag.state, 'redirecting');
        await isAccessible(tag);
        backend.restore();
      });

      it('when it is busy, and when it is done', async () => {
        window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
        const answer = Promise.withResolvers<Response>();
        const backend = payingBackend({ 'pay-token': () => answer.promise });
        const { tag, events } = await ready(template);
        await press(tag);
        await eventOf(events, 'wallet-authorized');
        assert.equal(tag.state, 'busy');
        await isAccessible(tag);
        answer.resolve(json({ outcome: 'succeeded', status: 'paid' }));
        await eventOf(events, 'wallet-result');
        assert.equal(tag.state, 'done');
        await isAccessible(tag);
        backend.restore();
      });
    });
  });
}
