import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { listen } from '../../test/run.ts';

const tags = `
  <wallet-a-button order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop"></wallet-a-button>
  <wallet-b-button order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop"
    gateway="g" gateway-merchant-id="17" environment="TEST"></wallet-b-button>
  <script type="module" src="/npm/@wallet-buttons/elements@0.1.0/define.js"></script>`;

const policy = [
  "default-src 'self'",
  'script-src https://applepay.cdn-apple.com https://pay.google.com',
  'frame-src https://pay.google.com',
  "connect-src 'self' https://google.com/pay https://pay.google.com",
  "style-src 'unsafe-inline'",
];

interface Page {
  readonly headers?: Readonly<Record<string, string>>;
  readonly html?: string;
  readonly status?: number;
}

async function page(
  test: TestContext,
  id: string,
  { headers = {}, html = tags, status = 200 }: Page = {},
  ...args: readonly string[]
): Promise<string[]> {
  const url = await listen(
    test,
    createServer((_, response) => response.writeHead(status, headers).end(html)),
  );
  return results(id, url, '--domain', '127.0.0.1:9', ...args);
}

const csp = (...without: readonly string[]) => ({
  'content-security-policy': policy
    .filter((part) => !without.some((name) => part.startsWith(name)))
    .join('; '),
});

describe('doctor looks at the checkout page', () => {
  const passing = [
    ...['page.https', 'csp.script', 'csp.frame', 'csp.connect', 'csp.style', 'pp.payment'],
    ...['page.coop', 'page.tags', 'page.twice', 'env.mix', 'a.domain'],
  ];
  for (const id of passing) {
    it(`and passes ${id} for a good one`, async (test) => {
      assert.deepEqual(await page(test, id, { headers: csp() }), ['pass']);
    });
  }

  const faults: readonly (readonly [string, string, 'warn' | 'fail', Page])[] = [
    ['page.https', 'a page that is not there', 'fail', { status: 404 }],
    ['csp.script', "a missing provider's script", 'fail', { headers: csp('script-src') }],
    ['csp.frame', 'missing frames', 'fail', { headers: csp('frame-src') }],
    ['csp.connect', 'missing connections', 'fail', { headers: csp('connect-src') }],
    ['csp.style', 'strict styles', 'warn', { headers: csp('style-src') }],
    [
      'csp.script',
      'a second policy in a meta tag',
      'fail',
      {
        headers: csp(),
        html: `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">${tags}`,
      },
    ],
    [
      'csp.connect',
      'a path that is not allowed',
      'fail',
      {
        headers: {
          'content-security-policy': 'connect-src https://google.com/maps https://pay.google.com',
        },
      },
    ],
    [
      'pp.payment',
      'payment switched off',
      'fail',
      { headers: { 'permissions-policy': 'camera=(), payment=()' } },
    ],
    [
      'page.coop',
      'windows cut off',
      'fail',
      { headers: { 'cross-origin-opener-policy': 'same-origin' } },
    ],
    ['page.tags', 'a missing attribute', 'warn', { html: tags.replace('country="UA"', '') }],
    [
      'page.twice',
      'two versions',
      'fail',
      { html: `${tags}<script src="/@wallet-buttons/elements@0.2.0/x.js"></script>` },
    ],
    [
      'env.mix',
      'PRODUCTION on a private address',
      'fail',
      { html: tags.replace('TEST', 'PRODUCTION') },
    ],
    [
      'a.domain',
      'another merchant-domain',
      'warn',
      { html: tags.replace('order=', 'merchant-domain="other.example" order=') },
    ],
  ];
  for (const [id, what, result, fault] of faults) {
    it(`and finds ${what}`, async (test) => {
      assert.deepEqual(await page(test, id, fault), [result]);
    });
  }

  it('and takes attributes from the group, and asks nothing of a commented tag', async (test) => {
    const group =
      '<wallet-buttons order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop">';
    const html = `<!-- <wallet-b-button></wallet-b-button> -->${group}<wallet-a-button></wallet-a-button></wallet-buttons>`;
    assert.deepEqual(await page(test, 'page.tags', { html }), ['pass']);
  });

  it('and looks only at the wallets that it has', async (test) => {
    const html = '<wallet-a-button order="o-1"></wallet-a-button>';
    const headers = { 'content-security-policy': 'default-src https://applepay.cdn-apple.com' };
    assert.deepEqual(await page(test, 'csp.frame', { html, headers }), ['pass']);
    assert.deepEqual(await page(test, 'csp.script', { html, headers }), ['pass']);
  });

  it('and skips what takes a browser', async (test) => {
    assert.deepEqual(await page(test, 'page.frame'), ['skip']);
    assert.deepEqual(await page(test, 'page.tags', { html: '' }), ['skip']);
  });

  it('and reads a page over https', async (test) => {
    const { host, ca } = await secure(test, (_, response) => response.end(tags));
    assert.deepEqual(await results('page.https', `https://${host}`, '--ca', ca), ['pass']);
  });
});
