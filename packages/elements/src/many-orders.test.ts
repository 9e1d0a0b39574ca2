import { assert } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { offline, payingBackend, silence } from '../test/scene.ts';
import { eventOf, json, press, problem, type FakeBackend } from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

const many = 100;
const noPayment = () => problem(404, 'no_payment');
const refuseStorage = () => {
  throw new DOMException('The document has no storage.', 'SecurityError');
};
const blockStorage = ({ window }: FreshPage) => {
  Object.defineProperty(window, 'localStorage', { get: refuseStorage });
};
const blockAll = (page: FreshPage) => {
  blockStorage(page);
  Object.defineProperty(page.window.navigator, 'locks', {
    value: { request: () => Promise.reject(new DOMException('', 'SecurityError')) },
  });
};

for (const each of wallets) {
  for (const [what, block] of [
    ['storage', blockStorage],
    ['storage and locks', blockAll],
  ] as const) {
    describe(`a page with ${many} orders of ${each.wallet}, where the browser blocks ${what},`, () => {
      let page: FreshPage;
      let backend: FakeBackend;
      let buttons: WalletButton[];
      /** The answer about the last order. A note under another one would move the button away from the mouse. */
      let status: () => Response | Promise<Response>;
      const questions = () => backend.to('status').map(({ body }) => body['order']);
      /** The orders of the answers that the tags have dispatched. */
      const results = () =>
        page.events.flatMap((event) =>
          event.type === 'wallet-result' && 'order' in event ? [event.order] : [],
        );
      const tag = (order: number) =>
        `<${each.wallet}-button order="A-${order}" amount="1.00" currency="UAH" country="UA" label="Shop" ${each.more}></${each.wallet}-button>`;
      beforeEach(async () => {
        status = noPayment;
        page = await freshPage();
        page.present();
        block(page);
        page.window.walletSandbox?.configure({ payer: { does: 'pays' }, endState: 0 });
        const answer = ({ order }: Record<string, unknown>) =>
          order === 'A-99' ? status() : noPayment();
        backend = payingBackend({ status: answer }, page.window);
        await page.define();
        const list = Array.from({ length: many }, (_, order) => tag(order)).join('');
        buttons = [...(page.add(`<div>${list}</div>`).children as Iterable<WalletButton>)];
        for (const button of buttons) await becomes(button, 'ready');
      });
      afterEach(() => {
        page.close();
      });
      const last = () => {
        const button = buttons.at(-1);
        assert.exists(button);
        button.scrollIntoView();
        return button;
      };

      it('asks about the first order alone when it loads, and when the payer comes back', async () => {
        assert.deepEqual(questions(), ['A-0']);
        page.window.dispatchEvent(new Event('focus'));
        await settled();
        assert.deepEqual(questions(), ['A-0', 'A-0']);
      });

      it('asks about another order at its press, before its token is sent', async () => {
        await press(last());
        const { outcome } = await eventOf(page.events, 'wallet-result');
        assert.equal(outcome, 'succeeded');
        const paths = backend.asked.filter(({ body }) => body['order'] === 'A-99');
        const order = paths.map(({ path }) => path).filter((path) => /status|pay/.test(path));
        assert.deepEqual(order, ['status', 'pay-token']);
        await becomes(last(), 'done');
      });

      it('sends no token of an order that may be paid already, and says so', async () => {
        status = () => json({ outcome: 'pending', status: 'processing', final: false });
        await press(last());
        await becomes(last(), 'done');
        await waitUntil(() => results().includes('A-99'), 'the answer');
        assert.lengthOf(backend.to('pay-token'), 0);
      });

      it('sends no token while the backend does not answer the question, and is offered again once it answers', async () => {
        status = offline;
        await press(last());
        await becomes(last(), 'done');
        assert.lengthOf(backend.to('pay-token'), 0);
        status = noPayment;
        page.window.dispatchEvent(new Event('focus'));
        await becomes(last(), 'ready');
      });

      it('leaves the sheet to the payer while the question is open', async () => {
        status = silence;
        page.window.walletSandbox?.configure({ payer: { does: 'cancels' } });
        await press(last());
        await eventOf(page.events, 'wallet-cancel');
        await becomes(last(), 'ready');
      });
    });
  }
}
