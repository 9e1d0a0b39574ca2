import { assert } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { control, offline, payingBackend, typesOf } from '../test/scene.ts';
import { eventOf, json, press, problem, type FakeBackend } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

/** As long as the contract allows, in characters that count twice in the storage. */
const longest = '𝐀'.repeat(128);
const tag = `<wallet-a-button order="${longest}" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>`;
const refuseStorage = () => {
  throw new DOMException('The document has no storage.', 'SecurityError');
};

function fill({ localStorage }: FreshPage['window']): void {
  for (let size = 2 ** 23; size >= 1; size /= 2) {
    try {
      localStorage.setItem(`full ${String(size)}`, 'x'.repeat(size));
    } catch {
      // A smaller item may find room.
    }
  }
}

/** What a browser does to a document that it lets store nothing, or too little. */
const blocks = {
  'where the browser blocks storage and locks': ({ window }: FreshPage) => {
    Object.defineProperty(window, 'localStorage', { get: refuseStorage });
    Object.defineProperty(window.navigator, 'locks', {
      value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
    });
  },
  'where the browser blocks storage alone': ({ window }: FreshPage) => {
    Object.defineProperty(window, 'localStorage', { get: refuseStorage });
  },
  'where a script of the page discards what is stored': ({ window }: FreshPage) => {
    window.Storage.prototype.setItem = () => undefined;
  },
  'where the storage is full': ({ window }: FreshPage) => {
    fill(window);
  },
  'where the storage has room for a shorter order': ({ window }: FreshPage) => {
    window.localStorage.setItem('room', 'x'.repeat(240));
    fill(window);
    window.localStorage.removeItem('room');
  },
};

/** Two documents of one shop: what the backend knows of the order is all that they share. */
for (const [where, block] of Object.entries(blocks)) {
  describe(`${where}, an order`, () => {
    let status: () => Response | Promise<Response>;
    let pages: { page: FreshPage; backend: FakeBackend; button: WalletButton }[];
    const posts = () =>
      pages.flatMap(({ backend }) => backend.asked).filter(({ path }) => path === 'pay-token');
    const questions = () =>
      pages.flatMap(({ backend }) => backend.asked).filter(({ path }) => path === 'status');
    /** A document with the order's button. */
    const visit = async () => {
      const page = await freshPage();
      page.present();
      block(page);
      page.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
      const answers = {
        'pay-token': () => {
          status = () => json({ outcome: 'pending', status: 'processing', final: false });
          return offline();
        },
        status: () => status(),
      };
      const backend = payingBackend(answers, page.window);
      await page.define();
      const tab = { page, backend, button: page.add(tag) };
      pages.push(tab);
      return tab;
    };
    const comesBack = ({ page }: { page: FreshPage }) =>
      page.window.dispatchEvent(new Event('focus'));

    beforeEach(() => {
      pages = [];
      status = () => problem(404, 'no_payment');
    });
    afterEach(() => {
      for (const { page } of pages) page.close();
      localStorage.clear();
    });

    it('is offered once the backend has reported that it has no payment of it', async () => {
      const { page, button } = await visit();
      await becomes(button, 'ready');
      assert.lengthOf(questions(), 1);
      assert.deepEqual(typesOf(page.events), ['wallet-ready']);
    });

    it('leaves the focus on its button when the payer cancels', async () => {
      const { page, button } = await visit();
      await becomes(button, 'ready');
      page.window.walletSandbox?.configure({ payer: { does: 'cancels' } });
      button.focus();
      await press(button);
      await eventOf(page.events, 'wallet-cancel');
      await becomes(button, 'ready');
      await settled();
      assert.equal(page.document.activeElement?.localName, 'wallet-a-button');
    });

    it('is not offered at a later visit after a token of it was sent', async () => {
      const first = await visit();
      await becomes(first.button, 'ready');
      await press(first.button);
      await eventOf(first.page.events, 'wallet-result');
      const { button } = await visit();
      await becomes(button, 'done');
      await press(button);
      assert.lengthOf(posts(), 1);
    });

    it('is not offered in a tab that was open before, once the payer comes back to it', async () => {
      const [first, other] = [await visit(), await visit()];
      await becomes(first.button, 'ready');
      await becomes(other.button, 'ready');
      await press(first.button);
      await eventOf(first.page.events, 'wallet-result');
      comesBack(other);
      await becomes(other.button, 'done');
      assert.isTrue(control(other.button).disabled);
    });

    it('is not offered by an answer that is older than its token', async () => {
      const tab = await visit();
      await becomes(tab.button, 'ready');
      const lateAnswer = Promise.withResolvers<Response>();
      status = () => lateAnswer.promise;
      comesBack(tab);
      await waitUntil(() => questions().length > 1, 'the question');
      await press(tab.button);
      await eventOf(tab.page.events, 'wallet-result');
      const answerCount = tab.backend.answered.length;
      lateAnswer.resolve(problem(404, 'no_payment'));
      await waitUntil(() => tab.backend.answered.length > answerCount, 'the late answer');
      await settled();
      assert.equal(tab.button.state, 'done');
    });

    it('is not offered while the backend cannot be reached, and is asked about again', async () => {
      status = offline;
      const tab = await visit();
      await becomes(tab.button, 'done');
      status = () => problem(404, 'no_payment');
      comesBack(tab);
      await becomes(tab.button, 'ready');
    });
  });
}
