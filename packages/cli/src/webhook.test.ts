import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { createWalletServer, memoryStore, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { secure } from '../test/doctor.ts';
import { jsonFrom, listen, run } from '../test/run.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

async function keyFiles() {
  const place = temporaryFolder();
  const key = join(place, 'test.pem');
  const publicKey = join(place, 'public.pem');
  await writeFile(key, pair.privateKey);
  await writeFile(publicKey, pair.publicKey);
  return { place, key, publicKey };
}

/** A merchant's backend that verifies webhooks; no payment is in it. */
async function backend(test: TestContext, webhooks: 'verified' | 'confirm'): Promise<string> {
  const wallet = createWalletServer({
    service: {
      baseUrl: 'https://service.example',
      merchantId: '17',
      signer: pemSigner(pair.privateKey),
      webhooks: webhooks === 'confirm' ? 'confirm' : { verifier: pemVerifier(pair.publicKey) },
    },
    store: memoryStore(),
    logger: { info: () => null, warn: () => null, error: () => null },
    findOrder: () => ({ amount: '1.00', currency: 'UAH' }),
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
  });
  test.after(async () => wallet.close());
  return listen(test, createServer(toNodeListener(wallet)));
}

describe('webhook send', () => {
  for (const format of ['v1', 'v2', 'v3']) {
    it(`sends ${format} with a signature that the server takes`, async (test) => {
      const { key } = await keyFiles();
      const url = `${await backend(test, 'verified')}/wallet/webhook`;
      const ran = await run('webhook', 'send', url, '--key', key, '--format', format, '--json');
      assert.equal(jsonFrom(ran)['status'], 200);
      assert.equal(ran.code, 0);
    });
  }

  it('sees a forged webhook refused', async (test) => {
    const { key } = await keyFiles();
    const url = `${await backend(test, 'verified')}/wallet/webhook`;
    const { code, out } = await run('webhook', 'send', url, '--key', key, '--break-signature');
    assert.equal(code, 0, out);
    assert.match(out, /401 The forged webhook was refused/);
  });

  it('explains that a server without the key treats it as unverified', async (test) => {
    const { key } = await keyFiles();
    const send = ['webhook', 'send', `${await backend(test, 'confirm')}/wallet/webhook`];
    const genuine = await run(...send, '--key', key);
    assert.equal(genuine.code, 1);
    assert.match(genuine.out, /404 .*no payment has this session. Name one with --session/);
    const forgery = await run(...send, '--key', key, '--break-signature');
    assert.equal(forgery.code, 1);
    assert.match(forgery.out, /404 A forged webhook was accepted.*'confirm'/);
  });

  it('fails where a forged webhook is accepted', async (test) => {
    const { key } = await keyFiles();
    const url = await listen(
      test,
      createServer((_, response) => response.end()),
    );
    const { code, out } = await run('webhook', 'send', url, '--key', key, '--break-signature');
    assert.equal(code, 1);
    assert.match(out, /forged webhook was accepted/);
  });

  for (const [what, status, type, body] of [
    ['a login page with 200', 200, 'text/html', '<form>'],
    ['a login page with 401', 401, 'text/html', '<form>'],
    ["a gateway's 401", 401, 'application/json', '{"message":"Unauthorized"}'],
  ] as const) {
    it(`takes ${what} neither for a refusal of the server nor for its acceptance`, async (test) => {
      const { key } = await keyFiles();
      const server = createServer((_, response) => {
        response.writeHead(status, { 'content-type': type }).end(body);
      });
      const send = ['webhook', 'send', await listen(test, server), '--key', key];
      const forgery = await run(...send, '--break-signature');
      assert.equal(forgery.code, 1);
      assert.match(forgery.out, /login or a (?:gateway|page)/);
      assert.equal((await run(...send)).code, 1);
    });
  }

  it('trusts the authority of --ca, and names the fault of a certificate', async (test) => {
    const { key } = await keyFiles();
    const { host, ca } = await secure(test, (_, response) => response.end());
    const send = ['webhook', 'send', `https://${host}`, '--key', key];
    assert.equal((await run(...send, '--ca', ca)).code, 0);
    const refusal = await run(...send);
    assert.equal(refusal.code, 1);
    assert.match(refusal.out, /DEPTH_ZERO_SELF_SIGNED_CERT.*--ca/);
  });

  it('posts the bytes of a file as they are', async (test) => {
    const { key, place } = await keyFiles();
    const body = join(place, 'body.json');
    await writeFile(body, '{ "id": "s-1",\n"status":"paid" }\n');
    let receivedBody = '';
    const url = await listen(
      test,
      createServer((request, response) => {
        request.setEncoding('utf8').on('data', (text: string) => (receivedBody += text));
        request.on('end', () => response.end());
      }),
    );
    assert.equal((await run('webhook', 'send', url, '--key', key, '--body', body)).code, 0);
    assert.equal(receivedBody, '{ "id": "s-1",\n"status":"paid" }\n');
  });

  it('appends the format to the path, and keeps the query', async (test) => {
    const { key } = await keyFiles();
    let path = '';
    const url = await listen(
      test,
      createServer((request, response) => {
        path = request.url ?? '';
        response.end();
      }),
    );
    await run('webhook', 'send', `${url}/webhook/?shop=1`, '--key', key);
    assert.equal(path, '/webhook/v1?shop=1');
  });

  it('prints no password of a URL', async () => {
    const { key } = await keyFiles();
    const { code, out, err } = await run('webhook', 'send', 'http://a:secret@b', '--key', key);
    assert.equal(code, 2);
    assert.match(err, /user and password/);
    assert.doesNotMatch(out + err, /secret/);
  });

  it('says when no backend answers', async () => {
    const { key } = await keyFiles();
    const { code, out } = await run('webhook', 'send', 'http://127.0.0.1:9', '--key', key);
    assert.equal(code, 1);
    assert.match(out, /does not answer/);
  });

  it('reads no endless answer', async (test) => {
    const { key } = await keyFiles();
    let chunkCount = 0;
    const url = await listen(
      test,
      createServer((_, response) => {
        const endless = function* (): Generator<Buffer> {
          for (; chunkCount < 300; chunkCount += 1) yield Buffer.alloc(1_000_000);
        };
        Readable.from(endless())
          .on('error', () => null)
          .pipe(response);
      }),
    );
    const { out } = await run('webhook', 'send', url, '--key', key);
    assert.match(out, /does not answer \(larger than 2 MB\)/);
    assert.ok(chunkCount < 300, 'The whole answer was read.');
  });

  it('ends with 2 for a file that is no key', async () => {
    const { place } = await keyFiles();
    const { code, err } = await run('webhook', 'send', 'http://127.0.0.1:9', '--key', place);
    assert.equal(code, 2);
    assert.match(err, /is a folder/);
  });
});

describe('webhook verify', () => {
  it('takes what the service signed, and shows how it is read', async () => {
    const { place, publicKey } = await keyFiles();
    const body = join(place, 'body.json');
    const text = '{"id":"s-1","status":"holded","amount":"199.90"}';
    await writeFile(body, text);
    const signature = await pemSigner(pair.privateKey).sign(new TextEncoder().encode(text));
    const args = ['webhook', 'verify', body, '--key', publicKey, '--signature', signature];
    const good = await run(...args);
    assert.equal(good.code, 0);
    assert.match(good.out, /Session s-1: holded, which means authorized, amount 199.90/);

    await writeFile(body, `${text}\n`);
    const mismatch = await run(...args);
    assert.equal(mismatch.code, 1);
    assert.match(mismatch.out, /does not match/);
  });

  it('prints a line break of the body as no line of its own', async () => {
    const { place, publicKey } = await keyFiles();
    const body = join(place, 'body.json');
    await writeFile(
      body,
      JSON.stringify({ id: 's-1\u2028The signature is good.', status: 'paid' }),
    );
    const args = ['webhook', 'verify', body, '--key', publicKey, '--signature', 'abcd'];
    const { out } = await run(...args);
    assert.match(out, /^Session s-1\ufffdThe signature is good\.: paid/m);
  });

  it('ends with 2 for a header that has no such name', async () => {
    const { key, publicKey } = await keyFiles();
    const args = ['webhook', 'verify', key, '--key', publicKey, '--signature', 'abcd'];
    const { code, err } = await run(...args, '--header', 'x sign');
    assert.equal(code, 2);
    assert.match(err, /--header/);
  });
});
