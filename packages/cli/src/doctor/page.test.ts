import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { csp, page, tags, withNonce, type Page } from '../../test/page.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';

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
      'page.tags',
      'PRODUCTION without the merchant id of wallet B',
      'warn',
      { html: tags.replace('TEST', 'PRODUCTION') },
    ],
    [
      'page.tags',
      'a setting of wallet B at the group, which passes on only those of both',
      'warn',
      {
        html: `<wallet-buttons gateway="g">${tags.replace(' gateway="g"', '')}</wallet-buttons>`,
      },
    ],
    [
      'page.tags',
      'an environment that does not exist',
      'warn',
      { html: tags.replace('TEST', 'production') },
    ],
    [
      'page.tags',
      'a decimal comma',
      'warn',
      { html: tags.replace('amount="1.00"', 'amount="1,00"') },
    ],
    ['page.tags', 'an amount of zero', 'warn', { html: tags.replaceAll('1.00', '0.00') }],
    ['page.tags', 'a currency that is no code', 'warn', { html: tags.replaceAll('UAH', 'грн') }],
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

  it('and takes a tag of wallet B without an environment for one in TEST', async (test) => {
    const resolve = dns.lookup;
    test.mock.method(dns, 'lookup', (_: string, ...rest: [dns.LookupAllOptions, () => void]) => {
      resolve('127.0.0.1', ...rest);
    });
    const html = tags.replace(' environment="TEST"', '');
    const server = createServer((_, response) => response.end(html));
    const { port } = new URL(await listen(test, server));
    const live = `http://shop.example:${port}/`;
    assert.deepEqual(await results('env.mix', live), ['warn']);
    assert.deepEqual(await results('env.mix', live, '--environment', 'PRODUCTION'), ['warn']);
    assert.deepEqual(await page(test, 'env.mix', { html }), ['pass']);
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
    const pageOf = (domain: string): Page => ({
      html: tags.replace('<wallet-a-button', `<wallet-a-button merchant-domain="${domain}"`),
    });
    const args = ['--domain', 'shop.example'];
    assert.deepEqual(await page(test, 'a.domain', pageOf('shop.example'), ...args), ['pass']);
    assert.deepEqual(await page(test, 'a.domain', pageOf('other.example'), ...args), ['warn']);
  });

  it('and knows a domain that is written in another script or in capitals', async (test) => {
    const url = await listen(
      test,
      createServer((_, response) => response.end(tags)),
    );
    const localUrl = url.replace('127.0.0.1', 'localhost');
    assert.deepEqual(await results('a.domain', localUrl, '--domain', 'LocalHost'), ['pass']);
  });

  it('and takes attributes from the group, and asks nothing of a commented tag', async (test) => {
    const group =
      '<wallet-buttons order="o-1" amount="1.00" currency="UAH" country="UA" label="Shop">';
    const html = `<!-- <wallet-b-button></wallet-b-button> -->${group}<wallet-a-button></wallet-a-button></wallet-buttons>`;
    assert.deepEqual(await page(test, 'page.tags', { html }), ['pass']);
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
