import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { secure } from '../../test/doctor.ts';
import { listen } from '../../test/run.ts';
import { findBrowser } from './find-browser.ts';
import { PageError } from './launch.ts';
import { visit } from './visit.ts';

describe('a page is given up in time', { concurrency: true }, () => {
  for (const [what, html] of [
    ['does not answer', null],
    ['has a script without an end', '<script>for (;;);</script>'],
  ] as const) {
    it(`that ${what}`, async (test) => {
      const server = createServer((_, response) => {
        if (html !== null) response.setHeader('content-type', 'text/html').end(html);
      });
      const pageVisit = visit(new URL(await listen(test, server)), {
        browser: findBrowser(),
        limit: 3000,
      });
      await assert.rejects(pageVisit, new PageError('not loaded within 3 s'));
    });
  }
});

it('a visit that a signal ends leaves no profile of the browser', async (test) => {
  const server = createServer(() => undefined);
  const url = await listen(test, server);
  const temporary = temporaryFolder();
  const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));
  const args = ['--conditions=@wallet-buttons/source', bin, 'scripts', url];
  const looking = spawn(process.execPath, args, { env: { ...process.env, TMPDIR: temporary } });
  test.after(() => looking.kill('SIGKILL'));
  server.once('request', () => looking.kill('SIGTERM'));
  const [code] = (await once(looking, 'exit')) as [number | null];
  assert.equal(code, 1);
  assert.deepEqual(await readdir(temporary), []);
});

describe('a page behind a session', () => {
  it('is opened by a cookie whose name has a prefix', async (test) => {
    const { host, ca } = await secure(test, ({ headers }, response) => {
      response.writeHead(headers.cookie === '__Host-id=7' ? 200 : 403).end();
    });
    const { documents } = await visit(new URL(`https://${host}/pay/cart`), {
      browser: findBrowser(),
      ca: await readFile(ca),
      cookie: '__Host-id=7',
    });
    assert.deepEqual(
      documents.map(({ status }) => status),
      [200],
    );
  });
});

describe('a look waits', { concurrency: true }, () => {
  const busy = 'for (const end = Date.now() + 2500; Date.now() < end;);';
  const files: Readonly<Record<string, string>> = {
    '/slow-files': ['Worker', 'SharedWorker']
      .map((kind) => `<script>new ${kind}('/slow.js?${kind}')</script>`)
      .join(''),
    '/busy-page': `<script>setTimeout(() => { ${busy} new Worker('/worker.js') }, 500)</script>`,
    '/worker.js': '1',
    '/slow.js': '2',
  };
  for (const [what, path, expected] of [
    ['workers whose files are slow', '/slow-files', ['shared worker', 'worker']],
    ['a page that is busy', '/busy-page', ['worker']],
  ] as const) {
    it(`for ${what}`, async (test) => {
      const server = createServer(({ url = '' }, response) => {
        const file = url.replace(/\?.*/, '');
        const type = file.endsWith('.js') ? 'text/javascript' : 'text/html';
        const answer = (): unknown =>
          response.writeHead(200, { 'content-type': type }).end(files[file]);
        setTimeout(answer, file === '/slow.js' ? 2500 : 0);
      });
      const { scripts } = await visit(new URL(path, await listen(test, server)), {
        browser: findBrowser(),
      });
      const places = scripts
        .map(({ place }) => place.kind)
        .filter((kind) => kind.includes('worker'));
      assert.deepEqual(places.sort(), [...expected]);
    });
  }
});
