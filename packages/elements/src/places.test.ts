import { digestForTemplateResult, hydrate } from '@lit-labs/ssr-client';
import { assert, fixture } from '@open-wc/testing';
import { html } from 'lit';
import { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { control, drawn, payingBackend } from '../test/scene.ts';
import { calls, press, ready, walletA, walletB } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

type Tag = WalletAButton | WalletBButton;

const wallets = [
  {
    name: 'wallet-a-button',
    Base: WalletAButton as typeof HTMLElement,
    template: walletA,
    opened: 'ApplePaySession.begin',
  },
  {
    name: 'wallet-b-button',
    Base: WalletBButton as typeof HTMLElement,
    template: walletB,
    opened: 'PaymentsClient.loadPaymentData',
  },
] as const;

const attributes = {
  order: 'A-1001',
  amount: '199.90',
  currency: 'UAH',
  country: 'UA',
  label: 'Honey shop',
  gateway: 'examplegateway',
  'gateway-merchant-id': 'exampleMerchant',
};

const isReady = async (tag: Tag): Promise<void> => {
  await waitUntil(() => tag.state === 'ready', 'the button to be ready');
  await tag.updateComplete;
};

function make(name: (typeof wallets)[number]['name']): Tag {
  const tag = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) tag.setAttribute(attribute, value);
  return tag;
}

for (const { name, Base, template, opened } of wallets) {
  describe(`${name} works`, () => {
    beforeEach(() => {
      localStorage.clear();
      window.walletSandbox?.reset();
      window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
    });

    for (const mode of ['open', 'closed'] as const) {
      it(`in a shadow root that is ${mode}, also inside of another, and speaks the page’s language`, async () => {
        const backend = payingBackend();
        const outer = await fixture<HTMLElement>(html`<div lang="de"></div>`);
        const inner = document.createElement('div');
        outer.attachShadow({ mode: 'closed' }).append(inner);
        const tag = make(name);
        inner.attachShadow({ mode }).append(tag);
        const events: Event[] = [];
        outer.addEventListener('wallet-result', (event) => events.push(event));
        await isReady(tag);
        const { tag: english } = await ready(template);
        assert.notEqual(
          control(tag).getAttribute('aria-label'),
          control(english).getAttribute('aria-label'),
        );
        english.remove();
        await press(tag);
        await waitUntil(() => events.length > 0, 'a result');
        assert.equal(tag.state, 'done');
        backend.restore();
      });
    }

    it('when it is moved, taken away and brought back', async () => {
      const { tag, events } = await ready(template);
      const [first, second] = await Promise.all([
        fixture<HTMLElement>(html`<section></section>`),
        fixture<HTMLElement>(html`<section></section>`),
      ]);
      first.append(tag);
      second.append(tag);
      tag.remove();
      await settled();
      first.append(tag);
      await isReady(tag);
      assert.lengthOf(drawn(tag), 1);
      assert.lengthOf(events, 1);
      const backend = payingBackend();
      await press(tag);
      await waitUntil(() => tag.state === 'done', 'the payment');
      assert.lengthOf(calls(opened), 1);
      backend.restore();
    });

    it('as a clone, with a button of its own', async () => {
      const { tag } = await ready(template);
      const clone = tag.cloneNode(true) as Tag;
      tag.after(clone);
      await isReady(clone);
      assert.deepEqual([drawn(tag).length, drawn(clone).length], [1, 1]);
    });

    it('in any order of its definition, connection and settings', async () => {
      const steps = {
        attributes: (tag: Tag) => {
          for (const [key, value] of Object.entries(attributes)) tag.setAttribute(key, value);
        },
        properties: (tag: Tag) => {
          Object.assign(tag, {
            gateway: 'g',
            gatewayMerchantId: 'm',
            amount: '5.00',
            order: 'A-2',
          });
        },
        connect: (tag: Tag) => {
          document.body.append(tag);
        },
        define: ({ localName }: Tag) => {
          customElements.define(localName, class extends Base {});
        },
      };
      const orders = permutations(Object.keys(steps) as (keyof typeof steps)[]);
      assert.lengthOf(orders, 24);
      for (const [index, order] of orders.entries()) {
        const tag = document.createElement(`late-${name}-${String(index)}`) as Tag;
        for (const step of order) {
          steps[step](tag);
          await Promise.resolve();
        }
        await isReady(tag);
        assert.lengthOf(drawn(tag), 1, order.join());
        const last = order.indexOf('attributes') > order.indexOf('properties');
        if (!last) assert.deepEqual([tag.amount, tag.order], ['5.00', 'A-2'], order.join());
        tag.remove();
      }
    });

    it('where a server has rendered it: hydrated, it has one button', async () => {
      const page = await fixture<HTMLElement>(html`<div></div>`);
      // As @lit-labs/ssr prints it.
      const [markup = ''] = template.strings;
      page.innerHTML = `<!--lit-part ${digestForTemplateResult(template)}-->${markup}<!--/lit-part-->`;
      const tag = page.querySelector<Tag>(name);
      assert.exists(tag);
      hydrate(template, page);
      await isReady(tag);
      assert.equal(page.querySelector(name), tag);
      assert.lengthOf(drawn(tag), 1);
    });

    it('where another server has rendered a shadow root for it', async () => {
      const tag = make(name);
      tag.attachShadow({ mode: 'open' }).innerHTML =
        '<div part="button"><button>Buy</button></div><slot name="unavailable"></slot>';
      document.body.append(tag);
      await isReady(tag);
      assert.equal(tag.shadowRoot?.querySelectorAll('[part=button]').length, 1);
      assert.lengthOf(drawn(tag), 1);
      tag.remove();
    });
  });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item) =>
    permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
  );
}
