import assert from 'node:assert/strict';
import * as crypto from 'node:crypto';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
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

  beforeEach(() => {
    mock.timers.enable({ apis: ['Date'], now: january });
  });
  afterEach(() => {
    mock.timers.reset();
  });

  it('sign with the newest that holds', async () => {
    const signer = rotatingSigner(keys);
    assert.equal(await signedBy(await signer.sign(body)), 'old');
    mock.timers.setTime(february.getTime());
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
    mock.timers.setTime(march.getTime());
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
  });

  it('verify with any that holds, in the overlap with both', async () => {
    const verifier = rotatingVerifier(keys);
    const [byOld, byFresh] = [await old.signer.sign(body), await fresh.signer.sign(body)];
    const verifyBoth = async (): Promise<readonly boolean[]> =>
      Promise.all([verifier.verify(body, byOld), verifier.verify(body, byFresh)]);
    assert.deepEqual(await verifyBoth(), [true, false]);
    mock.timers.setTime(february.getTime());
    assert.deepEqual(await verifyBoth(), [true, true]);
    mock.timers.setTime(march.getTime());
    assert.deepEqual(await verifyBoth(), [false, true]);
  });

  it('may change while the server runs', async () => {
    const list = [{ signer: old.signer, from: january }];
    mock.timers.setTime(march.getTime());
    const signer = rotatingSigner(list);
    assert.equal(await signedBy(await signer.sign(body)), 'old');
    list.push({ signer: fresh.signer, from: february });
    assert.equal(await signedBy(await signer.sign(body)), 'fresh');
  });

  for (const wrong of [new Date('2027-13-01'), '2027-01-01' as never, null as never]) {
    it(`are refused with ${String(wrong)}, at once`, () => {
      const error = { code: 'config_invalid', message: /invalid date/ };
      assert.throws(() => rotatingSigner([{ ...old, from: wrong }]), error);
      assert.throws(() => rotatingVerifier([{ ...old, until: wrong }]), error);
    });
  }

  it('sign nothing and accept nothing while none holds', async () => {
    mock.timers.setTime(march.getTime());
    const expiredKeys = [{ ...old, until: february }];
    const refusal = { code: 'key_invalid', message: /valid now/ };
    await assert.rejects(rotatingSigner(expiredKeys).sign(body), refusal);
    const signature = await old.signer.sign(body);
    assert.equal(await rotatingVerifier(expiredKeys).verify(body, signature), false);
  });
});
