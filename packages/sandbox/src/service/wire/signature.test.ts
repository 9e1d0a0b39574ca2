import assert from 'node:assert/strict';
import { constants, createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import { Merchant, xSign } from '../../../test/merchant.ts';
import { checkSignature, readKey } from './signature.ts';

/** `openssl dgst -sha256 -sign key.pem body.json | base64 -w0`; the private key was thrown away. */
const vector = {
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
const scheme = {
  header: 'x-sign',
  hash: 'SHA-256',
  padding: 'PKCS1-v1_5',
  encoding: 'base64',
} as const;
const result = (...values: string[]): string =>
  checkSignature(values, body, publicKey, scheme).result;

describe('one x-sign header', () => {
  it('is valid over the exact bytes', () => {
    assert.equal(result(good), 'valid');
  });
  it('is missing when absent or empty', () => {
    assert.equal(result(), 'missing');
    assert.equal(result(''), 'missing');
  });
  it('is refused twice, even when both are right', () => {
    assert.equal(result(good, good), 'doubled');
    assert.equal(result(`${good}, ${good}`), 'wrong-encoding');
  });
  it('has to be canonical base64, which Node alone would not notice', () => {
    assert.equal(result(good.replace(/=+$/, '')), 'wrong-encoding');
    assert.equal(result(`${good.slice(0, 76)}\n${good.slice(76)}`), 'wrong-encoding');
    assert.equal(result(`${good} `), 'wrong-encoding');
    assert.equal(result(`${good.slice(0, 9)}-${good.slice(10)}`), 'wrong-encoding');
    assert.equal(result(`${good.slice(0, 9)}_${good.slice(10)}`), 'wrong-encoding');
    assert.equal(result(`${good}AAAA`), 'wrong-encoding');
  });
  it('has to have loose bits of the last character at zero', () => {
    const last = good.at(-3) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const sloppy = alphabet[alphabet.indexOf(last) + 1] ?? '';
    assert.equal(result(`${good.slice(0, -3)}${sloppy}==`), 'wrong-encoding');
  });
  it('has to be as long as the key', () => {
    assert.equal(result(Buffer.alloc(255, 1).toString('base64')), 'wrong-length');
    assert.equal(result(Buffer.alloc(257, 1).toString('base64')), 'wrong-length');
  });
  it('is wrong by another key, hash or padding', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const pss = { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
    assert.equal(result(sign('sha256', body, other).toString('base64')), 'wrong');
    assert.equal(result(sign('sha1', body, privateKey).toString('base64')), 'wrong');
    assert.equal(result(sign('sha256', body, pss).toString('base64')), 'wrong');
  });
  it('matches a vector made by openssl', () => {
    const key = createPublicKey(vector.publicKey);
    const check = checkSignature([vector.signature], Buffer.from(vector.body), key, scheme);
    assert.equal(check.result, 'valid');
  });
});

describe('the explanation of a wrong signature', () => {
  const explain = (text: string, input: object = {}, hash = 'sha256'): string => {
    const signature = sign(hash, Buffer.from(text), { key: privateKey, ...input });
    return checkSignature([signature.toString('base64')], json, publicKey, scheme).explanation;
  };
  const json = Buffer.from('{"url":"https://x.test/","name":"Іван"}');
  const text = json.toString();

  it('names the hash and the padding that were used', () => {
    assert.match(explain(text, {}, 'sha1'), /exactly these bytes with SHA-1 and PKCS1-v1_5/);
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING };
    assert.match(explain(text, pss), /exactly these bytes with SHA-256 and PSS/);
  });

  it('names the bytes that were signed instead of those that were sent', () => {
    const sortedText = '{"name":"Іван","url":"https://x.test/"}';
    assert.match(explain(`${text}\n`), /signed the body with a newline at its end\./);
    assert.match(explain(text.replaceAll('/', '\\/')), /with its slashes escaped\./);
    assert.match(explain(JSON.stringify(JSON.parse(text), null, 2)), /the same JSON, indented\./);
    assert.match(explain(sortedText), /in the order of its names\./);
    assert.match(explain(''), /signed an empty body\./);
  });

  it('says that a hash was signed, which is then hashed again', () => {
    const digest = createHash('sha256').update(json);
    const signature = sign('sha256', digest.copy().digest(), privateKey).toString('base64');
    const { explanation } = checkSignature([signature], json, publicKey, scheme);
    assert.match(explanation, /signed the SHA-256 of the body, which was hashed twice\./);
    assert.match(explain(digest.digest('hex')), /signed the SHA-256 of the body in hex\./);
  });

  it('names a wrong encoding of a right signature', () => {
    const signature = sign('sha256', json, privateKey);
    const base64 = signature.toString('base64');
    for (const [value, encoding] of [
      [signature.toString('hex'), 'hex'],
      [signature.toString('hex').toUpperCase(), 'hex'],
      [base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''), 'base64url'],
      [base64.replace(/=+$/, ''), 'base64 without its padding'],
      [`${base64.slice(0, 76)} ${base64.slice(76)}`, 'base64 in several lines'],
      [Buffer.from(base64).toString('base64'), 'base64 of base64'],
      [`RSA ${base64}`, 'base64 with a word before it'],
      [`"${base64}"`, 'base64 in quotes'],
    ] as const) {
      const { result, explanation } = checkSignature([value], json, publicKey, scheme);
      assert.equal(result, 'wrong-encoding', encoding);
      assert.equal(
        explanation,
        `The header x-sign is ${encoding}. The signature itself is right: write it as base64 in one line.`,
      );
    }
  });

  it('shows both hashes where the bytes are others', () => {
    assert.match(explain('{}'), /their hash is 44136fa355b3678a/);
  });

  it('says that another key signed', () => {
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
    const signature = sign('sha256', json, other).toString('base64');
    const { explanation } = checkSignature([signature], json, publicKey, scheme);
    assert.match(explanation, /another key made it/);
  });
});

describe('the merchant’s key', () => {
  it('has to be RSA of at least 2048 bits', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
    const read = (text: string) => readKey('merchantPublicKey', text, createPublicKey);
    const refusal = new TypeError(
      'merchantPublicKey has to be a PEM with an RSA key of at least 2048 bits',
    );
    for (const text of [pem(weak), pem(curve)]) assert.throws(() => read(text), refusal);
    assert.equal(read(pem(publicKey)).asymmetricKeyType, 'rsa');
  });
});

describe('a signed call over HTTP', () => {
  const session = '{"merchant_id":"m-1","callback_url":"http://127.0.0.1/hook"}';

  it('is done when the signature is right', async (t) => {
    const merchant = await Merchant.open(t);
    const answer = await merchant.call('/v1/session', session);
    assert.equal(answer.status, 200);
    assert.equal(merchant.sandbox.calls().at(-1)?.signature.result, 'valid');
  });

  it('is refused with a processing error and changes nothing otherwise', async (t) => {
    const merchant = await Merchant.open(t);
    const refusalOf = async (signatures: readonly string[], text = session): Promise<unknown> => {
      const { status, body: error } = await merchant.call('/v1/session', text, { signatures });
      assert.equal(status, 400);
      assert.deepEqual(
        { type: error['type'], error: error['error'], description: error['description'] },
        { type: 'processing', error: 'request sign is invalid', description: '' },
      );
      assert.match(String(error['uuid']), /^[0-9a-f-]{36}$/);
      return merchant.sandbox.calls().at(-1)?.signature.result;
    };
    const right = xSign(session);
    assert.equal(await refusalOf([]), 'missing');
    assert.equal(await refusalOf([xSign('{}')]), 'wrong');
    assert.equal(await refusalOf([right], `${session}\n`), 'wrong');
    assert.equal(await refusalOf([right], JSON.stringify(JSON.parse(session), null, 1)), 'wrong');
    assert.equal(await refusalOf([right, right]), 'wrong-encoding');
    assert.deepEqual(merchant.sandbox.ledger().sessions, []);
  });

  it('is refused when the header has two lines', async (t) => {
    const merchant = await Merchant.open(t);
    const line = `x-sign: ${xSign(session)}\r\n`;
    const head = `POST /v1/session HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${line}${line}`;
    const answer = await rawRequest(
      merchant.sandbox.url,
      `${head}content-length: ${session.length}\r\n\r\n${session}`,
    );
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal(merchant.sandbox.calls().at(-1)?.signature.result, 'doubled');
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
