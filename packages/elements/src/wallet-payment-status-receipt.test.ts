import { assert } from '@open-wc/testing';
import { freshPage, type FreshPage } from '../test/fresh-page.ts';
import { settled } from '../test/settled.ts';
import { fakeBackend, json, problem, type FakeBackend } from '../test/support.ts';
import { waitUntil } from '../test/wait-until.ts';

const receipt = 'bGV2YWRhLWxldmFkYS1sZXZh';

/** What a backend says with a receipt, and without one. */
interface Answers {
  readonly withReceipt: () => Response;
  readonly without: () => Response;
}

const says =
  (outcome: string, final: boolean, more: object = {}) =>
  () =>
    json({ outcome, status: outcome, final, ...more });
const hideOrder = () => problem(404, 'order_not_found');

describe('the receipt in the address of a return page', () => {
  let page: FreshPage;
  let backend: FakeBackend;
  const open = async (query: string, { withReceipt, without }: Answers) => {
    page = await freshPage(`./blank.html${query}`);
    const status = (body: object) => ('receipt' in body ? withReceipt() : without());
    backend = fakeBackend({ status: (body) => status(body) }, page.window);
    await page.import('../src/wallet-payment-status-define.ts');
  };
  const add = (order?: string) => {
    const tag = page.document.createElement('wallet-payment-status');
    if (order !== undefined) tag.setAttribute('order', order);
    page.document.body.append(tag);
    return tag;
  };
  const shows = async (tag: Element, state: string) =>
    waitUntil(() => tag.matches(`:state(${state})`), state);
  const bodies = () => backend.asked.map(({ body }) => body);

  afterEach(() => {
    backend.restore();
    page.close();
  });

  it('is sent with the question, and shows the outcome to a payer whom the shop does not know', async () => {
    await open(`?order=A-7&receipt=${receipt}`, {
      withReceipt: says('succeeded', true),
      without: hideOrder,
    });
    await shows(add(), 'succeeded');
    assert.deepEqual(bodies(), [{ order: 'A-7', receipt }]);
  });

  it('leaves the address bar, and the other parameters stay', async () => {
    await open(`?lang=uk&receipt=${receipt}&order=A-7#top`, {
      withReceipt: says('succeeded', true),
      without: hideOrder,
    });
    page.window.history.replaceState({ router: 7 }, '');
    const length = page.window.history.length;
    await shows(add(), 'succeeded');
    const { search, hash } = page.window.location;
    assert.equal(`${search}${hash}`, '?lang=uk&order=A-7#top');
    assert.equal(page.window.history.length, length);
    assert.equal((page.window.history.state as { router: number }).router, 7);
  });

  it('is kept by the page, for a tag that comes later, and for a reload', async () => {
    const answers = { withReceipt: says('succeeded', true), without: hideOrder };
    await open(`?order=A-7&receipt=${receipt}`, answers);
    await shows(add(), 'succeeded');
    page.window.history.replaceState(null, '', page.window.location.href);
    await shows(add(), 'succeeded');
    backend.restore();
    page.close();

    await open(`?order=A-7&receipt=${receipt}`, answers);
    await shows(add(), 'succeeded');
    const { state } = page.window.history as { state: unknown };
    backend.restore();
    page.close();
    await open('?order=A-7', answers);
    page.window.history.replaceState(state, '');
    await shows(add(), 'succeeded');
  });

  it('is of the order in the address alone', async () => {
    await open(`?order=A-7&receipt=${receipt}`, {
      withReceipt: says('succeeded', true),
      without: hideOrder,
    });
    await shows(add('A-8'), 'error');
    assert.deepEqual(bodies(), [{ order: 'A-8' }]);
    assert.equal(page.window.location.search, '?order=A-7');
  });

  it('is no receipt of the kit if it has another form', async () => {
    await open('?order=A-7&receipt=no%2042', {
      withReceipt: hideOrder,
      without: says('failed', true),
    });
    await shows(add(), 'failed');
    assert.equal(page.window.location.search, '?order=A-7&receipt=no%2042');
  });

  it('gives way to the shop’s permission while the bank waits, so that its link is shown', async () => {
    await open(`?order=A-7&receipt=${receipt}`, {
      withReceipt: says('pending', false),
      without: says('pending', false, { acs_url: 'https://bank.example/acs' }),
    });
    const tag = add();
    await waitUntil(() => tag.shadowRoot?.querySelector('a') !== null, 'the link');
  });

  it('works on a page whose script has a variable named URL', async () => {
    await open(`?lang=uk&order=A-7&receipt=${receipt}`, {
      withReceipt: says('pending', false),
      without: says('pending', false, { acs_url: 'https://bank.example/acs' }),
    });
    Reflect.set(page.window, 'URL', '/shop');
    const tag = add();
    await waitUntil(() => tag.shadowRoot?.querySelector('a') !== null, 'the link');
    assert.deepEqual(bodies(), [{ order: 'A-7', receipt }, { order: 'A-7' }]);
    assert.equal(page.window.location.search, '?lang=uk&order=A-7');
  });

  it('does not hide a later payment from a payer who may see the order', async () => {
    await open(`?order=A-7&receipt=${receipt}`, {
      withReceipt: says('failed', true),
      without: says('succeeded', true),
    });
    await shows(add(), 'succeeded');
  });

  it('shows what failed to a payer whom the shop does not know', async () => {
    await open(`?order=A-7&receipt=${receipt}`, {
      withReceipt: says('failed', true),
      without: hideOrder,
    });
    const tag = add();
    const events: Event[] = [];
    tag.addEventListener('wallet-error', (event) => events.push(event));
    await shows(tag, 'failed');
    await settled();
    assert.lengthOf(events, 0);
  });

  it('is in no event', async () => {
    await open(`?order=A-7&receipt=${receipt}`, { withReceipt: hideOrder, without: hideOrder });
    const tag = add();
    const texts: string[] = [];
    for (const type of ['wallet-error', 'wallet-result']) {
      tag.addEventListener(type, (event) => {
        const { error } = event as Event & { error?: Error & { cause: unknown } };
        texts.push(JSON.stringify([error, error?.message, error?.stack, error?.cause]));
      });
    }
    await shows(tag, 'error');
    assert.lengthOf(texts, 1);
    assert.notInclude(texts.join(), receipt);
  });
});
