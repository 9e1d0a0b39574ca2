import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { encryptedVectorKey, vectorBody, vectorKey, vectorSignatures } from '../../test/vector.ts';
import { utf8 } from '../bytes.ts';
import { encryptedPemSigner, keyObjectSigner, pemSigner } from '../index.ts';

const key = crypto.createPrivateKey(vectorKey);

function encrypted(cipher: string, type: 'pkcs8' | 'pkcs1' = 'pkcs8'): string {
  return key.export({ type, format: 'pem', cipher, passphrase: 'a word' }).toString();
}

describe('an encrypted key', () => {
  for (const cipher of ['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc']) {
    test(`signs once ${cipher} is opened with its passphrase`, async () => {
      const signer = await encryptedPemSigner(encrypted(cipher), 'a word');
      assert.equal(await signer.sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
      assert.doesNotMatch(inspect(signer, { depth: 10, showHidden: true }), /a word|PRIVATE|MII/);
    });
  }

  test('may be derived with SHA-1 and from a word in UTF-8, as openssl does it', async () => {
    const signer = await encryptedPemSigner(encryptedVectorKey, 'пароль');
    assert.equal(await signer.sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
  });

  const refused: readonly (readonly [string, string, RegExp])[] = [
    ['with another passphrase', encryptedVectorKey, /passphrase|not an RSA key/],
    ['in the older form of PKCS#1', encrypted('aes-256-cbc', 'pkcs1'), /no PKCS#8/],
    ['by a cipher that Web Crypto lacks', encrypted('des-ede3-cbc'), /no PKCS#8/],
    ['that is open', vectorKey, /not encrypted/],
    ['that is none', 'a text', /no PKCS#8/],
    ['that is cut', encryptedVectorKey.replace(/\n.{64}\n/, '\n'), /no PKCS#8|passphrase/],
  ];
  for (const [name, pem, reason] of refused) {
    test(`is refused ${name}, and says what to do`, async () => {
      const opening = encryptedPemSigner(pem, 'another word');
      await assert.rejects(opening, { code: 'key_invalid', message: reason });
    });
  }

  test('of any other kind is read by Node, as both errors say', async () => {
    const pem = encrypted('aes-256-cbc', 'pkcs1');
    assert.throws(() => pemSigner(pem), { suggestion: /createPrivateKey/ });
    await assert.rejects(encryptedPemSigner(pem, 'a word'), { suggestion: /createPrivateKey/ });
    const signer = keyObjectSigner(crypto.createPrivateKey({ key: pem, passphrase: 'a word' }));
    assert.equal(await signer.sign(utf8(vectorBody)), vectorSignatures['SHA-256']);
  });
});
