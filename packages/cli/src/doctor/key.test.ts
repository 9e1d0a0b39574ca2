import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { dirname } from 'node:path';
import { describe, it } from 'node:test';
import { file, results, rsaPair } from '../../test/doctor.ts';
import { jsonFrom, run } from '../../test/run.ts';
import type { Finding } from './finding.ts';

const good = rsaPair();

describe('doctor looks at the key', () => {
  for (const id of [
    'key.parse',
    'key.locked',
    'key.kind',
    'key.mode',
    'key.fits',
    'key.sign',
    'key.git',
  ]) {
    it(`and passes ${id} for a good pair`, async () => {
      const key = await file('key.pem', good.privateKey);
      const half = await file('public.pem', good.publicKey);
      assert.deepEqual(await results(id, '--key', key, '--public-key', half), ['pass']);
    });
  }

  const lockedKey = createPrivateKey(good.privateKey).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'secret',
  });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const faults = [
    ['key.parse', 'something else', 'no key'],
    ['key.locked', 'a missing passphrase', lockedKey.toString()],
    ['key.kind', 'an elliptic curve', ec.export({ type: 'pkcs8', format: 'pem' }).toString()],
    ['key.kind', 'too few bits', rsaPair(1024).privateKey],
  ] as const;
  for (const [id, fault, pem] of faults) {
    it(`and finds ${fault}`, async () => {
      const key = await file('key.pem', pem);
      const service = ['--service', 'http://127.0.0.1:9', '--merchant-id', '17'];
      assert.deepEqual(await results(id, '--key', key, ...service), ['fail']);
    });
  }

  const privateHalf = createPrivateKey(good.privateKey);
  const publicHalf = createPublicKey(good.publicKey);
  const forms = [
    ['DER', privateHalf.export({ type: 'pkcs8', format: 'der' })],
    ['PKCS#1', privateHalf.export({ type: 'pkcs1', format: 'pem' })],
    ['a JSON Web Key', JSON.stringify(privateHalf.export({ format: 'jwk' }))],
    ['one line, with \\n as text', good.privateKey.replaceAll('\n', '\\n')],
    ['quotes', `"${good.privateKey}"`],
    ['base64', Buffer.from(good.privateKey).toString('base64')],
    ['UTF-16', Buffer.from(`\ufeff${good.privateKey}`, 'utf16le')],
  ] as const;
  for (const [form, content] of forms) {
    it(`and reads it in a form that the server reads: ${form}`, async () => {
      const key = await file('key', content);
      const half = await file('public.pem', good.publicKey);
      for (const id of ['key.parse', 'key.kind', 'key.fits', 'key.sign'])
        assert.deepEqual(await results(id, '--key', key, '--public-key', half), ['pass'], id);
    });
  }

  const publicForms = [
    ['DER', publicHalf.export({ type: 'spki', format: 'der' })],
    ['a JSON Web Key', JSON.stringify(publicHalf.export({ format: 'jwk' }))],
  ] as const;
  for (const [form, content] of publicForms) {
    it(`and reads the public half in a form that the server reads: ${form}`, async () => {
      const key = await file('key.pem', good.privateKey);
      const half = await file('public', content);
      assert.deepEqual(await results('key.fits', '--key', key, '--public-key', half), ['pass']);
    });
  }

  it('and reports a locked key in DER as locked', async () => {
    const options = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const;
    const der = privateHalf.export({ type: 'pkcs8', format: 'der', ...options });
    const key = await file('key.der', der);
    assert.deepEqual(await results('key.locked', '--key', key), ['fail']);
  });

  it('and finds that others can read it', async () => {
    const key = await file('key.pem', good.privateKey, 0o644);
    assert.deepEqual(await results('key.mode', '--key', key), ['warn']);
  });

  it('and finds that the service has the half of another pair', async () => {
    const key = await file('key.pem', good.privateKey);
    const half = await file('public.pem', rsaPair().publicKey);
    assert.deepEqual(await results('key.fits', '--key', key, '--public-key', half), ['fail']);
    assert.deepEqual(await results('key.sign', '--key', key, '--public-key', half), ['fail']);
  });

  it('and ends with 2, and a sentence, for a public key of another kind', async () => {
    const key = await file('key.pem', good.privateKey);
    const half = createPublicKey(ec).export({ type: 'spki', format: 'pem' });
    const { code, err } = await run(
      'doctor',
      '--key',
      key,
      '--public-key',
      await file('public.pem', half),
    );
    assert.equal(code, 2);
    assert.match(err, /error: .*RSA/);
  });

  it('and ends with 2, and a sentence, for a private key in place of the public one', async () => {
    const key = await file('key.pem', good.privateKey);
    const { code, err } = await run('doctor', '--key', key, '--public-key', key);
    assert.equal(code, 2);
    assert.match(err, /key\.pem is a private key.*merchant-public\.pem/);
  });

  it('and names the halves that it compares', async () => {
    const key = await file('key.pem', good.privateKey);
    const half = await file('public.pem', good.publicKey);
    const { out } = await run('doctor', '--key', key, '--public-key', half);
    assert.match(
      out,
      /pass {2}key\.fits +The public half of --key is the one in --public-key: \w{12}…/,
    );
  });

  it('and names a remedy for each cause', async (test) => {
    const fixOf = async (id: string, pem: string, ...args: readonly string[]): Promise<string> => {
      const key = await file('key.pem', pem);
      const { findings } = jsonFrom(await run('doctor', '--json', '--key', key, ...args));
      return (findings as readonly Finding[]).find((each) => each.id === id)?.fix ?? '';
    };
    const openssh =
      '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n';
    assert.match(await fixOf('key.parse', openssh), /ssh-keygen -p/);
    assert.match(await fixOf('key.parse', good.publicKey), /private/);
    const cut = good.privateKey.slice(0, 900);
    assert.match(await fixOf('key.parse', cut), /no END line/);
    assert.match(await fixOf('key.locked', lockedKey.toString()), /^Set the passphrase/);
    process.env['WALLET_KEY_PASSPHRASE'] = 'another';
    test.after(() => delete process.env['WALLET_KEY_PASSPHRASE']);
    assert.match(await fixOf('key.locked', lockedKey.toString()), /^Correct the passphrase/);
    const half = await file('public.pem', rsaPair().publicKey);
    assert.match(await fixOf('key.sign', good.privateKey, '--public-key', half), /one pair/);
  });

  it('and finds it in the index of Git', async () => {
    const key = await file('key.pem', good.privateKey);
    execFileSync('git', ['init', '-q'], { cwd: dirname(key) });
    execFileSync('git', ['add', 'key.pem'], { cwd: dirname(key) });
    assert.deepEqual(await results('key.git', '--key', key), ['fail']);
  });

  it('and finds a passphrase that does not fit', async (test) => {
    const key = await file('key.pem', lockedKey);
    process.env['WALLET_KEY_PASSPHRASE'] = 'another';
    test.after(() => delete process.env['WALLET_KEY_PASSPHRASE']);
    assert.deepEqual(await results('key.locked', '--key', key), ['fail']);
    assert.deepEqual(await results('key.parse', '--key', key), ['skip']);
  });

  it('and does not pass where Git refuses to look', async (test) => {
    const key = await file('key.pem', good.privateKey);
    execFileSync('git', ['init', '-q'], { cwd: dirname(key) });
    execFileSync('git', ['add', 'key.pem'], { cwd: dirname(key) });
    // As for a repository of another user.
    process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER'] = '1';
    test.after(() => delete process.env['GIT_TEST_ASSUME_DIFFERENT_OWNER']);
    assert.deepEqual(await results('key.git', '--key', key), ['skip']);
  });

  it('and skips what it was not given', async () => {
    assert.deepEqual(await results('key.parse', '--wallet-a-id', 'merchant.x'), ['skip']);
  });
});
