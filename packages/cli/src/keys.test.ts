import assert from 'node:assert/strict';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { pemSigner, pemVerifier } from '@wallet-buttons/service-client';
import { jsonFrom, run } from '../test/run.ts';

describe('keys', () => {
  it('writes a pair with which the server signs and the service verifies', async () => {
    const place = temporaryFolder();
    assert.equal((await run('keys', '--out', place)).code, 0);
    const [privatePem, publicPem] = await Promise.all(
      ['private', 'public'].map(async (half) =>
        readFile(join(place, `merchant-${half}.pem`), 'utf8'),
      ),
    );
    const bytes = new TextEncoder().encode('{}');
    const signature = await pemSigner(privatePem ?? '').sign(bytes);
    assert.ok(await pemVerifier(publicPem ?? '').verify(bytes, signature));
  });

  it('prints no private key, and lets only its owner read it', async () => {
    const parent = temporaryFolder();
    for (const json of [[], ['--json']]) {
      const place = join(parent, String(json.length));
      const ran = await run('keys', '--out', place, ...json);
      const pem = await readFile(join(place, 'merchant-private.pem'), 'utf8');
      const lines = pem.split('\n').filter((line) => line.length > 20);
      for (const line of lines) assert.ok(!`${ran.out}${ran.err}`.includes(line));
      const { mode } = await stat(join(place, 'merchant-private.pem'));
      assert.equal(mode & 0o777, 0o600);
    }
  });

  it('never replaces a key that exists', async () => {
    const place = temporaryFolder();
    await writeFile(join(place, 'merchant-private.pem'), 'the only copy');
    const { code, err } = await run('keys', '--out', place);
    assert.equal(code, 2);
    assert.match(err, /exists and is not replaced/);
    assert.equal(await readFile(join(place, 'merchant-private.pem'), 'utf8'), 'the only copy');
  });

  it('leaves no half of a pair where the other half cannot be written', async () => {
    const place = temporaryFolder();
    await writeFile(join(place, 'merchant-public.pem'), 'of another pair');
    assert.equal((await run('keys', '--out', place)).code, 2);
    assert.deepEqual(await readdir(place), ['merchant-public.pem']);
  });

  it('names the fingerprint of the public key for comparison', async () => {
    const place = temporaryFolder();
    const ran = await run('keys', '--out', place, '--json', '--bits', '3072');
    const { fingerprint, bits } = jsonFrom(ran);
    assert.match(String(fingerprint), /^[0-9a-f]{64}$/);
    assert.equal(bits, 3072);
  });
});
