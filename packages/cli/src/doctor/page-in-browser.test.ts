import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { app, kit, less, other, resultsIn, unavailable } from '../../test/browser-page.ts';
import { tags } from '../../test/page.ts';
import { listen, run } from '../../test/run.ts';
import { mark } from '../scripts/inventory.ts';

describe('doctor looks at the checkout page with a browser', { concurrency: 4 }, () => {
  const rows = [
    ['tags that a script has made, with properties', ['pass', 'pass'], `<body>${kit}${app}`],
    ['a tag without attributes', ['fail', 'pass'], `<body>${kit}${less}`],
    ['tags whose script did not load', ['fail', 'skip'], `<body>${app}`],
    ['a page without a tag, and two versions', ['fail', 'fail'], `<body>${kit}${other}`],
  ] as const;
  for (const [what, expected, html] of rows) {
    it(`and sees ${what}`, async (test) => {
      assert.deepEqual(await resultsIn(test, html, 'chromium'), expected);
    });
  }

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
      const [lines = ''] = /^\w+ +page\.tags.*\n.*\n/m.exec(out) ?? [];
      assert.match(lines, new RegExp(`^${result} `));
      assert.match(lines, message);
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
