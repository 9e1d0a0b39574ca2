import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vectorBody, vectorKey, vectorSignatures } from '../../test/vector.ts';
import { utf8 } from '../bytes.ts';
import {
  encryptedPemSigner,
  createServiceClient,
  defaultProfile,
  defineProfile,
  jwkSigner,
  jwkVerifier,
  keyObjectSigner,
  pemSigner,
  pemVerifier,
  remoteSigner,
  WalletServerError,
} from '../index.ts';
import type { SignatureScheme } from '../index.ts';
import { defaultScheme } from './scheme.ts';
import { sha256 } from './signature.ts';

const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });
const small = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
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

    test(`gives the fixed bytes with ${hash}, in each encoding`, async () => {
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        const signature = await pemSigner(vectorKey).sign(utf8(vectorBody), {
          ...scheme,
          encoding,
        });
        assert.equal(signature, vector.toString(encoding));
      }
    });

    test(`gives the bytes of openssl with ${hash}`, async () => {
      const body = utf8(`a body of ${String(Math.random())}`);
      const signature = await pemSigner(pkcs8).sign(body, scheme);
      assert.equal(signature, signedByOpenssl(pkcs8, body, hash.replace('-', '').toLowerCase()));
    });

    test(`gives a signature that openssl verifies with ${hash} and PSS`, async () => {
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

  test('is done as the default says where no scheme is given', async () => {
    assert.equal(await pemSigner(vectorKey).sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
  });

  test('is done in the scheme of the wire profile, and the header named there', async () => {
    let sent: Readonly<Record<string, string>> = {};
    const client = createServiceClient({
      baseUrl: 'https://service.example',
      merchantId: '1',
      signer: pemSigner(pkcs8),
      profile: defineProfile(defaultProfile, {
        signature: { header: 'x-other', hash: 'SHA-1', encoding: 'hex', allowSha1: true },
      }),
      fetch: async (_, { headers }) => {
        sent = headers;
        return Promise.resolve(Response.json({ id: 's' }));
      },
    });
    await client.session({ callbackUrl: 'https://shop.example' });
    assert.match(sent['x-other'] ?? '', /^[0-9a-f]{512}$/);
    assert.equal(sent['x-sign'], undefined);
  });

  test('refuses SHA-1 without consent', async () => {
    const scheme: SignatureScheme = { ...defaultScheme, hash: 'SHA-1' };
    const refusal = { code: 'config_invalid', message: /allowSha1/ };
    await assert.rejects(pemSigner(pkcs8).sign(utf8('{}'), scheme), refusal);
  });

  test('knows SHA-384 too, and no scheme beyond those', async () => {
    const signer = pemSigner(pkcs8);
    const signature = await signer.sign(utf8('{}'), { ...defaultScheme, hash: 'SHA-384' });
    const expected = crypto.sign('sha384', utf8('{}'), pair.privateKey).toString('base64');
    assert.equal(signature, expected);
    for (const wrong of [{ hash: 'MD5' }, { padding: 'none' }, { encoding: 'utf8' }]) {
      const scheme = { ...defaultScheme, ...wrong } as SignatureScheme;
      await assert.rejects(signer.sign(utf8('{}'), scheme), {
        code: 'config_invalid',
        message: /^There is no signature of .*(?:MD5|none|utf8)/,
      });
    }
  });

  test('reads PKCS#8 and PKCS#1, with any line ends', async () => {
    const bytes = utf8('{}');
    const expected = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');
    assert.equal(await pemSigner(pkcs8).sign(bytes), expected);
    assert.equal(await pemSigner(pkcs1).sign(bytes), expected);
    assert.equal(await pemSigner(pkcs8.replaceAll('\n', '\r\n')).sign(bytes), expected);
  });

  test('reads a JSON Web Key and a KeyObject', async () => {
    const bytes = utf8('{}');
    const expected = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');
    const jwk = pair.privateKey.export({ format: 'jwk' });
    assert.equal(
      await jwkSigner({ ...jwk, use: 'enc', alg: 'RS512' } as object).sign(bytes),
      expected,
    );
    assert.equal(await keyObjectSigner(pair.privateKey).sign(bytes), expected);
  });

  test('is done by any function, which gets the bytes and the scheme', async () => {
    const signer = remoteSigner(async (bytes, { hash }) =>
      Promise.resolve(crypto.sign(hash.replace('-', ''), bytes, pair.privateKey)),
    );
    const expected = crypto.sign('sha256', utf8('{}'), pair.privateKey).toString('base64');
    assert.equal(await signer.sign(utf8('{}')), expected);
    const short = remoteSigner(async () => Promise.resolve(new Uint8Array(64)));
    const refusal = { code: 'key_invalid', message: /gave no RSA signature of 2048 bits/ };
    await assert.rejects(short.sign(utf8('{}')), refusal);
    const text = remoteSigner(async () => Promise.resolve('x'.repeat(256) as never));
    await assert.rejects(text.sign(utf8('{}')), refusal);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['no key', '', /not this text/],
    ['a public key', spki, /not PUBLIC KEY/],
    ['an EC key', pem(curve.privateKey), /not an RSA key/],
    ['an RSA key of 1024 bits', pem(small.privateKey), /1024 bits/],
    ['literal \\n', pkcs8.replaceAll('\n', '\\n'), /two characters/],
    [
      'an encrypted key',
      pair.privateKey
        .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
        .toString(),
      /encrypted/,
    ],
    ['a certificate request', pkcs8.replaceAll('PRIVATE KEY', 'CERTIFICATE REQUEST'), /not CERT/],
    ['a cut key', pkcs8.replace(/\n.{64}\n/, '\n'), /not an RSA key/],
  ];
  test('refuses a variable that is not set, or no text, and says what to do', async () => {
    const notSet = undefined as never;
    const unread = Buffer.from(pkcs8) as never;
    const error = { code: 'key_invalid', suggestion: /variable/ };
    assert.throws(() => pemSigner(notSet), error);
    assert.throws(() => pemSigner(unread), error);
    assert.throws(() => pemVerifier(notSet), error);
    assert.throws(() => jwkSigner(notSet), error);
    assert.throws(() => keyObjectSigner(notSet), error);
    await assert.rejects(encryptedPemSigner(notSet, 'x'), error);
  });

  for (const [name, text, reason] of refused) {
    test(`refuses ${name} at once, and says what to do`, () => {
      assert.throws(() => pemSigner(text), { code: 'key_invalid', message: reason });
    });
  }

  const jwk = pair.privateKey.export({ format: 'jwk' });
  const refusedJwks: readonly (readonly [string, object, RegExp])[] = [
    ['an EC key', curve.privateKey.export({ format: 'jwk' }), /not an RSA key/],
    ['1024 bits', small.privateKey.export({ format: 'jwk' }), /1024 bits/],
    ['a public key', pair.publicKey.export({ format: 'jwk' }), /private key/],
    ['a key without its primes', { ...jwk, p: undefined }, /private key with all/],
    ['a modulus padded with zeros', { ...jwk, n: `AAAA${jwk.n ?? ''}` }, /not canonical/],
    ['nothing', {}, /not an RSA key/],
  ];
  for (const [name, key, reason] of refusedJwks) {
    test(`refuses a JSON Web Key of ${name}`, () => {
      assert.throws(() => jwkSigner(key), { code: 'key_invalid', message: reason });
    });
  }

  const secret = crypto.createSecretKey(Buffer.alloc(32));
  const locked = {
    type: 'private',
    export: () => {
      throw new Error('It stays in the module.');
    },
  };
  const refusedObjects = [pair.publicKey, small.privateKey, curve.privateKey, secret, locked];
  for (const [at, key] of refusedObjects.entries()) {
    test(`refuses a KeyObject that is wrong, in way ${String(at + 1)}`, () => {
      assert.throws(() => keyObjectSigner(key), { code: 'key_invalid' });
    });
  }

  test('with numbers that are no key fails unsent, and says so', async () => {
    const publicNumbers = pair.publicKey.export({ type: 'pkcs1', format: 'der' }).subarray(4);
    const numbers = Buffer.concat([Buffer.from([2, 1, 0]), publicNumbers]);
    const der = Buffer.concat([Buffer.from([0x30, 0x82, 1, numbers.length - 256]), numbers]);
    const label = 'RSA PRIVATE KEY';
    const broken = pemSigner(
      `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----`,
    );
    await assert.rejects(broken.sign(utf8('{}')), (error) => {
      assert.ok(error instanceof WalletServerError && error.cause instanceof Error);
      assert.equal(error.code, 'key_invalid');
      assert.match(error.message, /numbers in the RSA key are not a key/);
      return true;
    });
  });

  test('imports a key once a scheme, before the first call, and so that nobody can export it', async (t) => {
    const { mock } = t.mock.method(crypto.webcrypto.subtle, 'importKey');
    const signers = [pemSigner(pkcs8), jwkSigner(pair.privateKey.export({ format: 'jwk' }))];
    assert.equal(mock.callCount(), 2);
    const sha512: SignatureScheme = { ...defaultScheme, hash: 'SHA-512' };
    for (const signer of signers) {
      await signer.sign(utf8('{}'));
      await signer.sign(utf8('{}'), sha512);
      const signature = await signer.sign(utf8('{}'), sha512);
      const bytes = Buffer.from(signature, 'base64');
      assert.ok(crypto.verify('sha512', utf8('{}'), pair.publicKey, bytes));
    }
    assert.equal(mock.callCount(), 4);
    const extractable = mock.calls.map((call) => call.arguments[3] as unknown);
    assert.deepEqual(extractable, [false, false, false, false]);
  });

  test('shows nothing of the key when inspected', () => {
    const shown = inspect(pemSigner(pkcs8), { depth: 10, showHidden: true });
    assert.doesNotMatch(shown, /PRIVATE|MII/);
  });
});

describe('the hash of bytes', () => {
  const expected = crypto.createHash('sha256').update('замовлення').digest('hex');

  test('is SHA-256 in hexadecimal, made in place on Node', async (t) => {
    const { mock } = t.mock.method(crypto.webcrypto.subtle, 'digest');
    assert.equal(await sha256(utf8('замовлення')), expected);
    assert.equal(mock.callCount(), 0);
  });

  test('is the same where there is Web Crypto alone', async (t) => {
    const { mock } = t.mock.method(crypto.webcrypto.subtle, 'digest');
    const { process } = globalThis;
    const without = [{}, { getBuiltinModule: () => undefined }, { getBuiltinModule: () => ({}) }];
    t.after(() => Reflect.set(globalThis, 'process', process));
    for (const other of [undefined, ...without]) {
      Reflect.set(globalThis, 'process', other);
      const hash = await sha256(utf8('замовлення'));
      Reflect.set(globalThis, 'process', process);
      assert.equal(hash, expected);
    }
    assert.equal(mock.callCount(), 4);
  });
});

describe('verifying', () => {
  const body = utf8('{"id":"s-1","status":"paid"}');
  const good = crypto.sign('sha256', body, pair.privateKey).toString('base64');
  const verifier = pemVerifier(spki);

  test('accepts the signature of exactly these bytes, from both public key forms', async () => {
    const rsaForm = pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    assert.equal(await verifier.verify(body, good), true);
    assert.equal(await pemVerifier(rsaForm).verify(body, good), true);
    const jwk = pair.publicKey.export({ format: 'jwk' });
    assert.equal(await jwkVerifier(jwk).verify(body, good), true);
    assert.throws(() => jwkVerifier(pair.privateKey.export({ format: 'jwk' })), {
      code: 'key_invalid',
    });
  });

  test('knows one spelling in each encoding', async () => {
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

  const malformed: readonly (readonly [string, string | null])[] = [
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
  for (const [name, signature] of malformed) {
    test(`refuses a signature that is ${name}`, async () => {
      assert.equal(await verifier.verify(body, signature), false);
    });
  }

  test('refuses the body written any other way', async () => {
    assert.equal(await verifier.verify(utf8('{"id":"s-1","status":"paid"} '), good), false);
    assert.equal(await verifier.verify(utf8('{"id":"s-1", "status":"paid"}'), good), false);
  });

  test('refuses a private key as the pinned one', () => {
    assert.throws(() => pemVerifier(pkcs8), { code: 'key_invalid' });
  });
});

/** Other base64 for the same bytes: the last character before `=` has bits that nobody reads. */
function respelt(base64: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const at = base64.indexOf('=') - 1;
  const other = alphabet[alphabet.indexOf(base64.charAt(at)) + 1] ?? '';
  const text = `${base64.slice(0, at)}${other}${base64.slice(at + 1)}`;
  assert.ok(Buffer.from(text, 'base64').equals(Buffer.from(base64, 'base64')));
  return text;
}

/** By the openssl on the PATH, or else by the one that Node is built with. */
function signedByOpenssl(pem: string, body: Uint8Array, hash: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
  const file = join(folder, 'key.pem');
  writeFileSync(file, pem);
  const { error, status, stdout } = spawnSync('openssl', ['dgst', `-${hash}`, '-sign', file], {
    input: body,
  });
  rmSync(folder, { recursive: true });
  return error || status !== 0
    ? crypto.sign(hash, body, pem).toString('base64')
    : stdout.toString('base64');
}
