import { assert } from '@open-wc/testing';
import { becomes } from '../test/fresh-page.ts';
import { replace } from '../test/replace.ts';
import { offline, paid, sandbox, scene, sheetIs, wallets } from '../test/scene.ts';
import {
  calls,
  eventOf,
  json,
  merchantSession,
  press,
  problem,
  ready,
  walletB,
} from '../test/support.ts';
import { settled } from '../test/settled.ts';
import { waitUntil } from '../test/wait-until.ts';

/** What a proxy in front of the backend answers: a page, and not a problem document. */
const page = (status: number) => () =>
  new Response('<h1>Sign in</h1>', { status, headers: { 'content-type': 'text/html' } });

type Answer = () => Response | Promise<Response>;

/** The call with the token, by what becomes of it. Nothing of these left the browser, or came past a proxy. */
const unsent: readonly (readonly [string, Answer])[] = [
  [
    'the fetch of the page throws',
    () => {
      throw new TypeError('There is no session.');
    },
  ],
  ['the fetch of the page rejects before it calls', () => Promise.reject(new Error('No session.'))],
  ...[401, 403, 407, 413, 429].map(
    (status) => [`a proxy answers ${String(status)}`, page(status)] as const,
  ),
];

for (const { wallet, template, completion, success } of wallets) {
  describe(`a token of ${wallet}`, () => {
    const backend = scene();
    /** A pressed tag, whose backend knows of no payment, and whose calls with the token have that answer. */
    const pressTag = async (
      payToken: Answer,
      status: Answer = () => problem(404, 'no_payment'),
    ) => {
      const { tag, events } = await ready(template);
      const posts: string[] = [];
      const real = window.fetch.bind(window);
      tag.fetch = (url, init) => {
        if (url.endsWith('/status')) return Promise.resolve(status());
        if (!url.endsWith('/pay-token')) return real(url, init);
        posts.push(url);
        return payToken() as Promise<Response>;
      };
      await press(tag);
      return { tag, events, posts };
    };

    for (const [what, answer] of unsent) {
      it(`is a failure in the sheet where ${what}, and its order stays free`, async () => {
        const { tag, events, posts } = await pressTag(answer);
        await leaves(completion);
        const { error } = await eventOf(events, 'wallet-error');
        assert.nestedInclude(error, { code: 'refused', 'cause.code': 'not_sent' });
        assert.lengthOf(posts, 1);
        assert.notDeepInclude(calls(completion)[0]?.args[0], success);
        await becomes(tag, 'ready');
        assert.isNull(localStorage.getItem('wallet-buttons A-1001'));
      });
    }

    it('is a failure in the sheet where the browser is offline, and its order stays free', async () => {
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      try {
        const { tag, events } = await pressTag(offline, offline);
        await leaves(completion);
        const { error } = await eventOf(events, 'wallet-error');
        assert.nestedInclude(error, { code: 'refused', 'cause.code': 'not_sent' });
        assert.notDeepInclude(calls(completion)[0]?.args[0], success);
        await becomes(tag, 'ready');
      } finally {
        Reflect.deleteProperty(navigator, 'onLine');
      }
    });

    it('stays unknown where the call has waited for its answer, although the browser says it is offline', async () => {
      const givenUp = () => Promise.reject(new DOMException('signal timed out', 'TimeoutError'));
      Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      try {
        const { tag, events } = await pressTag(givenUp, offline);
        assert.equal((await eventOf(events, 'wallet-error')).error.code, 'unreachable');
        assert.deepInclude(calls(completion)[0]?.args[0], success);
        await becomes(tag, 'done');
      } finally {
        Reflect.deleteProperty(navigator, 'onLine');
      }
    });

    for (const [what, answer, status] of [
      ['a proxy answers 502', page(502), offline],
      ['a proxy answers 504', page(504), offline],
      ['a backend answers 402 without a problem document', page(402), offline],
      ['the network fails', offline, offline],
      ['the second call is refused by a proxy', page(503), page(403)],
    ] as const) {
      it(`stays unknown where ${what}`, async () => {
        const { tag, events } = await pressTag(answer, status);
        const { error } = await eventOf(events, 'wallet-error');
        assert.equal(error.code, 'unreachable');
        assert.deepInclude(calls(completion)[0]?.args[0], success);
        await becomes(tag, 'done');
      });
    }

    it('stays unknown where the first call is lost and a proxy refuses the second', async () => {
      const answers = [page(502), page(403)];
      const { tag, events, posts } = await pressTag(() => (answers.shift() ?? offline)());
      const { error } = await eventOf(events, 'wallet-error');
      assert.equal(error.code, 'unreachable');
      assert.lengthOf(posts, 2);
      await becomes(tag, 'done');
    });

    it('is sent though the page has used up what it may send with keepalive', async () => {
      const { tag, events } = await ready(template);
      const real = window.fetch.bind(window);
      const keepaliveUrls: string[] = [];
      tag.fetch = async (url, init) => {
        if (init.keepalive) {
          keepaliveUrls.push(url);
          throw new TypeError('Failed to fetch');
        }
        return url.endsWith('/status') ? problem(404, 'no_payment') : real(url, init);
      };
      await press(tag);
      assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      assert.lengthOf(backend.backend.to('pay-token'), 1);
      assert.lengthOf(keepaliveUrls, 1);
      assert.isTrue(keepaliveUrls[0]?.endsWith('/pay-token'));
    });

    it('is sent on a page without crypto.randomUUID', async () => {
      const { tag, events } = await ready(template);
      const session = merchantSession();
      const restore = replace(crypto, 'randomUUID', () => undefined as never);
      try {
        const fetch = window.fetch.bind(window);
        const keys: (string | null)[] = [];
        tag.fetch = async (url, init) => {
          if (url.endsWith('/pay-token'))
            keys.push(new Headers(init.headers).get('idempotency-key'));
          return url.endsWith('/validate-merchant') ? session : fetch(url, init);
        };
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
        assert.isAbove(keys[0]?.length ?? 0, 20);
      } finally {
        restore();
      }
    });

    it('is sent on a page whose script has a variable named performance', async () => {
      const { tag, events } = await ready(template);
      const restore: (() => void)[] = [];
      const fetch = window.fetch.bind(window);
      tag.fetch = async (url, init) => {
        // The stand-in and this test need the real one.
        if (url.endsWith('/pay-token')) restore.pop()?.();
        return fetch(url, init);
      };
      tag.addEventListener('wallet-authorized', () => {
        const { performance } = window;
        Object.defineProperty(window, 'performance', { value: {}, configurable: true });
        restore.push(() =>
          Object.defineProperty(window, 'performance', { value: performance, configurable: true }),
        );
      });
      try {
        await press(tag);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
      } finally {
        restore.pop()?.();
      }
    });

    it('is pending while the backend answers failed without a final status', async () => {
      const { tag, events } = await pressTag(() =>
        json({ outcome: 'failed', status: 'declined', final: false }),
      );
      const { outcome, status } = await eventOf(events, 'wallet-result');
      assert.deepEqual([outcome, status], ['pending', 'declined']);
      assert.deepInclude(calls(completion)[0]?.args[0], success);
      await becomes(tag, 'done');
    });

    for (const outcome of ['failed', 'succeeded', 'cancelled', 'expired', 'unknown']) {
      it(`leads to no bank when the answer ${outcome} has an acs_url`, async () => {
        const { events } = await pressTag(() =>
          json({ outcome, status: outcome, acs_url: 'https://bank.example/' }),
        );
        if (/failed|cancelled|expired/.test(outcome)) await leaves(completion);
        assert.equal((await eventOf(events, 'wallet-result')).outcome, outcome);
        await settled();
        assert.notInclude(
          events.map(({ type }) => type),
          'wallet-redirect',
        );
      });
    }
  });
}

/** Wallet B keeps its sheet open after a refusal: the payer leaves it. */
async function leaves(completion: string): Promise<void> {
  await waitUntil(() => calls(completion).length > 0, 'the answer to the sheet');
  if (completion.startsWith('ApplePay')) return;
  await sheetIs('ready');
  sandbox().sheet.cancel();
}

describe('a button of a page that has no fetch', () => {
  scene();
  it('reports a config error before its sheet opens', async () => {
    const { tag, events } = await ready(walletB);
    const fetch = window.fetch.bind(window);
    Reflect.set(window, 'fetch', undefined);
    try {
      await press(tag);
      const { error } = await eventOf(events, 'wallet-error');
      assert.deepEqual([error.code, error.message], ['config', 'fetch']);
      assert.isEmpty(calls('PaymentsClient.loadPaymentData'));
    } finally {
      window.fetch = fetch;
    }
  });
  it('is ready again with one', async () => {
    const { tag, events } = await ready(walletB);
    tag.fetch = () => Promise.resolve(paid());
    await press(tag);
    assert.equal((await eventOf(events, 'wallet-result')).outcome, 'succeeded');
  });
});
