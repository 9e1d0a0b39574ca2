import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { secure } from '../../test/doctor.ts';
import { run } from '../../test/run.ts';
import {
  approved,
  type Files,
  resultsOf,
  type Seen,
  seenIn,
  shop,
} from '../../test/scripts-page.ts';
import type { Item } from './inventory.ts';

const names = [
  ...['/a.js', '/b.js', '/worker.js', '/part.js', '/shared.js', '/service.js'],
  ...['inline 1 of /', 'inline 2 of /', 'evaluated by /a.js', 'handlers of /', 'import map of /'],
  ...['frame other/frame', 'header content-security-policy'],
];

describe('scripts', { concurrency: true }, () => {
  it('lists each script that a browser ran, with its hash, and those in frames of others', async (test) => {
    const url = await shop(test);
    const ran = await run('scripts', url, '--json');
    assert.equal(ran.code, 1);
    const results = resultsOf(ran, url);
    const blob = `blob:${url}…`;
    assert.deepEqual(Object.keys(results).sort(), [...names, blob.replace(url, '/')].sort());
    assert.deepEqual(new Set(Object.values(results)), new Set(['new']));
    const { items, foreign } = seenIn(ran);
    const itemOf = (name: string): Item | undefined => items.find((item) => item.name === name);
    const hash = createHash('sha384').update('export {}').digest('base64');
    assert.deepEqual(itemOf(`${url}b.js`)?.hashes, [`sha384-${hash}`]);
    assert.equal(itemOf(`inline 2 of ${url}`)?.varies, true);
    assert.deepEqual(itemOf(`${url}part.js`)?.places, ['worker']);
    assert.deepEqual(itemOf(`${url}service.js`)?.places, ['service worker']);
    assert.match(foreign.map(({ name }) => name).join(), /^inline 1 of http:\/\/127.*\/frame$/);
    assert.doesNotMatch(ran.out, /A-1001/, 'a query may name an order');
  });

  it('ends with 0 once each entry has a purpose and a name, and finds what was not approved', async (test) => {
    let change = (files: Files): { readonly files: Files; readonly headers?: Files } => ({
      files,
    });
    const url = await shop(test, (files) => change(files));
    const list = await approved(url, temporaryFolder());
    const good = await run('scripts', url, '--approvals', list);
    assert.deepEqual([good.code, good.err.includes('Loading')], [0, true]);
    assert.match(good.out, /14 approved, 0 new, 0 changed, 0 gone/);
    change = (files) => ({
      files: {
        ...files,
        '/': `${files['/']?.replace('window.one = 1', 'window.one = 9') ?? ''}<script src="/skimmer.js"></script>`,
        '/skimmer.js': '0',
        '/b.js': 'export default 1',
        '/worker.js': '9',
      },
      headers: { 'x-frame-options': 'DENY' },
    });
    const text = await readFile(list, 'utf8');
    await writeFile(list, text.replace(/("script":"handlers[^}]*"approvedBy":)"[^"]*"/, '$1""'));
    const bad = await run('scripts', url, '--approvals', list, '--json');
    assert.equal(bad.code, 1);
    const changes = Object.entries(resultsOf(bad, url)).filter(
      ([, result]) => result !== 'approved',
    );
    assert.deepEqual(Object.fromEntries(changes), {
      'inline 1 of /': 'changed',
      'handlers of /': 'new',
      '/b.js': 'changed',
      '/worker.js': 'changed',
      '/skimmer.js': 'new',
      '/part.js': 'gone',
      'header content-security-policy': 'gone',
      'header x-frame-options': 'new',
    });
    assert.match(bad.out, /Its entry has no approvedBy\./);
  });

  it('writes reports, and says what has changed since the last one', async (test) => {
    let code = 'export {}';
    const url = await shop(test, (files) => ({ files: { ...files, '/b.js': code } }));
    const reports = join(temporaryFolder(), 'reports');
    await run('scripts', url, '--reports', reports);
    code = 'export default 1';
    const ran = await run('scripts', url, '--reports', reports, '--json');
    assert.deepEqual(seenIn(ran).changes, [{ what: 'changed', name: `${url}b.js` }]);
    const reportFiles = (await readdir(reports)).sort();
    assert.deepEqual(
      reportFiles.map((name) => name.split('.').pop()),
      ['json', 'md', 'json', 'md'],
    );
    const text = await readFile(join(reports, reportFiles[3] ?? ''), 'utf8');
    assert.match(text, new RegExp(`Since .*:\\n\\n- changed: \`${url}b\\.js\``));
    assert.match(text, /\| content-security-policy \| `object-src 'none'` \|/);
  });

  it('watches, prints a line for each change, and ends with the code of the last one', async (test) => {
    let code = 'export {}';
    const url = await shop(test, (files) => ({ files: { ...files, '/b.js': code } }));
    const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));
    const args = ['--conditions=@wallet-buttons/source', bin, '--json', 'scripts', url];
    const watching = spawn(process.execPath, [...args, '--watch', '1']);
    test.after(() => watching.kill('SIGKILL'));
    const exit = new Promise((resolve) => watching.once('exit', resolve));
    let lines: string[] = [];
    let text = '';
    for await (const part of watching.stdout.setEncoding('utf8')) {
      text += String(part);
      lines = text.split('\n').slice(0, -1);
      code = 'export default 1';
      if (lines.length === 2) watching.kill('SIGTERM');
    }
    assert.equal(await exit, 1);
    const { changes } = JSON.parse(lines[1] ?? '') as Seen;
    assert.deepEqual(changes, [{ what: 'changed', name: `${url}b.js` }]);
  });

  it('opens a page behind a session, and one with a certificate of its own', async (test) => {
    const page: RequestListener = ({ headers }, response) =>
      response.writeHead(headers.cookie === 'session=7' ? 200 : 403).end('<script>1</script>');
    const { host, ca } = await secure(test, page);
    const ran = await run('scripts', `https://${host}/`, '--ca', ca);
    assert.equal(ran.code, 1);
    assert.match(ran.out, /answered with 403.*WALLET_PAGE_COOKIE/);
    process.env['WALLET_PAGE_COOKIE'] = 'session=7';
    test.after(() => delete process.env['WALLET_PAGE_COOKIE']);
    assert.match((await run('scripts', `https://${host}/`, '--ca', ca)).out, /inline 1 of https:/);
  });

  it('says what is wrong with a page, a browser or a list', async () => {
    const ran = await run('scripts', 'http://127.0.0.1:9/');
    assert.equal(ran.code, 1);
    assert.match(ran.out, /did not load \(net::ERR_.*\)\. Start it, or check the address/);
    const list = join(temporaryFolder(), 'list.json');
    await writeFile(list, '{"scripts":[{"script":"/a.js"}]}');
    const wrong: readonly (readonly [RegExp, ...string[]])[] = [
      [/is not an http or https URL/, 'checkout'],
      [/Give the path of Chrome/, 'http://127.0.0.1:9/', '--browser', '/missing'],
      [/scripts\[0\]\.owner is not a text/, 'http://127.0.0.1:9/', '--approvals', list],
      [/for a single look/, 'http://127.0.0.1:9/', '--watch', '1', '--propose', 'x.json'],
      [/number of seconds/, 'http://127.0.0.1:9/', '--watch', 'often'],
    ];
    for (const [message, ...args] of wrong) {
      const { code, err } = await run('scripts', ...args);
      assert.equal(code, 2);
      assert.match(err, message);
    }
  });
});
