import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { describe, it } from 'node:test';
import { pemSigner, pemVerifier } from '@wallet-buttons/server';
import { readSettings } from './configuration/settings.ts';
import { KeyRing } from './key-ring.ts';
import { variables } from '../test/settings.ts';

const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
const [oldPair, newPair] = [pair(), pair()];
const bytes = new TextEncoder().encode('a call');

/** Which of the two keys signs, if they change at a time. */
async function signsWith(nextKeyFrom: string): Promise<readonly boolean[]> {
  const settings = readSettings(
    null,
    variables({
      WALLET_SERVICE_KEY: oldPair.privateKey,
      WALLET_SERVICE_NEXT_KEY: newPair.privateKey,
      WALLET_SERVICE_NEXT_KEY_FROM: nextKeyFrom,
    }),
  );
  const signature = await new KeyRing(settings).signer.sign(bytes);
  const verifiers = [oldPair, newPair].map(({ publicKey }) => pemVerifier(publicKey));
  return Promise.all(verifiers.map(async (each) => each.verify(bytes, signature)));
}

describe('the keys during a rotation', () => {
  it('sign with the old one until the time of the change, then with the new one', async () => {
    assert.deepEqual(await signsWith('2999-01-01T00:00:00Z'), [true, false]);
    assert.deepEqual(await signsWith('2020-01-01T00:00:00Z'), [false, true]);
  });

  it('need the time of the change', async () => {
    await assert.rejects(signsWith(''), { code: 'config_invalid' });
    await assert.rejects(signsWith('soon'), { code: 'config_invalid' });
  });

  it('verify a webhook by either key of the service', async () => {
    const settings = readSettings(
      null,
      variables({ WALLET_SERVICE_WEBHOOK_KEY: `${oldPair.publicKey}${newPair.publicKey}` }),
    );
    const ring = new KeyRing(settings);
    for (const { privateKey } of [oldPair, newPair]) {
      const signature = await pemSigner(privateKey).sign(bytes);
      assert.equal(await ring.verifier.verify(bytes, signature), true);
    }
    const foreign = await pemSigner(pair().privateKey).sign(bytes);
    assert.equal(await ring.verifier.verify(bytes, foreign), false);
  });
});
