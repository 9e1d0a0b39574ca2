import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as crypto from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWalletServer, memoryStore, pemSigner, WalletServerError } from '../../src/index.ts';
import type { WalletServerOptions } from '../../src/index.ts';
import { addressList } from '../../src/node.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';
import { merchantKey } from '../service-stub.ts';

const folder = mkdtempSync(join(tmpdir(), 'wallet-buttons-'));
after(() => {
  rmSync(folder, { recursive: true });
});

const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const small = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: crypto.KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const locked = pair.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'x',
});

const service: WalletServerOptions['service'] = {
  baseUrl: 'https://service.example',
  merchantId: '1',
  signer: pemSigner(merchantKey),
  webhooks: 'confirm',
};
const options: WalletServerOptions = {
  service,
  store: memoryStore(),
  findOrder: () => null,
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
};
const start = (wrong: Partial<WalletServerOptions>) => (): unknown =>
  createWalletServer({ ...options, ...wrong });
const at = (baseUrl: string) => start({ service: { ...service, baseUrl } });

/** Bad inputs of group J, in the order of its list: what a server must not start with. */
describe('J: a server', () => {
  const refused: readonly (readonly [string, () => unknown, string, RegExp])[] = [
    ['J-1: without a key', () => pemSigner(''), 'key_invalid', /private key in PEM is needed/],
    [
      'J-2: with a public key to sign',
      () => pemSigner(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      'key_invalid',
      /not PUBLIC KEY/,
    ],
    [
      'J-3: with RSA of 1024 bits',
      () => pemSigner(pem(small.privateKey)),
      'key_invalid',
      /2048 is the least/,
    ],
    [
      'J-4: with a key of a curve',
      () => pemSigner(pem(curve.privateKey)),
      'key_invalid',
      /not an RSA key/,
    ],
    [
      'J-5: with an encrypted key and no passphrase',
      () => pemSigner(locked.toString()),
      'key_invalid',
      /encrypted/,
    ],
    [
      'J-7: with plain http to the service',
      at('http://service.example'),
      'config_invalid',
      /baseUrl must be https/,
    ],
    [
      'J-8: with the version in the base',
      at('https://service.example/v1'),
      'config_invalid',
      /before the version/,
    ],
    [
      'J-8: with a query in the base',
      at('https://service.example/?a=1'),
      'config_invalid',
      /no credentials, query/,
    ],
    [
      'J-8: with credentials in the base',
      at('https://u:p@service.example'),
      'config_invalid',
      /no credentials/,
    ],
    [
      'J-9: with a callback over http',
      start({ callbackUrl: 'http://shop.example/hook' }),
      'config_invalid',
      /callbackUrl/,
    ],
    [
      'J-9: with a relative callback',
      start({ callbackUrl: '/hook' }),
      'config_invalid',
      /callbackUrl/,
    ],
    [
      'J-9: with a way back over http',
      start({ redirectUrl: 'http://shop.example' }),
      'config_invalid',
      /redirectUrl/,
    ],
    [
      'J-10: with a network that is none',
      () => addressList(['203.0.113.0/33']),
      'config_invalid',
      /203\.0\.113\.0\/33/,
    ],
    [
      'J-10: with a domain that is a URL',
      start({ walletA: { domains: ['https://shop.example'] } }),
      'config_invalid',
      /walletA\.domains/,
    ],
    [
      'J-10: with a gateway in capitals',
      start({ walletA: { domains: [], validationHosts: ['Gateway.example'] } }),
      'config_invalid',
      /walletA\.validationHosts/,
    ],
    [
      'J-11: with a database in a folder that is not there',
      () => sqliteStore(join(folder, 'none', 'a.db')),
      'config_invalid',
      /database cannot be opened/,
    ],
    [
      'J-11: with a folder as database',
      () => sqliteStore(folder),
      'config_invalid',
      /database cannot be opened/,
    ],
  ];
  for (const [name, wrong, code, message] of refused) {
    test(`${name} does not start, and says what to do`, () => {
      assert.throws(wrong, (error) => {
        assert.ok(error instanceof WalletServerError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('\n'));
        assert.ok(error.suggestion);
        return true;
      });
    });
  }

  test('J-6: with a key whose lines end as on Windows starts', async () => {
    const signer = pemSigner(pem(pair.privateKey).replaceAll('\n', '\r\n'));
    assert.match(await signer.sign(new Uint8Array()), /^[\w+/]{342}==$/);
    start({ service: { ...service, signer } })();
  });

  test('J-12: on a Node without SQLite ends at once, and says what to do', () => {
    const store = fileURLToPath(new URL('../../src/store/sqlite.ts', import.meta.url));
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--no-experimental-sqlite',
        '--conditions=@wallet-buttons/source',
        '--input-type=module',
        '--eval',
        `import { sqliteStore } from ${JSON.stringify(store)}; sqliteStore(':memory:');`,
      ],
      { encoding: 'utf8' },
    );
    assert.notEqual(status, 0);
    assert.match(stderr, /WalletServerError: This runtime has no SQLite\./);
    assert.match(stderr, /Node 24\.15 or newer, or postgresStore/);
  });
});
