import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { file, results, secure } from '../../test/doctor.ts';
import { page, tags } from '../../test/page.ts';
import { jsonFrom, listen, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';
import { isPrivate } from './look.ts';

describe('doctor reads an answer', () => {
  for (const [encoding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const) {
    it(`that is compressed by ${encoding} though it asked for none`, async (test) => {
      const headers = { 'content-encoding': encoding };
      const server = createServer((_, response) =>
        response.writeHead(200, headers).end(compress(tags)),
      );
      assert.deepEqual(await results('page.tags', await listen(test, server)), ['pass']);
    });
  }

  it('that claims to be compressed, and is not', async (test) => {
    const headers = { 'content-encoding': 'gzip' };
    assert.deepEqual(await page(test, 'page.tags', { headers }), ['pass']);
  });

  it('that grows beyond 2 MB', async (test) => {
    const body = gzipSync(Buffer.alloc(3_000_000));
    const headers = { 'content-encoding': 'gzip' };
    const server = createServer((_, response) => response.writeHead(200, headers).end(body));
    const { out } = await run('doctor', await listen(test, server));
    assert.match(out, /fail {2}page\.https +No answer \(larger than 2 MB\)\./);
  });

  it('and finds that the association file comes compressed', async (test) => {
    const { host, ca } = await secure(test, (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('7B22\n')),
    );
    const association = await file('association', '7B22\n');
    const args = ['--domain', host, '--ca', ca, '--association', association];
    assert.deepEqual(await results('dom.bytes', ...args), ['fail']);
    assert.deepEqual(await results('dom.html', ...args), ['pass']);
  });

  it('and names the cause where the port speaks http, or asks for a client certificate', async (test) => {
    const fixOf = async (...args: readonly string[]): Promise<string> => {
      const { findings } = jsonFrom(await run('doctor', '--json', ...args));
      const failure = (findings as readonly Finding[]).find(({ result }) => result === 'fail');
      return `${failure?.id ?? ''}: ${failure?.fix ?? ''}`;
    };
    const plain = new URL(
      await listen(
        test,
        createServer((_, response) => response.end(tags)),
      ),
    );
    assert.match(await fixOf('--domain', plain.host), /^dom\.status: .*plain http/);
    assert.match(await fixOf(`https://${plain.host}/`), /^page\.https: .*plain http/);
    const options = { requestCert: true, rejectUnauthorized: true };
    const { host, ca } = await secure(test, (_, response) => response.end(tags), options);
    assert.match(await fixOf(`https://${host}/`, '--ca', ca), /client certificate/);
  });
});

describe('doctor takes an address for private', () => {
  for (const host of [
    'shop',
    'localhost.',
    'intranet.home.arpa',
    'nas.lan',
    '100.64.1.2',
    '[::ffff:192.168.0.1]',
    '[fd00::1]',
    '[fe80::1]',
  ]) {
    it(`if it is ${host}`, () => {
      assert.equal(isPrivate(new URL(`https://${host}/`)), true);
    });
  }

  for (const host of ['shop.example', '100.128.0.1', '[2001:db8::1]', '172.32.0.1', 'fd.example']) {
    it(`but not if it is ${host}`, () => {
      assert.equal(isPrivate(new URL(`https://${host}/`)), false);
    });
  }
});
