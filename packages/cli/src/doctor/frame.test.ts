import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { page, tags, type Page } from '../../test/page.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';

const frameTag = (attributes: string) =>
  `<iframe src="https://checkout.example/pay" ${attributes}>`;

describe('doctor looks at the page that shows the checkout in a frame', () => {
  const rows: readonly (readonly [string, string, Page])[] = [
    ['pass', 'a frame that may take payments', { html: frameTag('allow="payment"') }],
    [
      'pass',
      'a sandbox that is open enough',
      {
        html: frameTag('allow="payment *" sandbox="allow-scripts allow-same-origin allow-popups"'),
      },
    ],
    [
      'pass',
      'a policy for every page',
      { html: frameTag('allow="payment"'), headers: { 'permissions-policy': 'payment=(*)' } },
    ],
    ['fail', 'a frame without payment', { html: frameTag('') }],
    ['fail', 'payment switched off', { html: frameTag(`allow="payment 'none'"`) }],
    [
      'fail',
      'a sandbox without windows',
      { html: frameTag('allow="payment" sandbox="allow-scripts allow-same-origin"') },
    ],
    [
      'fail',
      'a policy that stops at the page itself',
      { html: frameTag('allow="payment"'), headers: { 'permissions-policy': 'payment=(self)' } },
    ],
    [
      'fail',
      'a policy for an address that only begins alike',
      {
        html: frameTag('allow="payment"'),
        headers: { 'permissions-policy': 'payment=("https://checkout.example.net")' },
      },
    ],
    [
      'fail',
      'the permission to handle payments alone',
      { html: frameTag('allow="payment-handler"') },
    ],
    ['fail', 'payment for another site', { html: frameTag('allow="payment https://a.test"') }],
    ['fail', 'payment for the page around', { html: frameTag(`allow="payment 'self'"`) }],
    ['pass', 'payment for what it shows', { html: frameTag(`allow="camera; payment 'src'"`) }],
    ['pass', 'payment in capitals', { html: frameTag('allow="PAYMENT"') }],
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
      const finding = (findings as readonly Finding[]).find(({ id }) => id === 'page.frame');
      return [finding?.result ?? '', finding?.seen ?? '', finding?.fix ?? ''];
    };
    const frame = (attributes: string): string =>
      `<iframe src="https://127.0.0.1:9/pay" ${attributes}></iframe>`;
    const [result, seen] = await fixOf(404, 'Not found');
    assert.deepEqual([result, seen], ['fail', 'HTTP 404.']);
    assert.match((await fixOf(200, frame('')))[2] ?? '', /^Give the frame allow="payment"\.$/);
    const sandboxedFrame = frame('allow="payment" sandbox="allow-scripts"');
    assert.match(
      (await fixOf(200, sandboxedFrame))[2] ?? '',
      /^Add allow-same-origin, allow-popups to/,
    );
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

  const refusals: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
    ['fail', 'no frame at all', { 'x-frame-options': 'DENY' }],
    ['fail', 'no frame of another site', { 'x-frame-options': 'sameorigin' }],
    ['fail', 'no frame, by its policy', { 'content-security-policy': "frame-ancestors 'none'" }],
    [
      'fail',
      'another site alone',
      { 'content-security-policy': "script-src *, frame-ancestors 'self' https://a.test" },
    ],
    [
      'pass',
      'every site by its policy, which counts more',
      { 'content-security-policy': 'frame-ancestors http://*:*', 'x-frame-options': 'DENY' },
    ],
  ];
  for (const [result, what, headers] of refusals) {
    it(`and says ${result} for a checkout page that allows ${what}`, async (test) => {
      const checkout = await listen(
        test,
        createServer((_, response) => response.writeHead(200, headers).end(tags)),
      );
      const html = `<iframe src="${checkout}/" allow="payment"></iframe>`;
      const outerPage = await listen(
        test,
        createServer((_, response) => response.end(html)),
      );
      const args = [`${checkout}/`, '--embedded-in', outerPage];
      assert.deepEqual(await results('page.frame', ...args), [result]);
    });
  }

  it('and finds that the page around is not https, or has no trusted certificate', async (test) => {
    const html = frameTag('allow="payment"');
    const plain = await listen(
      test,
      createServer((_, response) => response.end(html)),
    );
    const { host, ca } = await secure(test, (_, response) => response.end(html));
    const args = ['https://checkout.example/pay', '--embedded-in'];
    // An address of this machine that browsers do not take for secure.
    const insecure = plain.replace('127.0.0.1', '0.0.0.0');
    assert.deepEqual(await results('page.frame', ...args, insecure), ['fail']);
    assert.deepEqual(await results('page.frame', ...args, `https://${host}`), ['fail']);
    assert.deepEqual(await results('page.frame', ...args, `https://${host}`, '--ca', ca), ['pass']);
  });

  it('and finds payment switched off for a frame of the same site', async (test) => {
    const html = `<iframe src="/pay" allow="payment 'none'"></iframe>`;
    const server = createServer((_, response) => response.end(html));
    const url = await listen(test, server);
    assert.deepEqual(await results('page.frame', `${url}/pay`, '--embedded-in', url), ['fail']);
  });

  it('and skips it where no such page is named', async (test) => {
    assert.deepEqual(await page(test, 'page.frame'), ['skip']);
  });
});
