import { assert } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { paysIn, readyIn, wallets } from '../test/bad-inputs/framed.ts';
import { freshPage, type FreshPage } from '../test/fresh-page.ts';
import { failed, isEnding, paid } from '../test/scene.ts';
import { eventOf, json, type FakeBackend } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

/** A browser without Web Locks, such as Safari before 15.4. */
function withoutLocks({ window }: FreshPage): void {
  Object.defineProperty(window.navigator, 'locks', { value: undefined });
}

const [a, b] = wallets;

/** Documents that press one order in one task, before any of them sees the press of another. */
describe('an order that is pressed in several documents at once', () => {
  let pages: { page: FreshPage; backend: FakeBackend; button: WalletButton }[];
  const posts = () =>
    pages.flatMap(({ backend }) => backend.to('pay-token')).map(({ body }) => body['token']);
  const visit = async (
    wallet: (typeof wallets)[number],
    answer: () => Response = paid,
    prepare: (page: FreshPage) => void = () => undefined,
  ) => {
    const page = await freshPage();
    page.present();
    prepare(page);
    const backend = paysIn(page, answer);
    const gesture = 'none';
    page.window.walletSandbox?.configure({ walletA: { gesture }, walletB: { gesture } });
    await page.define();
    pages.push({ page, backend, button: await readyIn(page, wallet) });
  };
  const press = async () => {
    for (const { button } of pages) button.click();
    await Promise.all(
      pages.map(async ({ page: { events } }) => waitUntil(() => events.some(isEnding), 'an end')),
    );
  };
  const endings = () =>
    pages.map(({ page }) =>
      page.events.filter(isEnding).filter((event) => !('asked' in event && event.asked)),
    );

  beforeEach(() => {
    localStorage.clear();
    pages = [];
  });
  afterEach(() => {
    for (const { page } of pages) page.close();
    localStorage.clear();
  });

  for (const [where, prepare] of [
    ['', undefined],
    [' in a browser without locks', withoutLocks],
  ] as const) {
    for (const [names, documents] of [
      ['wallet A twice', [a, a]],
      ['wallet B twice', [b, b]],
      ['both wallets', [a, b]],
      ['three documents', [b, a, b]],
    ] as const) {
      it(`sends one token of ${names}${where}`, async () => {
        for (const wallet of documents) await visit(wallet, paid, prepare);
        await press();
        assert.lengthOf(posts(), 1);
        assert.deepEqual(
          endings().map(({ length }) => length),
          documents.map(() => 1),
        );
        const results = endings()
          .flat()
          .filter(({ type }) => type === 'wallet-result');
        assert.lengthOf(results, 1);
      });
    }

    it(`is paid by the second document after it failed in the first${where}`, async () => {
      let answers = 0;
      const failOnce = () => (answers++ ? paid() : failed());
      for (const wallet of [a, a]) await visit(wallet, failOnce, prepare);
      await press();
      assert.isAtMost(posts().length, 2);
      assert.lengthOf(new Set(posts()), posts().length);
    });
  }

  it('shows no success in the document whose token is not sent', async () => {
    for (const wallet of [a, b]) await visit(wallet);
    const [first, second] = pages;
    first?.page.window.walletSandbox?.configure({ payer: { does: 'chooses' } });
    for (const { button } of pages) button.click();
    // The second payer agrees while the first document has the turn.
    await waitUntil(() => second?.page.calls('event onPaymentAuthorized').length);
    const sheet = first?.page.window.walletSandbox?.sheet;
    await waitUntil(() => sheet?.state === 'ready');
    sheet?.pay();
    const { error } = await eventOf(second?.page.events ?? [], 'wallet-error');
    assert.equal(error.code, 'busy-elsewhere');
    assert.lengthOf(first?.backend.to('pay-token') ?? [], 1);
    const [answer] = second?.page.calls('answer onPaymentAuthorized') ?? [];
    assert.nestedPropertyVal(answer?.args[0], 'transactionState', 'ERROR');
    assert.nestedInclude(answer?.args[0], {
      'error.message': 'Your payment is being checked. Please do not pay again.',
    });
  });

  it('waits in the second document no longer than its sheet does', async () => {
    await visit(a, () => json({}, 500));
    await visit(b);
    const [first] = pages;
    first?.page.window.walletSandbox?.configure({ payer: { does: 'chooses' } });
    for (const { button } of pages) button.click();
    const { error } = await eventOf(pages[1]?.page.events ?? [], 'wallet-error');
    assert.equal(error.code, 'busy-elsewhere');
    assert.isEmpty(posts());
    first?.button.abort();
  });
});
