import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { run, runWith } from '../test/run.ts';

const names = ['--merchant-id', 'merchant.ua.example', '--country', 'UA'];

/** The request as OpenSSL reads it; it verifies the signature first. */
function read(file: string): string {
  const nameopt = ['-nameopt', 'utf8,sep_comma_plus_space,-esc_msb,lname'];
  const { stdout, stderr } = spawnSync(
    'openssl',
    ['req', '-in', file, '-noout', '-verify', '-text', ...nameopt],
    { encoding: 'utf8' },
  );
  return `${stdout}${stderr}`;
}

describe('csr', () => {
  const kinds = [
    ['payment-processing', /ASN1 OID: prime256v1/, /ecdsa-with-SHA256/],
    ['merchant-identity', /Public-Key: \(2048 bit\)/, /sha256WithRSAEncryption/],
  ] as const;
  for (const [answer, code] of [
    [true, 0],
    [false, 2],
  ] as const) {
    it(`asks whose key it is, and ends with ${String(code)} after ${String(answer)}`, async () => {
      const place = temporaryFolder();
      let askedQuestion = '';
      const ask = async (question: string): Promise<boolean> => {
        askedQuestion = question;
        return Promise.resolve(answer);
      };
      const args = [
        'csr',
        'payment-processing',
        ...names,
        '--organization',
        'Shop',
        '--out',
        place,
      ];
      assert.equal((await runWith({ ask }, ...args)).code, code);
      assert.match(askedQuestion, /Whose key is it\?.*\nHas the service asked for a request/);
      assert.equal(existsSync(join(place, 'payment-processing.key.pem')), answer);
    });
  }

  for (const [kind, key, signature] of kinds) {
    it(`makes a request for ${kind} that OpenSSL verifies`, async () => {
      const place = temporaryFolder();
      const organization = ['--organization', 'Shop'];
      const ran = await run(
        'csr',
        kind,
        ...names,
        ...organization,
        '--key-is-mine',
        '--out',
        place,
      );
      assert.equal(ran.code, 0, ran.err);
      const text = read(join(place, `${kind}.csr.pem`));
      assert.match(text, /verify OK/i);
      assert.match(text, key);
      assert.match(text, signature);

      const keyFile = join(place, `${kind}.key.pem`);
      assert.equal(statSync(keyFile).mode & 0o777, 0o600);
      const publicKey = execFileSync('openssl', ['pkey', '-in', keyFile, '-pubout'], {
        encoding: 'utf8',
      });
      const command = ['req', '-in', join(place, `${kind}.csr.pem`), '-noout', '-pubkey'];
      assert.equal(execFileSync('openssl', command, { encoding: 'utf8' }), publicKey);
      const secret = readFileSync(keyFile, 'utf8').split('\n')[2] ?? assert.fail();
      assert.ok(!`${ran.out}${ran.err}`.includes(secret));
    });
  }

  for (const name of ['Магазин "Приклад", ТОВ', '#1 Shop', 'A+B=C; D\\E', '商店']) {
    it(`keeps the name ${name} whole`, async () => {
      const place = temporaryFolder();
      const args = [...names, '--organization', name, '--key-is-mine', '--out', place];
      assert.equal((await run('csr', 'payment-processing', ...args)).code, 0);
      const text = read(join(place, 'payment-processing.csr.pem'));
      const plain = text.replaceAll(/\\(?=[",#+;=\\])/g, '');
      assert.ok(plain.includes(name), text);
    });
  }

  it('asks whose key it is where the option is missing', async () => {
    const place = temporaryFolder();
    const args = [...names, '--organization', 'Shop', '--out', place];
    const { code, err } = await run('csr', 'payment-processing', ...args);
    assert.equal(code, 2);
    assert.match(err, /Whose key is it\? .*decrypts/);
    assert.ok(!existsSync(join(place, 'payment-processing.key.pem')));
  });

  it('ends with 2 for an empty or malformed name', async () => {
    const place = temporaryFolder();
    for (const wrong of [
      ['--organization', ' '],
      ['--organization', 'Shop', '--country', 'Ukraine'],
      ['--organization', 'Shop', '--merchant-id', 'merchant id'],
      ['--organization', 'Shop', '--merchant-id', 'merchant.'],
      ['--organization', 'Shop\nOU=Another'],
      ['--organization', 'Shop\u2028Another'],
    ]) {
      const args = [...names, ...wrong, '--key-is-mine', '--out', place];
      assert.equal((await run('csr', 'merchant-identity', ...args)).code, 2);
    }
  });

  const args = ['csr', 'merchant-identity', '--organization', 'Shop', '--key-is-mine'];
  for (const id of ['BCR2DN4T', '123456', 'shop-1']) {
    it(`refuses the id ${id}, which is not one of wallet A`, async () => {
      const place = temporaryFolder();
      const options = ['--merchant-id', id, '--country', 'UA', '--out', place];
      const { code, err } = await run(...args, ...options);
      assert.equal(code, 2);
      assert.match(err, /--merchant-id is the one of wallet A: it begins with "merchant\."/);
      assert.deepEqual(readdirSync(place), []);
    });
  }

  for (const country of ['XX', 'ZZ', 'UK', 'EU']) {
    it(`refuses the country ${country}, which ISO 3166 does not have`, async () => {
      const place = temporaryFolder();
      const options = ['--merchant-id', 'merchant.x', '--country', country, '--out', place];
      const { code, err } = await run(...args, ...options);
      assert.equal(code, 2);
      assert.match(err, /is not a country of ISO 3166/);
    });
  }
});
