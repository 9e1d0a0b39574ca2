import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, sign } from 'node:crypto';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Merchant, xSign } from '../../test/merchant.ts';
import { checkSignature, readMerchantKey } from './signature.ts';

/** `openssl dgst -sha256 -sign key.pem body.json | base64 -w0`; the private key was thrown away. */
const VECTOR = {
  publicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuf0Z4dtk53AKkdzzIsTZ
AP6cd8GmMuAMrzaf1J+kD+623Sz8Szd0/eP48w/ZsYWNW/2E2s7QCGmmf8GDEW31
l92IjYy30N500O12IurX0peiULfsQo5G0WVkr9m3ytEYmh+3uJJ9KKOjryzpE7gh
1em3CWZVUwy9e2JCXpsyViLz51oZ3Q8hHVV1isxMyHFINXiErTaE7zRoI8LaAPGP
fAetP0A6edH/yqMZCt6pRTcgA/mTSpWSYlTlYUNEAd7H2xozQNZqogpI7wsj8sir
ePMKVigPFJ/TY3Jl4xwudiHwVSBpG5ttR4d8B3XwEeDLCDj38XfqbPe9bAiDuCm+
KwIDAQAB
-----END PUBLIC KEY-----`,
  body: '{"merchant_id":"2","client_phone":"+380501112233"}',
  signature:
    'pQIMrxLNz3FUtnzJnXvPado+QIwzL+PskgziciFYh0TAFHQuSsnTtDdb5CrQuvH7Gayv47CgqsN1aVA1W3RMiJbx40AWF/QO0IQ59XsO0N/smAVT5sSWqongkFQbpXLcOwIuQmwRemJx6eTtZPeysYZtxMVfWUodU+FgjZZG0BjGlSUTS6SQKXBZS3vio7MU4bZzkMo37OkSQUtqJ44bvw0+dCn16Za6qexcLqFzaQ6c9Txy9dd9Sk+uI2mlPIowS2Toy8oWkgF1lFuLPBAOExZLeC2WtbSWNb6xAeh0DjsKva6vgvLt1C16PbOrVXol9zl802jfbukakWCdPAH2Ug==',
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const body = Buffer.from('{"merchant_id":"m-1","client_first_name":"Іван / 🙂"}');
const good = sign('sha256', body, privateKey).toString('base64');
const verdict = (...values: string[]): string => checkSignature(values, body, publicKey);

describe('one x-sign header', () => {
  it('is valid over the exact bytes', () => {
    assert.equal(verdict(good), 'valid');
  });
  it('is missing when absent or empty', () => {
    assert.equal(verdict(), 'missing');
    assert.equal(verdict(''), 'missing');
  });
  it('is refused twice, even when both are right', () => {
    assert.equal(verdict(good, good), 'doubled');
    assert.equal(verdict(`${good}, ${good}`), 'not-base64');
  });
  it('has to be canonical base64, which Node alone would not notice', () => {
    assert.equal(verdict(good.replace(/=+$/, '')), 'not-base64');
    assert.equal(verdict(`${good.slice(0, 76)}\n${good.slice(76)}`), 'not-base64');
    assert.equal(verdict(`${good} `), 'not-base64');
    assert.equal(
      verdict(good.replace(/[+/]/g, (char) => (char === '+' ? '-' : '_'))),
      'not-base64',
    );
    assert.equal(verdict(`${good}AAAA`), 'not-base64');
  });
  it('has to have loose bits of the last character at zero', () => {
    const last = good.at(-3) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const sloppy = alphabet[alphabet.indexOf(last) + 1] ?? '';
    assert.equal(verdict(`${good.slice(0, -3)}${sloppy}==`), 'not-base64');
  });
  it('has to be as long as the key', () => {
    assert.equal(verdict(Buffer.alloc(255, 1).toString('base64')), 'wrong-length');
    assert.equal(verdict(Buffer.alloc(257, 1).toString('base64')), 'wrong-length');
  });
  it('is wrong by another key, hash or padding', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
    assert.equal(verdict(sign('sha256', body, other).toString('base64')), 'wrong');
    assert.equal(verdict(sign('sha1', body, privateKey).toString('base64')), 'wrong');
    assert.equal(verdict(sign('sha256', body, pss).toString('base64')), 'wrong');
  });
  it('matches a vector made by openssl', () => {
    const key = readMerchantKey(VECTOR.publicKey);
    assert.equal(checkSignature([VECTOR.signature], Buffer.from(VECTOR.body), key), 'valid');
  });
});

describe('the merchant’s key', () => {
  it('has to be RSA of at least 2048 bits', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    assert.throws(() => readMerchantKey(pem(weak)), /at least 2048 bits/);
    assert.throws(() => readMerchantKey(pem(curve)), /at least 2048 bits/);
    assert.equal(readMerchantKey(pem(publicKey)).asymmetricKeyType, 'rsa');
  });
});

describe('a signed call over HTTP', () => {
  const session = '{"merchant_id":"m-1","callback_url":"http://127.0.0.1/hook"}';

  it('is done when the signature is right', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', session);
    assert.equal(answer.status, 200);
    assert.equal(merchant.sandbox.calls().at(-1)?.signature, 'valid');
  });

  it('is refused with a processing error and changes nothing otherwise', async (t) => {
    const merchant = await Merchant.open(t);
    const refused = async (signatures: readonly string[], text = session): Promise<unknown> => {
      const { status, body: error } = await merchant.call('/v1/session', text, { signatures });
      assert.equal(status, 400);
      assert.deepEqual(
        { type: error['type'], error: error['error'], description: error['description'] },
        { type: 'processing', error: 'request sign is invalid', description: '' },
      );
      assert.match(String(error['uuid']), /^[0-9a-f-]{36}$/);
      return merchant.sandbox.calls().at(-1)?.signature;
    };
    const right = xSign(session);
    assert.equal(await refused([]), 'missing');
    assert.equal(await refused([xSign('{}')]), 'wrong');
    assert.equal(await refused([right], `${session}\n`), 'wrong');
    assert.equal(await refused([right], JSON.stringify(JSON.parse(session), null, 1)), 'wrong');
    assert.equal(await refused([right, right]), 'not-base64');
    assert.deepEqual(merchant.sandbox.ledger(), []);
  });

  it('is refused when the header stands on two lines', async (t) => {
    const merchant = await Merchant.open(t);
    const line = `x-sign: ${xSign(session)}\r\n`;
    const head = `POST /v1/session HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${line}${line}`;
    const answer = await rawRequest(
      merchant.sandbox.url,
      `${head}content-length: ${String(session.length)}\r\n\r\n${session}`,
    );
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(merchant.sandbox.calls().at(-1)?.signature, 'doubled');
  });
});

function pem(key: typeof publicKey): string {
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

function rawRequest(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    connect(Number(new URL(url).port), '127.0.0.1')
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        resolve(Buffer.concat(chunks).toString());
      })
      .on('error', reject)
      .end(text);
  });
}
