import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { utf8 } from '../bytes.ts';
import { pemSigner, pemVerifier } from './signature.ts';

const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const other = crypto.generateKeyPairSync('rsa', { modulusLength: 3072 });
const small = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pkcs8 = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pkcs1 = pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const spki = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const pem = (key: crypto.KeyObject): string =>
  key.export({ type: key.type === 'public' ? 'spki' : 'pkcs8', format: 'pem' }).toString();

/** Made once by `openssl dgst -sha256 -sign`; the key serves this test only. */
const vectorKey = `-----BEGIN PRIVATE KEY-----
MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDUdY/3hiJqVWeV
Q+8YPJrtpv4GQTLTozuRdUlZS60KLEjAt/PEAaLVQ6wzTTalGe4H9o2CI7xszbax
Gs090vtAW0AXD/N5390Vnj9v0Sz8W5OBwGnanx8Mm4C8RoixAjQK3BC2kLWBrrxd
pLjBSE/3duLq8Gge8QL+MEU2luYt4wL5DzVlTdXYYLPamB3vBOBI35Wx6nG43lkV
eCnQdQC6Li8dEcdmpMfwanQGFGmRGM5jtE8fYr0WMB0pR+gwDsXDUqeJmezEsaNr
TXt340rlDhP7ER73pgFNM6PwGcbCqiBPrSGvQrtfRUv58H3MVL83LLlvc6rnmcXQ
Rups3VTFAgMBAAECggEANJHCRaTS7yyirLRafMzCKPug7ztCsEs7egpjU8z9y/6Z
IdZiYqVk/Q/5k9gPJVr9IstGyGS/QszD356aGioSMSJjAVHZFNbnhWnamHhRgT/H
h9tsVcP5ks0HVY6+U84PwoAhQosb3jK2ORWBAZI69yhbjXZezQkljG+1MIS1/7Qw
mA5ijHECQ8Ij8TakL3xMGixw+4dV/MAZ4BT7cszbbHS/OzQDCi0iiveksgUjM9l/
a8Hb9U/Knbf+MG9lzBNovDi90tWmzpQFuNWyd/PWWCB3owNgjysG+BC+oIpQxhOK
1TT6p4Wtorq6WfwNSomUM4aNn/gsXsBFPNYE7jsiIQKBgQDwps8eLO0k0QOwZpYb
fnbDWS3wi9sQqyMoOanQHvEDcpQOW7nn/J1qxxO2wDpmtCp78jv7LAGCtLnQsNC1
sWimqojnzCwu51ZiGujQ5d5oMwArxbaJWovyC38R30ZmA6agqvgysTlVt4AcsyWS
ScfasdPuJhcHPFUWsL8+7YjTTwKBgQDiAnKxomjLebeSXb04RVrH1m0ktQVgvI2/
EFzht3JWC1tNFejjGvcfp3kYz3v3GhwdkaexbA8C2addo9KpqZH28NsE5KbNFGBd
hwZl5ysuB/QliGiL+Z6Sjf339yxE1CnAa8AtDvR6G9Ri21c+wrnfpB6NzeFOkCr7
tCC2KlUhqwKBgDuOXLWwEqRI4evXB5EYVBX2TQs54WYXpGTBGIh8D9N1mLSQ+Moz
11VknTleC1X9goIYKcX4Vwtc5JuEFrLQjACrNaR///M/pz4yQKnqKYeKD6HFlW4a
rYWiWLk4k3iNsMAUb8ZD29edySPRJhw1DDPQTI2keZB92uT5qurM6E67AoGAN2M8
MnZH0l3g9BjO74RnrAPLuaw3Ri7PWhyrdpGbjqS32ltdOJL6LyK+1aq7iaI3c7On
ch62Sw+GKbelP/kTkX4TXs6eZjHxL9qQYdbWSTCfz7bvUCZ7ixULQYKssa2BEewW
K7S3i1lYomV4qyPTo5A4AK6M4dEJB6hsP9h+BoMCgYAyZh1TQTAryLjS9W+/JGPW
0PxR8p1mi4DLM2ZxAYVtW4dtStqTq+R31ryhiWPZvHWoTbZj/Q/SMOs2acTJWz6f
ISEGfu6DB1TgUb/ggDXmHY7MmnuYRdJsF64+LnX6e3B6Iksv8lMzZa8b2cRiIfp7
xfGvs/evlJb9UbJw6HZ0oQ==
-----END PRIVATE KEY-----
`;
const vectorBody = '{"order":"Замовлення/1","note":"a\u2028b €"}';
const vectorSignature =
  'De4YHwe/tSJlSK78h+lvD6bzMrL1exFwxcEzwcF1x/JYv4kVbDEZexLTgCaEFjXh1QhME4ebsJb73Si0' +
  '6zvMdIPdsdWAhtxQk2OmW3zVZ821Ka/v4qTwEz7sKpkeomwo9GV80JIKKlWYKlPXtAQfFv9yKJRoZBFY' +
  'a6WrMLiNDGocGXoO0xj6RdBk8bMoU1GWKvKf9YYOpCy/YtFBMqyREj9Isdpl51Nce2DxgYdVaAS1yRBA' +
  'w9nRv8CJQwKZFlbeeHIEjiIFFT9lnI/CWjqxde5AcP9z2BmMCA+AEL+mXEq47Gphh8ocCgkLJPuXwV5v' +
  'Guvd7QXD6cs84SFLcgQKzA==';

describe('signing', () => {
  test('gives the same bytes as openssl', async () => {
    assert.equal(await pemSigner(vectorKey).sign(utf8(vectorBody)), vectorSignature);
  });

  test('reads PKCS#8 and PKCS#1, with any line ends', async () => {
    const bytes = utf8('{}');
    const expected = crypto.sign('sha256', bytes, pair.privateKey).toString('base64');
    assert.equal(await pemSigner(pkcs8).sign(bytes), expected);
    assert.equal(await pemSigner(pkcs1).sign(bytes), expected);
    assert.equal(await pemSigner(pkcs8.replaceAll('\n', '\r\n')).sign(bytes), expected);
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
  for (const [name, text, reason] of refused) {
    test(`refuses ${name} at once, and says what to do`, () => {
      assert.throws(() => pemSigner(text), { code: 'key_invalid', message: reason });
    });
  }

  test('shows nothing of the key when inspected', () => {
    const shown = inspect(pemSigner(pkcs8), { depth: 10, showHidden: true });
    assert.doesNotMatch(shown, /PRIVATE|MII/);
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
