import { assert } from '@open-wc/testing';
import type { WalletButton } from '@wallet-buttons/elements';
import { tagOf, wallets } from '../test/bad-inputs/framed.ts';
import { becomes, freshPage, type FreshPage } from '../test/fresh-page.ts';
import { offline, payingBackend, silence, typesOf } from '../test/scene.ts';
import { settled } from '../test/settled.ts';
import { json, problem, type FakeBackend } from '../test/support.ts';
import { holdTime } from '../test/time.ts';
import { waitUntil } from '../test/wait-until.ts';

const processing = () => json({ outcome: 'pending', status: 'processing', final: false });

/** The height of what the page shows where there is no button. */
const slotHeight = (tag: WalletButton) => tag.querySelector('a')?.getBoundingClientRect().height;

function note(tag: WalletButton): string {
  return tag.shadowRoot?.querySelector('[part=note]')?.textContent ?? '';
}

function box(tag: WalletButton): HTMLElement {
  const part = tag.shadowRoot?.querySelector<HTMLElement>('[part=button]');
  if (!part) throw new Error('There is no box.');
  return part;
}

/** The payer has sent a token at an earlier visit. */
function remember(): void {
  localStorage.clear();
  localStorage.setItem('wallet-buttons A-1', `sent ${String(Date.now() - 60_000)}`);
}

for (const each of wallets) {
  describe(`an order of ${each.wallet} that may be paid`, () => {
    let page: FreshPage;
    let backend: FakeBackend;
    const answers = (status: () => Response | Promise<Response>) => {
      backend.restore();
      backend = payingBackend({ status }, page.window);
    };
    const asked = () => backend.to('status').length;
    /** Whether the report that follows each failure is refused. */
    let isRefused: boolean;
    const failed = async () => waitUntil(() => isRefused || backend.reports.length > 0);
    /** The events by which a page would show another way to pay. */
    const failures = () => typesOf(page.events).filter((type) => /unavailable|error/.test(type));
    beforeEach(async () => {
      remember();
      page = await freshPage();
      backend = payingBackend({ status: processing }, page.window);
      isRefused = false;
    });
    afterEach(() => {
      page.close();
      localStorage.clear();
    });

    const causes: Readonly<Record<string, () => void>> = {
      'the provider’s script does not load': () => {
        page.serve(each.served, 'error');
      },
      'the provider’s script brings nothing': () => {
        page.serve(each.served, 'empty');
      },
      'the payer’s browser cannot pay': () => {
        page.window.walletSandbox?.configure({
          walletA: { canMakePayments: false },
          walletB: { isReadyToPay: false },
        });
      },
      'the question for readiness fails': () => {
        page.window.walletSandbox?.configure({ walletA: { insecure: true } } as never);
        page.serve(each.served, 'error');
      },
      'reports fail': () => {
        page.serve(each.served, 'error');
        const fetch = page.window.fetch.bind(page.window);
        page.window.fetch = async (input, init) => {
          if (!new Request(input).url.endsWith('/report')) return fetch(input, init);
          isRefused = true;
          return offline();
        };
      },
    };
    for (const [what, fail] of Object.entries(causes)) {
      it(`shows no other way to pay where ${what}`, async () => {
        await page.define();
        fail();
        const tag = page.add(tagOf(each));
        await failed();
        await becomes(tag, 'done');
        assert.isEmpty(failures());
        assert.equal(slotHeight(tag), 0);
        assert.match(note(tag), /^Your payment is being checked/);
        assert.isAtLeast(asked(), 1);
        assert.deepEqual(page.uncaught, []);
      });
    }

    it('shows no other way to pay where the provider rejects the question for readiness', async () => {
      const { ApplePaySession, google } = page.kept as {
        readonly ApplePaySession: object;
        readonly google: { payments: { api: { PaymentsClient: { prototype: object } } } };
      };
      const failure = new TypeError('The wallet is gone.');
      Object.assign(google.payments.api.PaymentsClient.prototype, {
        isReadyToPay: () => Promise.reject(failure),
      });
      Object.assign(ApplePaySession, {
        canMakePayments: () => {
          throw failure;
        },
      });
      await page.define();
      const tag = page.add(tagOf(each));
      await failed();
      await becomes(tag, 'done');
      assert.isEmpty(failures());
      assert.equal(slotHeight(tag), 0);
      assert.match(note(tag), /^Your payment is being checked/);
      assert.isAtLeast(asked(), 1);
      assert.deepEqual(page.uncaught, []);
    });

    it('shows no other way to pay where the backend cannot be reached either', async () => {
      answers(offline);
      await page.define();
      page.serve(each.served, 'error');
      const tag = page.add(tagOf(each));
      await failed();
      await becomes(tag, 'done');
      // That of the question.
      assert.deepEqual(failures(), ['wallet-error']);
      assert.equal(slotHeight(tag), 0);
      assert.match(note(tag), /^Your payment is being checked/);
    });

    it('shows the other way to pay once the backend has no payment of it', async () => {
      const { promise, resolve } = Promise.withResolvers<Response>();
      answers(() => promise);
      await page.define();
      page.serve(each.served, 'error');
      const tag = page.add(tagOf(each));
      await failed();
      assert.isEmpty(failures());
      resolve(problem(404, 'no_payment'));
      await becomes(tag, 'unavailable');
      await settled();
      assert.deepEqual(failures(), ['wallet-unavailable']);
      assert.isAbove(slotHeight(tag) ?? 0, 0);
      assert.equal(note(tag), '');
    });

    it('shows the other way to pay for the next order of its tag, and says so once', async () => {
      await page.define();
      page.serve(each.served, 'error');
      const tag = page.add(tagOf(each));
      await failed();
      await becomes(tag, 'done');
      for (const order of ['A-2', 'A-3']) {
        tag.order = order;
        await becomes(tag, 'unavailable');
        await settled();
        assert.deepEqual(failures(), ['wallet-unavailable']);
      }
      assert.isAbove(slotHeight(tag) ?? 0, 0);
    });

    it('is followed while a setting of the page is not usable', async () => {
      await page.define();
      const tag = page.add(tagOf(each));
      Object.assign(tag, { merchantName: 1n, sdkUrl: Symbol('sdk') });
      await becomes(tag, 'done');
      assert.isAtLeast(asked(), 1);
    });

    it('says within a second that it is being checked, though the backend is silent', async () => {
      answers(silence);
      await page.define();
      const time = holdTime(page.window, 900);
      try {
        const tag = page.add(tagOf(each));
        await waitUntil(() => asked() > 0);
        await settled();
        assert.equal(note(tag), '');
        assert.equal(getComputedStyle(box(tag)).opacity, '1');
        assert.equal(box(tag).getAttribute('aria-busy'), 'false');
        time.pass(1_000);
        await tag.updateComplete;
        await waitUntil(() => note(tag) !== '');
        assert.equal(tag.state, 'busy');
        assert.match(note(tag), /^Your payment is being checked/);
        assert.equal(getComputedStyle(box(tag)).opacity, '0.5');
        assert.equal(box(tag).getAttribute('aria-busy'), 'true');
        time.pass(15_000);
        await becomes(tag, 'done');
        assert.equal(box(tag).getAttribute('aria-busy'), 'false');
        assert.match(note(tag), /^Your payment is being checked/);
      } finally {
        time.release();
      }
    });

    it('says that another window pays it', async () => {
      localStorage.clear();
      await page.define();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      const held = navigator.locks.request('wallet-buttons A-1', () => promise);
      try {
        const tag = page.add(tagOf(each));
        await waitUntil(() => note(tag) !== '');
        assert.match(note(tag), /^Your payment is being checked/);
        resolve(undefined);
        await becomes(tag, 'ready');
        await tag.updateComplete;
        assert.equal(note(tag), '');
      } finally {
        resolve(undefined);
        await held;
      }
    });
  });
}
