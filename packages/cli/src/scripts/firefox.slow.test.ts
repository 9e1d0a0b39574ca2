import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { secure } from '../../test/doctor.ts';
import { listen, run } from '../../test/run.ts';
import { approved, type Files, resultsOf, seenIn, shop } from '../../test/scripts-page.ts';

const firefox = ['--browser', 'firefox'];

describe('scripts with Firefox', { concurrency: 2 }, () => {
  it('lists the files that it requests, the inline scripts, the handlers, and the frames', async (test) => {
    const url = await shop(test);
    const ran = await run('scripts', url, '--json', ...firefox);
    assert.equal(ran.code, 1, ran.err);
    const { items, foreign, browser } = seenIn(ran);
    assert.deepEqual(Object.keys(resultsOf(ran, url)).sort(), [
      ...['/a.js', '/b.js', '/part.js', '/worker.js', 'frame other/frame', 'handlers of /'],
      ...['header content-security-policy', 'import map of /', 'inline 1 of /', 'inline 2 of /'],
      'inline, written by a script, of /',
    ]);
    const hash = createHash('sha384').update('export {}').digest('base64');
    const itemOf = (name: string) => items.find((item) => item.name === name);
    assert.deepEqual(itemOf(`${url}b.js`)?.hashes, [`sha384-${hash}`]);
    assert.deepEqual(itemOf(`${url}part.js`)?.places, ['worker']);
    assert.equal(itemOf(`inline 2 of ${url}`)?.varies, true);
    assert.match(foreign.map(({ name }) => name).join(), /^inline 1 of http:\/\/127.*\/frame$/);
    assert.match(browser, /^Firefox \d+.*, which does not show evaluated code/);
    assert.doesNotMatch(ran.out, /A-1001/, 'a query may name an order');
  });

  it('ends with 0 for what is approved, and finds a script that was added and has removed itself', async (test) => {
    let html = '';
    const url = await shop(test, (files): { readonly files: Files } => ({
      files: { ...files, '/': `${files['/'] ?? ''}${html}` },
    }));
    const list = await approved(url, temporaryFolder(), ...firefox);
    const good = await run('scripts', url, '--approvals', list, ...firefox);
    assert.equal(good.code, 0, good.out);
    html = '<script>document.currentScript.remove()</script><!-- <script>0</script> -->';
    const bad = await run('scripts', url, '--approvals', list, '--json', ...firefox);
    assert.equal(bad.code, 1);
    const changes = Object.entries(resultsOf(bad, url)).filter(([, each]) => each !== 'approved');
    assert.deepEqual(changes, [['inline 3 of /', 'new']]);
  });

  it('says why a page did not load', async (test) => {
    const server = createServer();
    const url = await listen(test, server);
    server.close();
    const ran = await run('scripts', url, ...firefox);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /did not load \(.*REFUSED.*\)\. Start it, or check the address/i);
  });

  it('takes no certificate, and says which browser does', async (test) => {
    const { host, ca } = await secure(test, (_, response) => response.end());
    const { code, err } = await run('scripts', `https://${host}/`, '--ca', ca, ...firefox);
    assert.equal(code, 2);
    assert.match(err, /Firefox takes no --ca\. Use Chrome, Chromium or Edge\./);
  });
});
