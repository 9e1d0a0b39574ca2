import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import { providerScripts } from '../provider-scripts.ts';
import { mark } from '../scripts/inventory.ts';
import type { Finding } from './finding.ts';

const preload = `
  <link rel="preload" as="script" href="https://pay.google.com/gp/p/js/pay.js">
  <link rel="preload" as="script" crossorigin="anonymous"
    href="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js">`;
const tags = `${preload}
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

const withNonce = { 'content-security-policy': "script-src 'nonce-new'; style-src 'nonce-new'" };

describe('doctor looks at the checkout page', () => {
  const passing = [
    ...['csp.script', 'csp.frame', 'csp.connect', 'csp.style', 'pp.payment'],
    ...['page.coop', 'page.tags', 'page.twice', 'preload.line', 'preload.same'],
    ...['env.mix', 'a.domain'],
  ];
  for (const id of passing) {
    it(`and passes ${id} for a good one`, async (test) => {
      assert.deepEqual(await page(test, id, { headers: csp() }), ['pass']);
    });
  }

  it('and finds a certificate that is not trusted', async (test) => {
    const { host, ca } = await secure(test, (_, response) => response.end(tags));
    assert.deepEqual(await results('page.https', `https://${host}/`), ['fail']);
    assert.deepEqual(await results('page.https', `https://${host}/`, '--ca', ca), ['pass']);
  });

  const faults: readonly (readonly [string, string, 'warn' | 'fail', Page])[] = [
    ['page.https', 'a page that is not there', 'fail', { status: 404 }],
    ['page.https', "wallet A on this machine's http, which it never takes", 'warn', {}],
    ['csp.script', "a missing provider's script", 'fail', { headers: csp('script-src') }],
    ['csp.frame', 'missing frames', 'fail', { headers: csp('frame-src') }],
    ['csp.connect', 'missing connections', 'fail', { headers: csp('connect-src') }],
    [
      'csp.connect',
      "a policy that refuses the tags' own backend",
      'fail',
      {
        headers: csp(),
        html: tags.replaceAll('order=', 'backend="https://api.example/wallet" order='),
      },
    ],
    [
      'csp.connect',
      'a policy that refuses the backend beside the page',
      'fail',
      {
        headers: {
          'content-security-policy': 'connect-src https://google.com/pay https://pay.google.com',
        },
      },
    ],
    ['csp.script', 'a nonce that the tags do not have', 'fail', { headers: withNonce }],
    [
      'csp.script',
      'tags with the nonce of an earlier response',
      'fail',
      { headers: withNonce, html: tags.replaceAll('order=', 'nonce="old" order=') },
    ],
    ['csp.style', 'a nonce for styles that the tags do not have', 'warn', { headers: withNonce }],
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
      'pp.payment',
      'payment kept for another site',
      'fail',
      { headers: { 'permissions-policy': 'payment=("https://other.example")' } },
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
    ['preload.line', 'no preload line', 'warn', { html: tags.replace(preload, '') }],
    [
      'preload.line',
      "a preload line for one wallet's script only",
      'warn',
      { html: tags.replace('href="https://pay.google.com', 'href="https://other.example/x.js?') },
    ],
    [
      'preload.line',
      'a line that hints at something else',
      'warn',
      { html: tags.replace('rel="preload"', 'rel="prefetch"') },
    ],
    [
      'preload.same',
      'a preload line for another script than sdk-url',
      'warn',
      { html: tags.replace('order=', 'sdk-url="https://cdn.example/1.3.8/sdk.js" order=') },
    ],
    [
      'preload.same',
      "a preload line without wallet A's crossorigin",
      'warn',
      { html: tags.replace('crossorigin="anonymous"', '') },
    ],
    [
      'preload.same',
      "a preload line of wallet B's script with a crossorigin",
      'warn',
      { html: tags.replace('pay.js"', 'pay.js" crossorigin') },
    ],
    [
      'preload.same',
      "a preload line without the tag's hash",
      'warn',
      {
        html: tags.replace(
          'order=',
          'sdk-url="https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js" sdk-integrity="sha384-AAAA" order=',
        ),
      },
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

  it('and passes tags with the nonce of the policy, of their own or of their group', async (test) => {
    const own = tags.replaceAll('order=', 'nonce="new" order=');
    const group = `<wallet-buttons nonce="new">${tags}</wallet-buttons>`;
    for (const html of [own, group])
      for (const id of ['csp.script', 'csp.style'])
        assert.deepEqual(await page(test, id, { headers: withNonce, html }), ['pass'], id);
  });

  it('and passes a backend that the policy names', async (test) => {
    const html = tags.replaceAll('order=', 'backend="https://api.example/wallet" order=');
    const value = 'connect-src https://api.example https://google.com/pay https://pay.google.com';
    const headers = { 'content-security-policy': value };
    assert.deepEqual(await page(test, 'csp.connect', { headers, html }), ['pass']);
  });

  it('and passes wallet B alone on http of this machine', async (test) => {
    const html = tags.replace(/<wallet-a-button.*/, '');
    assert.deepEqual(await page(test, 'page.https', { html }), ['pass']);
  });

  it('and names a remedy for each cause', async (test) => {
    const fixOf = async (id: string, { html = tags, status = 200, headers = {} }: Page) => {
      const server = createServer((_, response) => response.writeHead(status, headers).end(html));
      const ran = await run('doctor', '--json', await listen(test, server));
      const { findings } = jsonFrom(ran) as unknown as { readonly findings: readonly Finding[] };
      return findings.find((finding) => finding.id === id)?.fix ?? '';
    };
    assert.match(await fixOf('page.https', { status: 403 }), /WALLET_PAGE_COOKIE/);
    assert.match(await fixOf('page.https', { status: 302 }), /without a redirect/);
    assert.match(await fixOf('page.https', { status: 404 }), /Check the path/);
    assert.match(await fixOf('page.https', { status: 500 }), /log of the server/);
    assert.match(await fixOf('page.https', {}), /https on your machine/);
    assert.match(await fixOf('csp.script', { headers: withNonce }), /nonce="…" on the tags/);
    const strict = { 'content-security-policy': "connect-src 'none'" };
    const html = tags.replace(/<wallet-b-button[^]*?<\/wallet-b-button>/, '');
    assert.match(await fixOf('csp.connect', { headers: strict, html }), /^Allow the backend /);
  });

  it('and reads a policy in a meta tag that a framework has escaped', async (test) => {
    const escaped = policy.join('; ').replaceAll("'", '&#x27;');
    const meta = `<meta http-equiv="Content-Security-Policy" content="${escaped}">`;
    for (const id of ['csp.script', 'csp.frame', 'csp.connect', 'csp.style'])
      assert.deepEqual(await page(test, id, { html: `${meta}${tags}` }), ['pass'], id);
  });

  for (const [source, result] of [
    ['https://*', 'pass'],
    ['http:', 'pass'],
    ['HTTPS://APPLEPAY.CDN-APPLE.COM https://Pay.Google.com:443', 'pass'],
    ['applepay.cdn-apple.com:* *.google.com', 'pass'],
    ['https://applepay.cdn-apple.com https://pay.google.com:8443', 'fail'],
  ] as const) {
    it(`and says ${result} for scripts from ${source}`, async (test) => {
      const headers = { 'content-security-policy': `script-src ${source}` };
      assert.deepEqual(await page(test, 'csp.script', { headers }), [result]);
    });
  }

  it('and prints no control character of the page, which a terminal would obey', async (test) => {
    const html = tags.replace('order=', 'merchant-domain="\x1b]0;x\x07\x9b2Jshop.example" order=');
    const url = await listen(
      test,
      createServer((_, response) => response.end(html)),
    );
    const { out } = await run('doctor', url, '--domain', 'shop.example');
    assert.match(out, /a\.domain .*shop\.example; registered/);
    assert.doesNotMatch(out, /[^\P{Cc}\n]/u);
    const json = await run('doctor', url, '--domain', 'shop.example', '--json');
    assert.match(JSON.stringify(jsonFrom(json)), /\x9b2J/);
    assert.doesNotMatch(json.out, /[^\P{Cc}\n]/u);
  });

  it('and says that a page is too large', async (test) => {
    const server = createServer((_, response) => response.end(' '.repeat(2_000_001)));
    const ran = await run('doctor', await listen(test, server));
    assert.match(ran.out, /fail {2}page\.https +No answer \(larger than 2 MB\)\./);
  });

  it('and compares the domain that the tag names, where a frame has another one', async (test) => {
    const framed = (domain: string): Page => ({
      html: tags.replace('<wallet-a-button', `<wallet-a-button merchant-domain="${domain}"`),
    });
    const args = ['--domain', 'shop.example'];
    assert.deepEqual(await page(test, 'a.domain', framed('shop.example'), ...args), ['pass']);
    assert.deepEqual(await page(test, 'a.domain', framed('other.example'), ...args), ['warn']);
  });

  it('and knows a domain that is written in another script or in capitals', async (test) => {
    const url = await listen(
      test,
      createServer((_, response) => response.end(tags)),
    );
    const named = url.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await results('a.domain', named, '--domain', 'LocalHost'), ['pass']);
  });

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

  it('and passes a preload line for the script of sdk-url, with its hash', async (test) => {
    const pinned = 'https://applepay.cdn-apple.com/jsapi/v1.3.8/apple-pay-sdk.js';
    const html = tags
      .replace('order=', `sdk-url="${pinned}" sdk-integrity="sha384-AAAA" order=`)
      .replace(/href="[^"]*sdk\.js"/, `href="${pinned}" integrity="sha384-AAAA"`);
    assert.deepEqual(await page(test, 'preload.line', { html }), ['pass']);
    assert.deepEqual(await page(test, 'preload.same', { html }), ['pass']);
  });

  it('and takes a preload line of the header Link', async (test) => {
    const html = tags.replace(preload, '');
    const link = [
      '<https://pay.google.com/gp/p/js/pay.js>; rel=preload; as=script',
      '<https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js>; rel="preload"; as="script"; crossorigin="anonymous"',
    ].join(', ');
    assert.deepEqual(await page(test, 'preload.line', { html, headers: { link } }), ['pass']);
    assert.deepEqual(await page(test, 'preload.same', { html, headers: { link } }), ['pass']);
  });

  it("and takes a provider's script of the page itself instead of a preload line", async (test) => {
    const script = '<script async src="https://pay.google.com/gp/p/js/pay.js"></script>';
    const html = `${script}${tags.replace(/<link[^>]*pay\.js">/, '')}`;
    assert.deepEqual(await page(test, 'preload.line', { html }), ['pass']);
  });

  it('and asks for no preload line beside the stand-ins of the sandbox', async (test) => {
    const standIn = '<script src="http://127.0.0.1:4010/wallet-b.js"></script>';
    const html = `${standIn}${tags.replace(preload, '')}`;
    assert.deepEqual(await page(test, 'preload.line', { html }), ['skip']);
    assert.deepEqual(await page(test, 'preload.same', { html }), ['skip']);
  });

  it('and names the script without a preload line, and its remedy', async (test) => {
    const html = tags.replace(/<link[^>]*pay\.js">/, '');
    const server = createServer((_, response) => response.end(html));
    const { out } = await run('doctor', await listen(test, server));
    assert.match(
      out,
      /warn {2}preload\.line +No line for https:\/\/pay\.google\.com\/gp\/p\/js\/pay\.js\. A script may add it: --browser sees that\.\n +Put <link rel="preload"/,
    );
  });

  it('and asks for the very scripts that the tags load', async () => {
    const source = new URL('../../../elements/payment-scripts.json', import.meta.url);
    const { scripts } = JSON.parse(await readFile(source, 'utf8')) as {
      readonly scripts: readonly { readonly url: string }[];
    };
    const urls = scripts.map(({ url }) => url).filter((url) => url.startsWith('https:'));
    assert.deepEqual(urls, Object.values(providerScripts));
  });

  it('and skips what takes a browser', async (test) => {
    assert.deepEqual(await page(test, 'page.tags', { html: '' }), ['skip']);
    assert.deepEqual(await page(test, 'page.twice', { html: '' }), ['skip']);
    assert.deepEqual(await page(test, 'preload.line', { html: '' }), ['skip']);
  });

  it('and opens a page behind a session', async (test) => {
    process.env['WALLET_PAGE_COOKIE'] = 'session=7';
    test.after(() => delete process.env['WALLET_PAGE_COOKIE']);
    const server = createServer(({ headers }, response) => {
      response.writeHead(headers.cookie === 'session=7' ? 200 : 403).end(tags);
    });
    const url = await listen(test, server);
    assert.deepEqual(await results('page.tags', url), ['pass']);
    process.env['WALLET_PAGE_COOKIE'] = 'session=сім';
    const ran = await run('doctor', url);
    assert.deepEqual([ran.code, ran.err.includes('WALLET_PAGE_COOKIE is not')], [2, true]);
  });

  it('and reads a page over https', async (test) => {
    const { host, ca } = await secure(test, (_, response) => response.end(tags));
    assert.deepEqual(await results('page.https', `https://${host}`, '--ca', ca), ['pass']);
  });
});

const embedded = (attributes: string) =>
  `<iframe src="https://checkout.example/pay" ${attributes}>`;

describe('doctor looks at the page that shows the checkout in a frame', () => {
  const rows: readonly (readonly [string, string, Page])[] = [
    ['pass', 'a frame that may take payments', { html: embedded('allow="payment"') }],
    [
      'pass',
      'a sandbox that is open enough',
      {
        html: embedded('allow="payment *" sandbox="allow-scripts allow-same-origin allow-popups"'),
      },
    ],
    [
      'pass',
      'a policy for every page',
      { html: embedded('allow="payment"'), headers: { 'permissions-policy': 'payment=(*)' } },
    ],
    ['fail', 'a frame without payment', { html: embedded('') }],
    ['fail', 'payment switched off', { html: embedded(`allow="payment 'none'"`) }],
    [
      'fail',
      'a sandbox without windows',
      { html: embedded('allow="payment" sandbox="allow-scripts allow-same-origin"') },
    ],
    [
      'fail',
      'a policy that stops at the page itself',
      { html: embedded('allow="payment"'), headers: { 'permissions-policy': 'payment=(self)' } },
    ],
    [
      'fail',
      'a policy for an address that only begins alike',
      {
        html: embedded('allow="payment"'),
        headers: { 'permissions-policy': 'payment=("https://checkout.example.net")' },
      },
    ],
    ['skip', 'no such frame', { html: '<iframe src="/other"></iframe>' }],
  ];
  for (const [result, what, { html, headers = {} }] of rows) {
    it(`and says ${result} for ${what}`, async (test) => {
      const server = createServer((_, response) => response.writeHead(200, headers).end(html));
      const args = ['https://checkout.example/pay', '--embedded-in', await listen(test, server)];
      assert.deepEqual(await results('page.frame', ...args), [result]);
    });
  }

  it('and says which status the page around has, and names a remedy for each cause', async (test) => {
    const fixOf = async (
      status: number,
      html: string,
      headers = {},
    ): Promise<readonly string[]> => {
      const server = createServer((_, response) => response.writeHead(status, headers).end(html));
      const args = ['https://127.0.0.1:9/pay', '--embedded-in', await listen(test, server)];
      const { findings } = jsonFrom(await run('doctor', '--json', ...args));
      const found = (findings as readonly Finding[]).find(({ id }) => id === 'page.frame');
      return [found?.result ?? '', found?.seen ?? '', found?.fix ?? ''];
    };
    const frame = (attributes: string): string =>
      `<iframe src="https://127.0.0.1:9/pay" ${attributes}></iframe>`;
    const [result, seen] = await fixOf(404, 'Not found');
    assert.deepEqual([result, seen], ['fail', 'HTTP 404.']);
    assert.match((await fixOf(200, frame('')))[2] ?? '', /^Give the frame allow="payment"\.$/);
    const sandboxed = frame('allow="payment" sandbox="allow-scripts"');
    assert.match((await fixOf(200, sandboxed))[2] ?? '', /^Add allow-same-origin, allow-popups to/);
    const policy = { 'permissions-policy': 'payment=()' };
    const forbidden = await fixOf(200, frame('allow="payment"'), policy);
    assert.match(forbidden[2] ?? '', /^Allow payment in the Permissions-Policy/);
  });

  it('and finds payment switched off around a frame of the same site', async (test) => {
    const headers = { 'permissions-policy': 'payment=()' };
    const html = '<iframe src="/pay"></iframe>';
    const server = createServer((_, response) => response.writeHead(200, headers).end(html));
    const url = await listen(test, server);
    assert.deepEqual(await results('page.frame', `${url}/pay`, '--embedded-in', url), ['fail']);
  });

  it('and skips it where no such page is named', async (test) => {
    assert.deepEqual(await page(test, 'page.frame'), ['skip']);
  });
});

describe('doctor looks at the checkout page with a browser', { concurrency: true }, () => {
  /** Stands for the built tags: their names, and the word that each copy of them has. */
  const define = `customElements.define('wallet-a-button', class extends HTMLElement {});
    Symbol.for('wallet-buttons.texts');`;
  const files: Readonly<Record<string, string>> = {
    '/@wallet-buttons/elements@0.1.0/define.js': define,
    '/@wallet-buttons/elements@0.2.0/define.js': `try { ${define} } catch {}`,
    '/app.js': `const tag = document.createElement('wallet-a-button');
      Object.assign(tag, { order: 'o', amount: '1.00', currency: 'UAH', country: 'UA', label: 'L' });
      document.body.attachShadow({ mode: 'open' }).append(tag);`,
    '/less.js': "document.body.append(document.createElement('wallet-a-button'));",
  };
  const script = (path: string): string => `<script src="${path}"></script>`;
  const kit = script('/@wallet-buttons/elements@0.1.0/define.js');
  const other = script('/@wallet-buttons/elements@0.2.0/define.js');
  const rows = [
    [
      'tags that a script has made, with properties',
      ['pass', 'pass'],
      `<body>${kit}${script('/app.js')}`,
    ],
    ['a tag without attributes', ['fail', 'pass'], `<body>${kit}${script('/less.js')}`],
    ['tags whose script did not load', ['fail', 'skip'], `<body>${script('/app.js')}`],
    ['a page without a tag, and two versions', ['fail', 'fail'], `<body>${kit}${other}`],
  ] as const;
  for (const [what, expected, html] of rows) {
    it(`and sees ${what}`, async (test) => {
      const server = createServer(({ url = '' }, response) => {
        const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
        response.writeHead(200, { 'content-type': type }).end(files[url] ?? html);
      });
      const ran = await run('doctor', await listen(test, server), '--browser', '--json');
      const { findings } = jsonFrom(ran) as unknown as { readonly findings: readonly Finding[] };
      const of = (id: string) => findings.find((finding) => finding.id === id)?.result;
      assert.deepEqual([of('page.tags'), of('page.twice')], expected);
    });
  }

  const unavailable = (reason: string, error?: string): string => `<body><script>
    customElements.define('wallet-a-button', class extends HTMLElement {
      state = 'loading';
      order = 'o'; amount = '1.00'; currency = 'UAH'; country = 'UA'; label = 'L';
      connectedCallback() {
        setTimeout(() => {
          this.state = 'unavailable';
          const type = ${error === undefined ? "'wallet-unavailable'" : "'wallet-error'"};
          const fields = { reason: '${reason}', error: { code: '${error ?? reason}' } };
          this.dispatchEvent(Object.assign(new Event(type, { bubbles: true, composed: true }), fields));
        }, 1500);
      }
    });</script><wallet-a-button></wallet-a-button>`;
  const states = [
    ['script-load', undefined, 'fail', /script-load.*\n.*blocks it: a cookie banner/],
    ['no-answer', undefined, 'fail', /no-answer.*\n.*frame-src/],
    ['', 'config', 'fail', /config.*\n.*setting/],
    ['insecure-context', undefined, 'fail', /insecure-context.*\n.*https/],
    ['unsupported', undefined, 'pass', /unavailable in this browser \(unsupported\)/],
  ] as const;
  for (const [reason, error, result, message] of states) {
    it(`and says ${result} for a tag that says ${error ?? reason}`, async (test) => {
      const server = createServer((_, response) => {
        response.setHeader('content-type', 'text/html').end(unavailable(reason, error));
      });
      const { out } = await run('doctor', await listen(test, server), '--browser');
      const [found = ''] = /^\w+ +page\.tags.*\n.*\n/m.exec(out) ?? [];
      assert.match(found, new RegExp(`^${result} `));
      assert.match(found, message);
    });
  }

  it('and takes a tag without merchant-domain as registered for its host', async (test) => {
    const html = `<body><script>customElements.define('wallet-a-button', class extends HTMLElement {
      merchantDomain = '';
    });</script><wallet-a-button></wallet-a-button>`;
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(html);
    });
    const args = [await listen(test, server), '--browser', '--domain', '127.0.0.1'];
    assert.deepEqual(await results('a.domain', ...args), ['pass']);
  });

  it('and sees a preload line that a script has added', async (test) => {
    const html = `<body><wallet-b-button></wallet-b-button><script>
      document.head.append(Object.assign(document.createElement('link'), {
        rel: 'preload', as: 'script', href: 'https://pay.google.com/gp/p/js/pay.js',
      }));
    </script>`;
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(html);
    });
    const url = await listen(test, server);
    assert.deepEqual(await results('preload.line', url, '--browser'), ['pass']);
    assert.deepEqual(await results('preload.line', url), ['warn']);
  });

  it('and finds a certificate that no browser trusts', async (test) => {
    const { host } = await secure(test, (_, response) => response.end(tags));
    assert.deepEqual(await results('page.https', `https://${host}`, '--browser'), ['fail']);
  });

  it('and knows the tags by a word that each copy of them has', async () => {
    const source = new URL('../../../elements/src/texts.ts', import.meta.url);
    assert.ok((await readFile(source, 'utf8')).includes(mark));
  });
});
