import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { describe, it } from 'node:test';
import { pemSigner, pemVerifier, rotatingSigner, rotatingVerifier } from './index.ts';
import { utf8 } from './operations.ts';

const body = utf8('{"status":"paid"}');
const [old, fresh] = [pair(), pair()] as const;
const january = new Date('2027-01-01');
const february = new Date('2027-02-01');
const march = new Date('2027-03-01');

function pair() {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { signer: pemSigner(privateKey), verifier: pemVerifier(publicKey) };
}

async function signedBy(signature: string): Promise<'old' | 'fresh' | 'neither'> {
  if (await old.verifier.verify(body, signature)) return 'old';
  return (await fresh.verifier.verify(body, signature)) ? 'fresh' : 'neither';
}

describe('keys in rotation', () => {
  const keys = [
    { ...old, until: march },
    { ...fresh, from: february },
  ];

  it('sign with the newest that holds', async () => {
    let now = january;
    const signer = rotatingSigner(keys, { now: () => now.getTime() });
    assert.equal(await signedBy(await signer.sign(body)), 'old');
    now = february;
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
    now = march;
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
  });

  it('verify with any that holds, in the overlap with both', async () => {
    let now = january;
    const verifier = rotatingVerifier(keys, { now: () => now.getTime() });
    const [byOld, byFresh] = [await old.signer.sign(body), await fresh.signer.sign(body)];
    const accepted = async (): Promise<readonly boolean[]> =>
      Promise.all([verifier.verify(body, byOld), verifier.verify(body, byFresh)]);
    assert.deepEqual(await accepted(), [true, false]);
    now = february;
    assert.deepEqual(await accepted(), [true, true]);
    now = march;
    assert.deepEqual(await accepted(), [false, true]);
  });

  it('can come from a list that changes while the server runs', async () => {
    const list = [{ signer: old.signer, from: january }];
    const signer = rotatingSigner(() => list, { now: () => march.getTime() });
    assert.equal(await signedBy(await signer.sign(body)), 'old');
    list.push({ signer: fresh.signer, from: february });
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
  });

  for (const wrong of [new Date('2027-13-01'), '2027-01-01' as never, null as never]) {
    it(`are refused with ${String(wrong)}, at once or from where they come`, async () => {
      const error = { code: 'config_invalid', message: /invalid date/ };
      assert.throws(() => rotatingSigner([{ ...old, from: wrong }]), error);
      assert.throws(() => rotatingVerifier([{ ...old, until: wrong }]), error);
      const signer = rotatingSigner(() => [{ ...old, until: wrong }]);
      await assert.rejects(signer.sign(body), error);
      const verifier = rotatingVerifier(() => [{ ...old, until: wrong }]);
      await assert.rejects(verifier.verify(body, ''), error);
    });
  }

  it('sign nothing and accept nothing while none holds', async () => {
    const now = () => march.getTime();
    const gone = [{ ...old, until: february }];
    const refusal = { code: 'key_invalid', message: /valid now/ };
    await assert.rejects(rotatingSigner(gone, { now }).sign(body), refusal);
    const signature = await old.signer.sign(body);
    assert.equal(await rotatingVerifier(gone, { now }).verify(body, signature), false);
  });
});
