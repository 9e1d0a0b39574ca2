import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as crypto from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { merchantKey } from '@wallet-buttons/service-client/testing/service-stub.js';
import {
  CodedError,
  createWalletServer,
  memoryStore,
  pemSigner,
  type WalletServerOptions,
} from '../../src/index.ts';
import { addressList, toNodeListener } from '../../src/node/listener.ts';
import { sqliteStore } from '../../src/store/sqlite.ts';

const folder = temporaryFolder();

const pair = crypto.generateKeyPairSync('rsa', { modulusLength: 2048 });
const small = crypto.generateKeyPairSync('rsa', { modulusLength: 1024 });
const curve = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: crypto.KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString();
const encryptedKey = pair.privateKey.export({
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
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const start = (wrong: Partial<WalletServerOptions>) => (): unknown =>
  createWalletServer({ ...options, ...wrong });
const startAt = (baseUrl: string) => start({ service: { ...service, baseUrl } });

/** Options with which a server must not start. */
describe('a server', () => {
  const refusals: readonly (readonly [string, () => unknown, string, RegExp])[] = [
    ['without a key', () => pemSigner(''), 'key_invalid', /private key is missing/],
    [
      'with a public key to sign',
      () => pemSigner(pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      'key_invalid',
      /private key is needed, not a public one/,
    ],
    [
      'with RSA of 1024 bits',
      () => pemSigner(pem(small.privateKey)),
      'key_invalid',
      /2048 or more/,
    ],
    [
      'with a key of a curve',
      () => pemSigner(pem(curve.privateKey)),
      'key_invalid',
      /not an RSA key/,
    ],
    [
      'with an encrypted key and no passphrase',
      () => pemSigner(encryptedKey.toString()),
      'key_invalid',
      /encrypted/,
    ],
    [
      'with plain http to the service',
      startAt('http://service.example'),
      'config_invalid',
      /baseUrl must be https/,
    ],
    [
      'with the version in the base',
      startAt('https://service.example/v1'),
      'config_invalid',
      /before the version/,
    ],
    [
      'with a query in the base',
      startAt('https://service.example/?a=1'),
      'config_invalid',
      /no query/,
    ],
    [
      'with credentials in the base',
      startAt('https://u:p@service.example'),
      'config_invalid',
      /no credentials/,
    ],
    [
      'with a callback over http',
      start({ callbackUrl: 'http://shop.example/hook' }),
      'config_invalid',
      /callbackUrl/,
    ],
    ['with a relative callback', start({ callbackUrl: '/hook' }), 'config_invalid', /callbackUrl/],
    [
      'with a return over http',
      start({ returnUrl: 'http://shop.example/wallet/return' }),
      'config_invalid',
      /returnUrl/,
    ],
    [
      'with a return at another path',
      start({ returnUrl: 'https://shop.example/wallet' }),
      'config_invalid',
      /returnUrl/,
    ],
    [
      'with a way back over http',
      start({ redirectUrl: 'http://shop.example' }),
      'config_invalid',
      /redirectUrl/,
    ],
    [
      'with a malformed network',
      () => addressList(['203.0.113.0/33']),
      'config_invalid',
      /203\.0\.113\.0\/33/,
    ],
    [
      'with a domain that is a URL',
      start({ walletA: { domains: ['https://shop.example'] } }),
      'config_invalid',
      /walletA\.domains/,
    ],
  ];
  const misspelt: readonly (readonly [string, object, RegExp])[] = [
    ['onStatuschange', { onStatuschange: () => undefined }, /no option onStatuschange/],
    ['allowedOrigin', { allowedOrigin: [] }, /no option allowedOrigin/],
    ['service.timeOut', { service: { ...service, timeOut: 5 } }, /no option service\.timeOut/],
    ['walletA.domain', { walletA: { domains: [], domain: 'a' } }, /no option walletA\.domain/],
    ['service.reshape.answers', { service: { ...service, reshape: { answers: 1 } } }, /reshape/],
  ];
  for (const [name, wrong, message] of misspelt) {
    it(`with the unknown option ${name} does not start`, () => {
      assert.throws(start(wrong), { code: 'config_invalid', message });
    });
  }

  const ofWrongType: readonly (readonly [string, object])[] = [
    ['onStatusChange', { onStatusChange: 'https://shop.example/hook' }],
    ['webhookFrom', { webhookFrom: ['192.0.2.1'] }],
    ['trace', { trace: {} }],
    ['merchant', { merchant: '' }],
    ['merchant', { merchant: 5 }],
    ['allowedOrigins', { allowedOrigins: null }],
    ['walletA', { walletA: 'shop.example' }],
    ['walletA.domainAssociation', { walletA: { domains: [], domainAssociation: 5 } }],
    ['walletA.domainAssociation', { walletA: { domains: [], domainAssociation: '' } }],
    ['service.profile', { service: { ...service, profile: 'profile.json' } }],
    ['service.profile', { service: { ...service, profile: null } }],
    ['service.reshape', { service: { ...service, reshape: null } }],
    ['service.reshape.request', { service: { ...service, reshape: { request: 'x' } } }],
    ['service.fetch', { service: { ...service, fetch: 'x' } }],
    ['service.record', { service: { ...service, record: 'x' } }],
    ['service.baseUrls', { service: { ...service, baseUrls: null } }],
  ];
  for (const [index, [name, wrong]] of ofWrongType.entries()) {
    it(`with ${name} of a wrong type does not start (${String(index + 1)})`, () => {
      assert.throws(start(wrong), (error) => {
        assert.ok(error instanceof CodedError);
        assert.equal(error.code, 'config_invalid');
        assert.ok(error.message.startsWith(`${name} must be `), error.message);
        return true;
      });
    });
  }

  it('without any options does not start', () => {
    for (const none of [undefined, null, 'options']) {
      const create = () => createWalletServer(none as never);
      assert.throws(create, { code: 'config_invalid', message: 'The options are missing.' });
    }
  });

  for (const [name, wrong, code, message] of refusals) {
    it(`${name} does not start, and says what to do`, () => {
      assert.throws(wrong, (error) => {
        assert.ok(error instanceof CodedError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.ok(!error.message.includes('\n'));
        assert.ok(error.suggestion);
        return true;
      });
    });
  }

  it('with a key whose lines end as on Windows starts', async () => {
    const signer = pemSigner(pem(pair.privateKey).replaceAll('\n', '\r\n'));
    assert.match(await signer.sign(new Uint8Array()), /^[\w+/]{342}==$/);
    start({ service: { ...service, signer } })();
  });

  for (const [name, file] of [
    ['in a folder that does not exist', join(folder, 'none', 'a.db')],
    ['that is a folder', folder],
  ] as const) {
    it(`with a database ${name} does not start, and says what to do`, async () => {
      const wallet = createWalletServer({ ...options, logger, store: sqliteStore(file) });
      await assert.rejects(wallet.start(), {
        code: 'config_invalid',
        message: /database cannot be opened/,
      });
    });
  }

  it('on a Node without SQLite ends at once, and says what to do', () => {
    const store = import.meta.resolve('../../src/store/sqlite.ts');
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--no-experimental-sqlite',
        '--conditions=@wallet-buttons/source',
        '--input-type=module',
        '--eval',
        `import { sqliteStore } from ${JSON.stringify(store)}; await sqliteStore(':memory:').open();`,
      ],
      { encoding: 'utf8' },
    );
    assert.notEqual(status, 0);
    assert.match(stderr, /WalletServerError: This runtime has no usable SQLite\./);
    assert.match(stderr, /Node 22\.16/);
  });

  it('on a Node below the floor ends at once, and names the floor', (test) => {
    const { versions } = process;
    test.after(() => {
      Object.defineProperty(process, 'versions', { value: versions });
    });
    const wallet = createWalletServer(options);
    for (const node of ['20.19.0', '22.15.1', '23.11.0']) {
      Object.defineProperty(process, 'versions', {
        value: { ...versions, node },
        configurable: true,
      });
      assert.throws(() => toNodeListener(wallet, { reconcileEvery: false }), {
        code: 'config_invalid',
        message: `Node 22.16, or Node 24 and newer, is needed; this is ${node}.`,
      });
    }
    for (const node of ['22.16.0', '24.0.0', '26.1.0']) {
      Object.defineProperty(process, 'versions', {
        value: { ...versions, node },
        configurable: true,
      });
      toNodeListener(wallet, { reconcileEvery: false });
    }
  });
});
