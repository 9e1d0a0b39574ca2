import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { results, secure } from '../../test/doctor.ts';
import { tags } from '../../test/page.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import { mark } from '../scripts/inventory.ts';
import type { Finding } from './finding.ts';

describe('doctor looks at the checkout page with a browser', { concurrency: 4 }, () => {
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
  /** The results of two checks that need a browser. */
  const resultsIn = async (test: TestContext, html: string, engine: string) => {
    const server = createServer(({ url = '' }, response) => {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': type }).end(files[url] ?? html);
    });
    const ran = await run('doctor', await listen(test, server), '--browser', engine, '--json');
    const { findings } = jsonFrom(ran) as unknown as { readonly findings: readonly Finding[] };
    const resultOf = (id: string) => findings.find((finding) => finding.id === id)?.result;
    return [resultOf('page.tags'), resultOf('page.twice')];
  };
  for (const [what, expected, html] of rows) {
    it(`and sees ${what}`, async (test) => {
      assert.deepEqual(await resultsIn(test, html, 'chromium'), expected);
    });
  }

  it('and sees in Firefox, too, tags that a script has made, and two versions', async (test) => {
    const html = `<body>${kit}${other}${script('/app.js')}`;
    assert.deepEqual(await resultsIn(test, html, 'firefox'), ['pass', 'fail']);
  });

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
      const [lines = ''] = /^\w+ +page\.tags.*\n.*\n/m.exec(out) ?? [];
      assert.match(lines, new RegExp(`^${result} `));
      assert.match(lines, message);
    });
  }

  it('and says in Firefox, too, why a tag is unavailable', async (test) => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(unavailable('no-answer'));
    });
    const { out } = await run('doctor', await listen(test, server), '--browser', 'firefox');
    assert.match(out, /^fail +page\.tags.*no-answer.*\n.*frame-src/m);
  });

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
