import { assert } from '@open-wc/testing';
import { paysIn, readyIn, wallets } from '../test/bad-inputs/framed.ts';
import { freshPage, type FreshPage } from '../test/fresh-page.ts';
import { eventOf, json, press } from '../test/support.ts';

/** A class of a library. */
class Foreign {
  readonly library = true;
}

/** What libraries of other times, and old or plain browsers, make of a page. */
const pages: readonly (readonly [string, (page: FreshPage['window']) => void])[] = [
  ['whose class Request is that of MooTools', (page) => void Reflect.set(page, 'Request', Foreign)],
  ['whose class Event is that of MooTools', (page) => void Reflect.set(page, 'Event', Foreign)],
  ['whose script has a variable named URL', (page) => void Reflect.set(page, 'URL', '/shop')],
  [
    'whose lists have the toJSON of Prototype.js',
    (page) => {
      Object.assign(page.Array.prototype, {
        toJSON(this: unknown[]) {
          return `[${this.map((each) => JSON.stringify(each)).join(', ')}]`;
        },
      });
    },
  ],
  [
    'whose browser has no AbortSignal.timeout',
    (page) => void Reflect.deleteProperty(page.AbortSignal, 'timeout'),
  ],
  [
    'whose browser has no crypto.randomUUID',
    (page) => void Object.defineProperty(page.crypto, 'randomUUID', { value: undefined }),
  ],
  [
    'whose browser has no structuredClone',
    (page) => void Reflect.deleteProperty(page, 'structuredClone'),
  ],
];

/** The stand-in of wallet B needs a whole class of promises itself. */
const oldPromises = [
  'whose promises are those of an old library',
  (page: FreshPage['window']) => {
    const { Promise } = page;
    class Old {
      readonly #real: Promise<unknown>;
      constructor(run: ConstructorParameters<typeof Promise>[0]) {
        this.#real = new Promise(run);
      }
      then(...handlers: Parameters<Promise<unknown>['then']>) {
        return this.#real.then(...handlers);
      }
    }
    Reflect.set(page, 'Promise', Old);
  },
] as const;

const [walletA] = wallets;
const cases = [
  ...pages.flatMap(([what, change]) => wallets.map((wallet) => [what, change, wallet] as const)),
  [...oldPromises, walletA] as const,
];

describe('a page', () => {
  let page: FreshPage;
  beforeEach(async () => {
    localStorage.clear();
    page = await freshPage();
    page.present();
  });
  afterEach(() => {
    page.close();
  });

  for (const [what, change, each] of cases) {
    it(`${what} takes a payment by ${each.wallet}`, async () => {
      const backend = paysIn(page);
      const { stringify } = JSON;
      await page.define();
      const tag = await readyIn(page, each);
      tag.request = 'name';
      // The stand-ins and the backend of this test need the real ones, and the tags the changed ones.
      const validation = json({
        epochTimestamp: Date.now(),
        expiresAt: Date.now() + 3_600_000,
        merchantSessionIdentifier: 'm',
        nonce: 'a1b2c3d4',
        merchantIdentifier: 'hash',
        domainName: location.hostname,
        displayName: 'Shop',
        signature: '3080',
      });
      const real = page.window.fetch.bind(page.window);
      tag.fetch = async (url, init) =>
        url.endsWith('/validate-merchant') ? validation : real(url, init);
      change(page.window);
      await press(tag);
      assert.equal((await eventOf(page.events, 'wallet-result')).outcome, 'succeeded');
      const [post] = backend.to('pay-token');
      assert.isString(post?.body['token']);
      assert.equal(stringify(post?.body['shown']), '{"amount":"1.00","currency":"UAH"}');
    });

    it(`${what} before the tags are defined takes a payment by ${each.wallet}`, async () => {
      paysIn(page);
      change(page.window);
      await page.define();
      const tag = await readyIn(page, each);
      await press(tag);
      assert.equal((await eventOf(page.events, 'wallet-result')).outcome, 'succeeded');
    });
  }
});
