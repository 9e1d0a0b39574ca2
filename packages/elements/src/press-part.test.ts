import { assert } from '@open-wc/testing';
import { WalletAButton, WalletBButton } from '@wallet-buttons/elements';
import { html } from 'lit';
import { becomes } from '../test/fresh-page.ts';
import { scene as payment, typesOf } from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import { calls, eventOf, press, render, type Rendered } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { Part } from './part.ts';

/** Stands for the network between a page and the part of its bundle that only a press needs. */
class Network {
  readonly #answers: ((isThere: boolean) => void)[] = [];
  /** How often the part was requested. */
  requests = 0;

  part<T extends object>(load: () => Promise<T>): Part<T> {
    return new Part(async () => {
      this.requests++;
      const isThere = await new Promise<boolean>((resolve) => this.#answers.push(resolve));
      if (!isThere) throw new TypeError('Failed to fetch.');
      return load();
    });
  }

  /** Ends the oldest request. */
  answer(isThere: boolean): void {
    this.#answers.shift()?.(isThere);
  }
}

let network = new Network();
const loadA = () => import('./providers/wallet-a/press.ts');
const loadB = () => import('./providers/wallet-b/press.ts');
let partA: Part<Awaited<ReturnType<typeof loadA>>>;
let partB: Part<Awaited<ReturnType<typeof loadB>>>;

customElements.define(
  'split-a-button',
  class extends WalletAButton {
    override pressPart() {
      return partA;
    }
  },
);
customElements.define(
  'split-b-button',
  class extends WalletBButton {
    override pressPart() {
      return partB;
    }
  },
);

const wallets = [
  {
    wallet: 'wallet-a',
    tag: html`<split-a-button
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country="UA"
      label="Honey shop"
    ></split-a-button>`,
    question: 'ApplePaySession.canMakePayments',
    opened: 'ApplePaySession.begin',
  },
  {
    wallet: 'wallet-b',
    tag: html`<split-b-button
      order="A-1001"
      amount="199.90"
      currency="UAH"
      country="UA"
      label="Honey shop"
      gateway="examplegateway"
      gateway-merchant-id="exampleMerchant"
    ></split-b-button>`,
    question: 'PaymentsClient.isReadyToPay',
    opened: 'PaymentsClient.loadPaymentData',
  },
] as const;

for (const { wallet, tag: template, question, opened } of wallets) {
  describe(`the part of ${wallet} that only a press needs`, () => {
    const page = payment();
    beforeEach(() => {
      network = new Network();
      partA = network.part(loadA);
      partB = network.part(loadB);
    });

    /** A tag whose provider has answered, while the part is on its way. */
    const renderWithoutPart = async (): Promise<Rendered> => {
      const { tag, events } = await render(template);
      await settled();
      assert.isNotEmpty(calls(question));
      return { tag, events };
    };

    it('is awaited after the provider has answered', async () => {
      const { tag, events } = await renderWithoutPart();
      assert.equal(tag.state, 'loading');
      assert.deepEqual(typesOf(events), []);
      network.answer(true);
      await becomes(tag, 'ready');
      assert.deepEqual(typesOf(events), ['wallet-ready']);
      assert.equal(network.requests, 1);
    });

    it('lets the sheet open in the task of the press', async () => {
      page.payer('chooses');
      const { tag, events } = await renderWithoutPart();
      network.answer(true);
      await becomes(tag, 'ready');
      let callsOfTask = 0;
      const count = () => setTimeout(() => (callsOfTask = calls(opened).length));
      window.addEventListener('click', count, { capture: true, once: true });
      await press(tag);
      await settled();
      assert.equal(callsOfTask, 1);
      assert.deepEqual(typesOf(events), ['wallet-ready', 'wallet-click']);
    });

    it('makes the wallet unavailable where it does not load, and says what did not', async () => {
      const { tag, events } = await renderWithoutPart();
      network.answer(false);
      const { reason, error } = await eventOf(events, 'wallet-unavailable');
      assert.equal(reason, 'script-load');
      assert.equal(error?.code, 'script-load');
      assert.equal(error?.message, '@wallet-buttons/elements');
      assert.instanceOf(error?.cause, TypeError);
      assert.equal(tag.state, 'unavailable');
      await settled();
      assert.deepEqual(typesOf(events), ['wallet-unavailable']);
      assert.equal(network.requests, 1);
    });

    it('is requested again by reload()', async () => {
      const { tag } = await renderWithoutPart();
      network.answer(false);
      await becomes(tag, 'unavailable');
      tag.reload();
      await settled();
      network.answer(true);
      await becomes(tag, 'ready');
      assert.equal(network.requests, 2);
    });

    it('is requested again when the browser is online again', async () => {
      const { tag } = await renderWithoutPart();
      network.answer(false);
      await becomes(tag, 'unavailable');
      window.dispatchEvent(new Event('online'));
      await settled();
      network.answer(true);
      await becomes(tag, 'ready');
    });

    it('is given up after 15 seconds, and brings the button when it comes later', async () => {
      const time = holdTime(window);
      try {
        const { tag } = await renderWithoutPart();
        time.pass(15_000);
        await becomes(tag, 'unavailable');
        network.answer(true);
        await settled();
        time.pass(1_000);
        await becomes(tag, 'ready');
        assert.equal(network.requests, 1);
      } finally {
        time.release();
      }
    });

    it('may load while the page holds the provider back with loading="manual"', async () => {
      const { tag } = await render(template);
      tag.loading = 'manual';
      await settled();
      network.answer(true);
      await settled();
      assert.equal(tag.state, 'loading');
      tag.load();
      await becomes(tag, 'ready');
      assert.equal(network.requests, 1);
    });

    it('is one for all tags of the page', async () => {
      const { tag } = await renderWithoutPart();
      const second = tag.cloneNode() as Rendered['tag'];
      tag.after(second);
      await settled();
      network.answer(true);
      await becomes(tag, 'ready');
      await becomes(second, 'ready');
      assert.equal(network.requests, 1);
    });
  });
}
