import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { keys, secret, variables } from '../../test/settings.ts';
import { unknownVariables } from './configuration.ts';
import { readSettings } from './settings.ts';

const whole = {
  service: { baseUrl: 'https://service.example', merchantId: 'shop-1', keyFile: 'merchant.pem' },
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
  hooks: {
    findOrder: 'http://shop:8080/find-order',
    statusChange: 'http://shop:8080/status-change',
    secretsFile: 'hooks.txt',
  },
};

function written(json: object): string {
  const place = temporaryFolder();
  writeFileSync(join(place, 'wallet.json'), JSON.stringify(json));
  writeFileSync(join(place, 'merchant.pem'), keys.privateKey);
  writeFileSync(join(place, 'hooks.txt'), `${secret}\n`);
  return join(place, 'wallet.json');
}

function problemsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    assert.equal((error as { readonly code?: string }).code, 'config_invalid');
    return (error as Error).message.split('\n');
  }
  return assert.fail('Nothing is wrong.');
}

describe('the configuration', () => {
  it('reads wallet.json and the files beside it', () => {
    const file = written(whole);
    const settings = readSettings(file, {});
    assert.equal(settings.key, keys.privateKey.trim());
    assert.deepEqual(settings.secrets, [secret]);
    assert.equal(settings.database, join(file, '../payments.db'));
    assert.equal(settings.public.port, 8700);
    assert.deepEqual([settings.private.host, settings.private.port], ['127.0.0.1', 8701]);
    assert.equal(settings.webhookKey, null);
  });

  it('takes every value from variables alone', () => {
    const settings = readSettings(
      null,
      variables({ WALLET_HOOKS_HEADERS: 'cookie, authorization' }),
    );
    assert.equal(settings.service.merchantId, 'shop-1');
    assert.deepEqual(settings.hooks.headers, ['cookie', 'authorization']);
    assert.equal(settings.public.port, 0);
  });

  it('prefers a variable to the file', () => {
    const file = written(whole);
    const more = { WALLET_SERVICE_MERCHANT_ID: 'shop-2', WALLET_SERVICE_KEY: 'another key' };
    const settings = readSettings(file, more);
    assert.deepEqual([settings.service.merchantId, settings.key], ['shop-2', 'another key']);
  });

  it('takes two secrets during a rotation', () => {
    const other = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const both = variables({ WALLET_HOOKS_SECRETS: `${other} ${secret}` });
    assert.deepEqual(readSettings(null, both).secrets, [other, secret]);
  });

  it('names each missing entry with its path and its variable', () => {
    assert.deepEqual(
      problemsOf(() => readSettings(null, {})),
      [
        'callbackUrl: is missing. Set it, or the variable WALLET_CALLBACK_URL.',
        'redirectUrl: is missing. Set it, or the variable WALLET_REDIRECT_URL.',
        'service.baseUrl: is missing. Set it, or the variable WALLET_SERVICE_BASE_URL.',
        'service.merchantId: is missing. Set it, or the variable WALLET_SERVICE_MERCHANT_ID.',
        'hooks.findOrder: is missing. Set it, or the variable WALLET_HOOKS_FIND_ORDER.',
        'hooks.statusChange: is missing. Set it, or the variable WALLET_HOOKS_STATUS_CHANGE.',
      ],
    );
  });

  it('names each wrong entry with its path', () => {
    const wrong = {
      ...whole,
      hook: {},
      basePath: 'wallet',
      hooks: { ...whole.hooks, timeout: 20_000, headers: ['Cookie', 'host'] },
      public: { port: 'high' },
      logLevel: 'loud',
    };
    const file = written(wrong);
    assert.deepEqual(
      problemsOf(() => readSettings(file, {})).map((line) => line.split(' ')[0]),
      [
        'hook:',
        'basePath:',
        'hooks.headers.0:',
        'hooks.headers.1:',
        'hooks.timeout:',
        'public.port:',
        'logLevel:',
      ],
    );
  });

  it('names a variable that is no number by its entry', () => {
    const [problem] = problemsOf(() => readSettings(null, variables({ WALLET_PUBLIC_PORT: 'x' })));
    assert.equal(problem, 'public.port: must be integer.');
  });

  it('names a file that cannot be read, and a secret that is unusable, without its text', () => {
    const file = written({ ...whole, service: { ...whole.service, keyFile: 'none.pem' } });
    const [first = '', second = '', ...rest] = problemsOf(() =>
      readSettings(file, { WALLET_HOOKS_SECRETS: 'whsec_c2hvcnQ=' }),
    );
    assert.match(first, /^service\.keyFile: .*none\.pem cannot be read \(ENOENT\)\.$/);
    assert.match(second, /^hooks\.secretsFile: a secret is not whsec_/);
    assert.doesNotMatch(second, /c2hvcnQ/);
    assert.deepEqual(rest, []);
  });

  it('refuses a password in the file, and takes it from a variable', () => {
    const address = 'postgres://shop:Pa55word@db:5432/shop';
    const file = written({ ...whole, database: address });
    const [problem = ''] = problemsOf(() => readSettings(file, {}));
    assert.match(problem, /^database: a password must not be in this file\./);
    assert.doesNotMatch(problem, /Pa55word/);
    const clean = written(whole);
    assert.equal(readSettings(clean, { WALLET_DATABASE: address }).database, address);
  });

  for (const [what, token] of [
    ['is short', 'secret'],
    ['no header can have', 'ключ'.repeat(8)],
    // PowerShell writes the output of a command as UTF-16.
    ['was saved as UTF-16', `\uFFFD\uFFFD${'o\0'.repeat(64)}`],
  ] as const) {
    it(`refuses a token that ${what}`, () => {
      const more = { WALLET_PRIVATE_TOKENS: `oleh operate ${token}` };
      const [problem] = problemsOf(() => readSettings(null, variables(more)));
      assert.match(problem ?? '', /^private\.tokensFile: line 1 is not a name, a right/);
    });
  }

  it('refuses a value and its file at once: one of them may be the old one', () => {
    const more = { WALLET_SERVICE_KEY_FILE: 'new.pem', WALLET_DATABASE_FILE: 'url.txt' };
    const both = variables({ ...more, WALLET_DATABASE: '/data/payments.db' });
    assert.deepEqual(
      problemsOf(() => readSettings(null, both)),
      [
        'service.keyFile: WALLET_SERVICE_KEY_FILE and WALLET_SERVICE_KEY are both set. Keep one.',
        'databaseFile: WALLET_DATABASE_FILE and WALLET_DATABASE are both set. Keep one.',
      ],
    );
  });

  it('refuses the address of a hook that no call could be sent to', () => {
    const more = {
      WALLET_HOOKS_FIND_ORDER: 'https://shop:Pa55word@shop.example/find-order',
      WALLET_HOOKS_STATUS_CHANGE: 'http://shop.example:80800/status-change',
    };
    const [first = '', second] = problemsOf(() => readSettings(null, variables(more)));
    assert.match(first, /^hooks\.findOrder: has a name or a password, which is not sent\./);
    assert.doesNotMatch(first, /Pa55word/);
    assert.equal(second, 'hooks.statusChange: is not a URL.');
  });

  it('refuses a time limit in seconds, with which every payment would be unknown', () => {
    const more = { WALLET_SERVICE_TIMEOUT: '30' };
    const [problem] = problemsOf(() => readSettings(null, variables(more)));
    assert.match(problem ?? '', /^service\.timeout: must be >= 1000\. .*in milliseconds/);
  });

  it('finds the variables that set no entry', () => {
    const unknownSettings = { WALLET_DATABASE_URL: 'postgres://db' };
    const knownSettings = { WALLET_CONFIG: '/etc/wallet.json', WALLET_SERVICE_KEY_FILE: 'k.pem' };
    const allVariables = variables({ ...unknownSettings, ...knownSettings, PATH: '/bin' });
    assert.deepEqual(unknownVariables(allVariables), ['WALLET_DATABASE_URL']);
  });

  it('refuses a database of another kind', () => {
    for (const database of [
      'mongodb://db/shop',
      'sqlite:shop.db',
      'file:shop.db',
      'postgres:shop',
    ]) {
      const more = { WALLET_DATABASE: database };
      const [problem] = problemsOf(() => readSettings(null, variables(more)));
      assert.match(problem ?? '', /^database: is neither a file nor a URL/);
    }
  });

  it('takes a path of Windows for a file', () => {
    const { database } = readSettings(null, variables({ WALLET_DATABASE: 'C:/shop/payments.db' }));
    assert.match(database, /C:\/shop\/payments\.db$/);
  });
});
