import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { page, preload, tags, type Page } from '../../test/page.ts';
import { listen, run } from '../../test/run.ts';
import { providerScripts } from '../provider-scripts.ts';

describe('doctor looks at the preload lines of the checkout page', () => {
  const faults: readonly (readonly [string, string, 'warn' | 'fail', Page])[] = [
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
  ];
  for (const [id, what, result, fault] of faults) {
    it(`and finds ${what}`, async (test) => {
      assert.deepEqual(await page(test, id, fault), [result]);
    });
  }

  it('and passes a preload line for the script of sdk-url, with its hash', async (test) => {
    const sdkUrl = 'https://applepay.cdn-apple.com/jsapi/v1.3.8/apple-pay-sdk.js';
    const html = tags
      .replace('order=', `sdk-url="${sdkUrl}" sdk-integrity="sha384-AAAA" order=`)
      .replace(/href="[^"]*sdk\.js"/, `href="${sdkUrl}" integrity="sha384-AAAA"`);
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
});
