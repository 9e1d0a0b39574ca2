import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { certificate } from '../test/doctor.ts';
import { run } from '../test/run.ts';

describe('wallet-buttons', () => {
  it('ends with 0 for help and version', async () => {
    const help = await run('--help');
    assert.equal(help.code, 0);
    assert.match(help.out, /keys/);
    assert.match((await run('--version')).out, /^\d+\.\d+\.\d+\n$/);
  });

  it('ends with 2 for wrong use, and says what may be meant', async () => {
    const command = await run('kyes');
    assert.equal(command.code, 2);
    assert.match(command.err, /Did you mean keys/);
    const option = await run('keys', '--ot', 'x');
    assert.equal(option.code, 2);
    assert.match(option.err, /Did you mean --out/);
    assert.equal((await run('keys', '--bits', '1024')).code, 2);
    assert.equal((await run('keys', 'surplus')).code, 2);
  });

  it('ends without a stack trace where its output is closed', async () => {
    const bin = fileURLToPath(new URL('bin.ts', import.meta.url));
    const condition = '--conditions=@wallet-buttons/source';
    const child = spawn(process.execPath, [condition, bin, 'explain', 'internal']);
    child.stdout.destroy();
    let err = '';
    for await (const text of child.stderr.setEncoding('utf8')) err += String(text);
    assert.equal(err, '');
  });

  it('ends with 2, and a sentence, for a file, a folder or a value that cannot be used', async () => {
    const place = temporaryFolder();
    const file = (name: string): string => join(place, name);
    await writeFile(file('text'), 'text');
    await writeFile(file('null'), 'null');
    await writeFile(file('approvals'), '{"scripts":[null]}');
    await mkdir(file('shop'));
    await writeFile(file('shop/package.json'), 'null');
    const outOption = ['--out', file('text')];
    const csr = [
      '--merchant-id',
      'merchant.m',
      '--organization',
      'O',
      '--country',
      'UA',
      '--key-is-mine',
    ];
    await run('keys', '--out', file('keys'));
    const [key, half] = [file('keys/merchant-private.pem'), file('keys/merchant-public.pem')];
    const verify = ['webhook', 'verify', file('text'), '--key', half, '--signature'];
    const { pem } = await certificate('ec');
    await writeFile(file('certificate.pem'), pem);
    const payment = [
      '--payment-certificate',
      file('certificate.pem'),
      '--payment-key',
      file('text'),
    ];
    const rows: readonly (readonly [RegExp, ...string[]])[] = [
      [/cannot be made \(E\w+\)/, 'keys', ...outOption],
      [/cannot be made \(E\w+\)/, 'csr', 'merchant-identity', ...csr, ...outOption],
      [/cannot be made \(ENOENT\)/, 'keys', '--out', '/proc/wallet-buttons/keys'],
      [/is not a private key/, 'doctor', ...payment],
      [/is not a certificate/, 'doctor', 'https://127.0.0.1:9/', '--ca', file('text')],
      [/is not a certificate/, 'scripts', 'https://127.0.0.1:9/', '--ca', file('text')],
      [/must be https/, 'doctor', '--service', 'http://a.test', '--merchant-id', '1', '--key', key],
      [/value of a header/, ...verify, 'two\nlines'],
      [/value of a header/, ...verify, 'ключ'],
      [/browser ended.*--browser/, 'scripts', 'http://127.0.0.1/', '--browser', process.execPath],
      [/is not a folder/, 'init', file('text'), '--yes'],
      [/is not a JSON object/, 'init', file('shop'), '--yes'],
      [
        /null is not a JSON object/,
        'webhook',
        'send',
        'http://a',
        '--key',
        key,
        '--profile',
        file('null'),
      ],
      [
        /scripts\[0\]\.script is not a text/,
        'scripts',
        'http://a',
        '--approvals',
        file('approvals'),
      ],
      [/does not exist/, 'doctor', '--key', file('missing')],
      [/--browser takes a name or a path/, 'doctor', '--browser', 'http://127.0.0.1:9/'],
      [/is not a domain/, 'doctor', '--domain', 'https://shop.example'],
      [/is not a domain/, 'doctor', '--domain', 'shop example'],
      [/is not a domain/, 'doctor', '--domain', ''],
      [/Add --help/, 'list'],
      [/from 1 to 500/, 'list', '--db', file('text'), '--limit', '501'],
      [/Write https:/, 'webhook', 'send', 'localhost:3000', '--key', key],
      [/--amount is a decimal/, 'webhook', 'send', 'http://a', '--key', key, '--amount', '1,00'],
      [/--currency is three/, 'webhook', 'send', 'http://a', '--key', key, '--currency', 'uah'],
      [/path is empty/, 'keys', '--out', ''],
      [/path is empty/, 'csr', 'merchant-identity', ...csr, '--out', ''],
      [/path is empty/, 'doctor', '--key', ''],
      [/path is empty/, 'list', '--db', ''],
      [/path is empty/, 'init', '', '--yes'],
      [/time in ISO 8601/, 'list', '--db', file('text'), '--holds-end-before', '5'],
      [/time in ISO 8601/, 'list', '--db', file('text'), '--holds-end-before', '2026-02-30'],
      [/time in ISO 8601/, 'list', '--db', file('text'), '--holds-end-before', 'Nov 2026'],
    ];
    for (const [message, ...args] of rows) {
      const { code, err } = await run(...args);
      assert.equal(code, 2, args.join(' '));
      assert.match(err, message);
    }
  });
});
