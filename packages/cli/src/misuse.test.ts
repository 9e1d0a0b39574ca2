import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { payInto } from '../test/paid.ts';
import { csvOf } from '../test/planted.ts';
import { listen, run } from '../test/run.ts';

describe('wallet-buttons with a value that cannot be meant', () => {
  it('ends with 2, and names the option', async () => {
    const place = temporaryFolder();
    const file = (name: string): string => join(place, name);
    await run('keys', '--out', place);
    await writeFile(file('text'), 'text');
    await writeFile(file('export.csv'), csvOf([]));
    await mkdir(file('folder'));
    await payInto(file('payments.db'), 'A-1');
    const key = ['--key', file('merchant-private.pem')];
    const send = ['webhook', 'send', 'http://127.0.0.1:9/wallet/webhook', ...key];
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'];
    const compare = ['reconcile', '--db', file('payments.db'), '--export', file('export.csv')];
    const service = ['--service', 'https://127.0.0.1:9', '--merchant-id', '1', ...key];
    const order = ['reconcile', ...service];
    const email = ['--email', 'a@shop.example'];
    const rows: readonly (readonly [RegExp, ...string[]])[] = [
      [/--session is empty/, ...send, '--session', ''],
      [/--status is empty/, ...send, '--status', ''],
      [/path is empty/, ...send, '--body', ''],
      [
        /ends in \/v2\. Leave it out: --format/,
        'webhook',
        'send',
        'http://127.0.0.1:9/wallet/webhook/v2',
        ...key,
      ],
      [/--wallet-a-id is empty/, 'doctor', '--wallet-a-id', ''],
      [/--wallet-b-id is empty/, 'doctor', '--wallet-b-id', ''],
      [/--merchant-id is empty/, 'doctor', '--merchant-id', ''],
      [/path is empty/, 'doctor', 'https://127.0.0.1:9/', '--browser', ''],
      [/path is empty/, 'scripts', 'https://127.0.0.1:9/', '--browser', ''],
      [/--from is not a day/, ...compare, '--from', '2026-02-30', '--to', '2026-03-05'],
      [/--to is not a day/, ...compare, '--from', '2026-02-01', '--to', '31.04.2026'],
      [/--as-of is not a day/, ...compare, '--as-of', '2026-02-30'],
      [/path is empty/, ...compare, ...days, '--out', ''],
      [/folder is a folder/, ...compare, ...days, '--out', file('folder')],
      [/--from is not a day/, ...order, ...email, '--from', 'yesterday', '--to', '2026-11-30'],
      [/--from is after --to/, ...order, ...email, '--from', '2026-11-02', '--to', '2026-11-01'],
      [/--email is not an address/, ...order, ...days, '--email', 'me'],
      [/Allowed choices are CSV, XLSX/, ...order, ...days, ...email, '--format', 'PDF'],
      [/order is empty/, 'explain', ' ', '--db', file('payments.db')],
      [
        /no merchant "other"\. The database has: 17/,
        'list',
        '--db',
        file('payments.db'),
        '--merchant',
        'other',
      ],
      [/%25.*password/, 'list', '--db', 'mysql://shop:se%cret@127.0.0.1:9/shop'],
      [/Repeat --domain for each/, 'doctor', '--domain', 'shop.example,www.shop.example'],
      [/each sub-domain by itself/, 'doctor', '--domain', '*.shop.example'],
      [/exists and is not replaced/, 'scripts', 'https://127.0.0.1:9/', '--propose', file('text')],
      [/path is empty/, 'scripts', 'https://127.0.0.1:9/', '--propose', ''],
      [/path is empty/, 'scripts', 'https://127.0.0.1:9/', '--reports', ''],
      [
        /text cannot be read \(ENOTDIR\)/,
        'scripts',
        'https://127.0.0.1:9/',
        '--reports',
        file('text'),
      ],
      [/a part of the path is a file/, 'doctor', '--key', file('text/key.pem')],
      [/a part of the path is a file/, 'profile', 'check', file('text/calls.json')],
      [/its folder does not exist/, 'scripts', 'https://127.0.0.1:9/', '--propose', file('no/new')],
      [
        /its folder does not exist/,
        'scripts',
        'https://127.0.0.1:9/',
        '--propose',
        file('text/new'),
      ],
      [/path is empty/, 'profile', 'check', file('text'), '--profile', ''],
    ];
    for (const [message, ...args] of rows) {
      const { code, err } = await run(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, message);
    }
    const leftovers = await readdir(place);
    assert.deepEqual(
      leftovers.filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('asks nothing of the network where doctor cannot read a file', async (test) => {
    const place = temporaryFolder();
    await writeFile(join(place, 'text'), 'text');
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end();
    });
    const url = await listen(test, server);
    for (const option of ['--profile', '--ca', '--db', '--payment-certificate', '--key'])
      assert.equal((await run('doctor', url, option, join(place, 'missing'))).code, 2, option);
    const domain = ['--domain', new URL(url).host];
    const args = ['doctor', url, ...domain, '--association', join(place, 'missing')];
    assert.equal((await run(...args)).code, 2);
    assert.equal(requests, 0);
  });
});
