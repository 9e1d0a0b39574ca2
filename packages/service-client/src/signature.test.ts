import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, it } from 'node:test';
import { inspect } from 'node:util';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { encryptedVectorKey, vectorBody, vectorKey, vectorSignatures } from '../test/vector.ts';
import {
  createServiceClient,
  defineProfile,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
  type SignatureScheme,
} from './index.ts';
import { utf8 } from './operations.ts';

const defaultScheme: SignatureScheme = {
  hash: 'SHA-256',
  padding: 'PKCS1-v1_5',
  encoding: 'base64',
};
const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });
const small = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const pss = crypto.generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pem = (key: crypto.KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();

describe('signing', () => {
  for (const hash of ['SHA-1', 'SHA-256', 'SHA-512'] as const) {
    const scheme: SignatureScheme = { ...defaultScheme, hash, allowSha1: true };
    const vector = Buffer.from(vectorSignatures[hash], 'base64');

    it(`gives the fixed bytes with ${hash}, in each encoding`, async () => {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const signature = await pemSigner(vectorKey).sign(utf8(vectorBody), {
          ...scheme,
          encoding,
        });
        assert.equal(signature, vector.toString(encoding));
      }
    });

    it(`gives the bytes of openssl with ${hash}`, async () => {
      const body = utf8(`a body of ${String(Math.random())}`);
      const signature = await pemSigner(pkcs8).sign(body, scheme);
      assert.equal(signature, signedByOpenssl(pkcs8, body, hash.replace('-', '').toLowerCase()));
    });

    it(`gives a signature that openssl verifies with ${hash} and PSS`, async () => {
      const body = utf8(vectorBody);
      const signature = await pemSigner(pkcs8).sign(body, { ...scheme, padding: 'PSS' });
      const key = { key: pair.publicKey, padding: crypto.constants.RSA_PKCS1_PSS_PADDING };
      const bytes = Buffer.from(signature, 'base64');
      assert.ok(crypto.verify(hash.replace('-', ''), body, key, bytes));
      const verifier = pemVerifier(spki);
      assert.ok(await verifier.verify(body, signature, { ...scheme, padding: 'PSS' }));
      assert.ok(!(await verifier.verify(body, signature, scheme)));
    });
  }

  it('is done as the default says where no scheme is given', async () => {
    assert.equal(await pemSigner(vectorKey).sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
  });

  it('is done in the scheme of the wire profile, and the header named there', async () => {
    let requestHeaders: Readonly<Record<string, string>> = {};
    const client = createServiceClient({
      baseUrl: 'https://service.example',
      merchantId: '1',
      signer: pemSigner(pkcs8),
      profile: defineProfile({
        signing: { header: 'x-other', hash: 'SHA-1', encoding: 'hex', allowSha1: true },
      }),
      fetch: async (_, { headers }) => {
        requestHeaders = headers;
        return Promise.resolve(Response.json({ id: 's' }));
      },
    });
    await client.session({ callbackUrl: 'https://shop.example' });
    assert.match(requestHeaders['x-other'] ?? '', /^[0-9a-f]{512}$/);
    assert.equal(requestHeaders['x-sign'], undefined);
  });

  it('refuses SHA-1 without consent', async () => {
    const scheme: SignatureScheme = { ...defaultScheme, hash: 'SHA-1' };
    const refusal = { code: 'config_invalid', message: /allowSha1/ };
    await assert.rejects(pemSigner(pkcs8).sign(utf8('{}'), scheme), refusal);
  });

  it('knows SHA-384 too', async () => {
    const signature = await pemSigner(pkcs8).sign(utf8('{}'), {
      ...defaultScheme,
      hash: 'SHA-384',
    });
    const expectedSignature = crypto.sign('sha384', utf8('{}'), pair.privateKey).toString('base64');
    assert.equal(signature, expectedSignature);
  });

  it('reads PKCS#8 and PKCS#1, with any line ends', async () => {
    const bytes = utf8('{}');
    const expectedSignature = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');
    assert.equal(await pemSigner(pkcs8).sign(bytes), expectedSignature);
    assert.equal(await pemSigner(pkcs1).sign(bytes), expectedSignature);
    assert.equal(await pemSigner(pkcs8.replaceAll('\n', '\r\n')).sign(bytes), expectedSignature);
  });

  it('reads a KeyObject', async () => {
    const bytes = utf8('{}');
    const expectedSignature = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');
    assert.equal(await keyObjectSigner(pair.privateKey).sign(bytes), expectedSignature);
  });

  it('is done by any function, which gets the bytes and the scheme', async () => {
    const signer = remoteSigner(async (bytes, { hash }) =>
      Promise.resolve(crypto.sign(hash.replace('-', ''), bytes, pair.privateKey)),
    );
    const expectedSignature = crypto.sign('sha256', utf8('{}'), pair.privateKey).toString('base64');
    assert.equal(await signer.sign(utf8('{}')), expectedSignature);
    const short = remoteSigner(async () => Promise.resolve(new Uint8Array(64)));
    const refusal = { code: 'signer_failed', message: /gave no RSA signature/ };
    await assert.rejects(short.sign(utf8('{}')), refusal);
    const text = remoteSigner(async () => Promise.resolve('x'.repeat(256) as never));
    await assert.rejects(text.sign(utf8('{}')), refusal);
  });

  for (const cipher of ['aes-128-cbc', 'aes-256-cbc', 'des-ede3-cbc']) {
    for (const type of ['pkcs8', 'pkcs1'] as const) {
      it(`opens ${type} encrypted by ${cipher} with its passphrase`, async () => {
        const key = crypto.createPrivateKey(vectorKey);
        const secret = { cipher, passphrase: 'a passphrase' };
        const text = key.export({ type, format: 'pem', ...secret }).toString();
        const signer = pemSigner(text, 'a passphrase');
        assert.equal(await signer.sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
        assert.doesNotMatch(
          inspect(signer, { depth: 10, showHidden: true }),
          /a passphrase|PRIVATE|MII/,
        );
      });
    }
  }

  it('opens what openssl has encrypted with SHA-1 and a passphrase in UTF-8', async () => {
    const signer = pemSigner(encryptedVectorKey, 'пароль');
    assert.equal(await signer.sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
  });

  const refusals: readonly (readonly [string, string, RegExp])[] = [
    ['an EC key', pem(curve.privateKey), /not an RSA key/],
    ['an RSA key for PSS alone', pem(pss.privateKey), /not an RSA key/],
    ['an RSA key of 1024 bits', pem(small.privateKey), /1024 bits/],
    ['an encrypted key without its passphrase', encryptedVectorKey, /passphrase is missing/],
    ['a cut key', pkcs8.replace(/\n.{64}\n/, '\n'), /cannot be read/],
  ];
  for (const [name, text, reason] of refusals) {
    it(`refuses ${name} at once`, () => {
      assert.throws(() => pemSigner(text), { code: 'key_invalid', message: reason });
    });
  }

  it('refuses an encrypted key with another passphrase', () => {
    const refusal = { code: 'key_invalid', message: /passphrase/ };
    assert.throws(() => pemSigner(encryptedVectorKey, 'another'), refusal);
  });

  it('refuses a variable that is not set, and says what to do', () => {
    const notSet = undefined as never;
    const error = { code: 'key_invalid', message: /missing: set the variable/ };
    assert.throws(() => pemSigner(notSet), error);
    assert.throws(() => pemVerifier(notSet), error);
    assert.throws(() => keyObjectSigner(notSet), error);
  });

  it('refuses numbers that are not one key', () => {
    const another = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
    const [from = '', to = ''] = [pair, another].map(({ privateKey }) => {
      const { n = '' } = privateKey.export({ format: 'jwk' });
      return Buffer.from(n, 'base64url').toString('hex');
    });
    const der = pair.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('hex');
    const mixedKey = Buffer.from(der.replace(from, to), 'hex').toString('base64');
    const text = `-----BEGIN RSA PRIVATE KEY-----\n${mixedKey}\n-----END RSA PRIVATE KEY-----`;
    assert.throws(() => pemSigner(text), { code: 'key_invalid', message: /do not fit together/ });
  });

  const secret = crypto.createSecretKey(Buffer.alloc(32));
  const refusedObjects: readonly (readonly [crypto.KeyObject, RegExp])[] = [
    [pair.publicKey, /^A private key is needed, not a public one: /],
    [small.privateKey, /^The RSA key has 1024 bits; it needs 2048 or more\.$/],
    [curve.privateKey, /^This is an ec key, not an RSA key: /],
    [secret, /^A private key is needed, not a secret one: /],
  ];
  for (const [key, message] of refusedObjects) {
    it(`refuses a ${key.type} KeyObject of ${key.asymmetricKeyType ?? 'no'} type`, () => {
      assert.throws(() => keyObjectSigner(key), { code: 'key_invalid', message });
    });
  }

  it('keeps what node:crypto says of a key that cannot be read', () => {
    const hasCause = (error: Error): boolean => error.cause instanceof Error;
    assert.throws(() => pemSigner(pkcs8.replace(/\n.{64}\n/, '\n')), hasCause);
    assert.throws(() => pemSigner(encryptedVectorKey, 'another'), hasCause);
  });

  it('leaves the thread of the event loop free', async () => {
    const signer = pemSigner(pkcs8);
    let isSigned = false;
    const signature = signer.sign(utf8('{}')).then(() => (isSigned = true));
    await new Promise((resolve) => {
      process.nextTick(resolve);
    });
    assert.equal(isSigned, false);
    await signature;
  });

  it('shows nothing of the key when inspected', () => {
    const inspection = inspect(pemSigner(pkcs8), { depth: 10, showHidden: true });
    assert.doesNotMatch(inspection, /PRIVATE|MII/);
  });
});

describe('verifying', () => {
  const body = utf8('{"id":"s-1","status":"paid"}');
  const good = crypto.sign('sha256', body, pair.privateKey).toString('base64');
  const verifier = pemVerifier(spki);

  it('accepts the signature of exactly these bytes, from both public key forms', async () => {
    const rsaForm = pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    assert.equal(await verifier.verify(body, good), true);
    assert.equal(await pemVerifier(rsaForm).verify(body, good), true);
  });

  it('knows one spelling in each encoding', async () => {
    const hex = Buffer.from(good, 'base64').toString('hex');
    const url = Buffer.from(good, 'base64').toString('base64url');
    const inHex: SignatureScheme = { ...defaultScheme, encoding: 'hex' };
    const inUrl: SignatureScheme = { ...defaultScheme, encoding: 'base64url' };
    assert.equal(await verifier.verify(body, hex, inHex), true);
    assert.equal(await verifier.verify(body, url, inUrl), true);
    for (const other of [hex.toUpperCase(), `${hex}0`, `${hex}, ${hex}`, ` ${hex}`, good, '']) {
      assert.equal(await verifier.verify(body, other, inHex), false);
    }
    const inTheOther = good.replaceAll('=', '');
    for (const other of [`${url}==`, good, inTheOther, `${url}\n`, `${url}.`, `.${url}`, hex]) {
      assert.equal(await verifier.verify(body, other, inUrl), false);
    }
  });

  const malformedSignatures: readonly (readonly [string, string | null])[] = [
    ['missing', null],
    ['empty', ''],
    ['sent twice', `${good}, ${good}`],
    [
      'spelt with the url alphabet',
      good.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
    ],
    ['with a space inside', `${good.slice(0, 9)} ${good.slice(9)}`],
    ['with junk inside', `${good.slice(0, 9)}!${good.slice(9)}`],
    [
      'with bytes behind it',
      Buffer.concat([Buffer.from(good, 'base64'), Buffer.from([0])]).toString('base64'),
    ],
    ['without padding', good.replaceAll('=', '')],
    ['spelt with other spare bits', respelt(good)],
    ['a byte short', Buffer.from(good, 'base64').subarray(1).toString('base64')],
    ['by another key', crypto.sign('sha256', body, other.privateKey).toString('base64')],
    ['with SHA-1', crypto.sign('sha1', body, pair.privateKey).toString('base64')],
    ['over an empty body', crypto.sign('sha256', utf8(''), pair.privateKey).toString('base64')],
  ];
  for (const [name, signature] of malformedSignatures) {
    it(`refuses a signature that is ${name}`, async () => {
      assert.equal(await verifier.verify(body, signature), false);
    });
  }

  it('refuses the body written any other way', async () => {
    assert.equal(await verifier.verify(utf8('{"id":"s-1","status":"paid"} '), good), false);
    assert.equal(await verifier.verify(utf8('{"id":"s-1", "status":"paid"}'), good), false);
  });

  it('refuses a private key as the pinned one', () => {
    const message = /^A public key is needed, not a private one: /;
    assert.throws(() => pemVerifier(pkcs8), { code: 'key_invalid', message });
  });
});

/** Other base64 for the same bytes: the last character before `=` has bits that count for nothing. */
function respelt(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const index = base64.indexOf('=') - 1;
  const other = alphabet[alphabet.indexOf(base64.charAt(index)) + 1] ?? '';
  const text = `${base64.slice(0, index)}${other}${base64.slice(index + 1)}`;
  assert.ok(Buffer.from(text, 'base64').equals(Buffer.from(base64, 'base64')));
  return text;
}

/** By the openssl on the PATH, or else by the one that Node is built with. */
function signedByOpenssl(pem: string, body: Uint8Array, hash: string): string {
  const folder = temporaryFolder();
  const file = join(folder, 'key.pem');
  writeFileSync(file, pem);
  const { error, status, stdout } = spawnSync('openssl', ['dgst', `-${hash}`, '-sign', file], {
    input: body,
  });
  return error || status !== 0
    ? crypto.sign(hash, body, pem).toString('base64')
    : stdout.toString('base64');
}
