import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '@wallet-buttons/protocol/testing/temporary-folder.js';
import { type Sandbox, sandboxToken, startSandbox, testCards } from '@wallet-buttons/sandbox';
import { createWalletServer, pemSigner, type WalletServer } from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { writeExport } from '../../test/export-file.ts';
import { jsonFrom, run } from '../../test/run.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const profile = { operations: { exportOperations: { path: '/v1/export-operations' } } };

/** A shop, and the payment service behind it. */
async function open(test: TestContext) {
  const place = temporaryFolder();
  const sandbox = await startSandbox({ merchantId: '17', merchantPublicKey: publicKey, profile });
  test.after(async () => sandbox.close());
  const wallet = createWalletServer({
    service: {
      baseUrl: sandbox.url,
      merchantId: '17',
      signer: pemSigner(privateKey),
      webhooks: 'confirm',
    },
    store: sqliteStore(join(place, 'payments.db')),
    logger: { info: () => null, warn: () => null, error: () => null },
    findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
    callbackUrl: 'http://127.0.0.1:9/webhook',
    redirectUrl: 'https://shop.example/return',
  });
  test.after(async () => wallet.close());
  await writeFile(join(place, 'key.pem'), privateKey);
  await writeFile(join(place, 'profile.json'), JSON.stringify(profile));
  return { place, sandbox, wallet };
}

async function pay(wallet: WalletServer, order: string): Promise<void> {
  const card = testCards.find(({ id }) => id === 'visa-approve') ?? assert.fail();
  const input = { card, recipientId: 'gateway:examplegateway', gatewayMerchantId: 'terminal-1' };
  const token = await sandboxToken({ wallet: 'wallet-b', ...input });
  const shownAmount = { amount: '199.90', currency: 'UAH' };
  const body = JSON.stringify({ order, wallet: 'wallet-b', token, shown: shownAmount });
  const headers = { 'content-type': 'application/json', 'idempotency-key': `key-of-${order}` };
  const url = 'https://shop.example/wallet/pay-token';
  const answer = await wallet.handle(new Request(url, { method: 'POST', headers, body }));
  assert.equal(answer.status, 200);
  await wallet.drain();
}

/** Orders an export of these days, and takes it from the service instead of the mail. */
async function exported(place: string, sandbox: Sandbox, format: 'CSV' | 'XLSX') {
  const [yesterday, today] = [Date.now() - 86_400_000, Date.now()].map((time) =>
    new Date(time).toISOString().slice(0, 10),
  );
  const service = [
    '--service',
    sandbox.url,
    '--merchant-id',
    '17',
    '--key',
    join(place, 'key.pem'),
  ];
  const mail = ['--email', 'accounts@shop.example', '--profile', join(place, 'profile.json')];
  const days = ['--from', String(yesterday), '--to', String(today), '--format', format];
  const ran = await run('reconcile', ...days, ...service, ...mail, '--json');
  assert.deepEqual([ran.err, ran.code], ['', 0]);
  assert.match(JSON.stringify(jsonFrom(ran)['answer']), /"export_id":/);
  const content = sandbox.ledger().exports.at(-1)?.content ?? '';
  const path = join(place, `export.${format.toLowerCase()}`);
  await writeExport(path, Buffer.from(content, format === 'XLSX' ? 'base64' : 'utf8'));
  return path;
}

describe('an export of the sandbox', () => {
  it('agrees with the store, whatever was paid, held, refunded and voided', async (test) => {
    const { place, sandbox, wallet } = await open(test);
    for (const order of ['paid', 'part', 'refunded']) await pay(wallet, order);
    await wallet.refund('part', { amount: '50.00' });
    await wallet.refund('refunded');
    sandbox.scenario({ result: 'holded' });
    for (const order of ['held', 'captured', 'released']) await pay(wallet, order);
    await wallet.capture('captured', { amount: '150.00' });
    await wallet.void('released');
    await wallet.drain();
    for (const order of ['part', 'refunded', 'captured', 'released']) {
      await wallet.find(order, { fresh: true });
    }
    for (const format of ['CSV', 'XLSX'] as const) {
      const path = await exported(place, sandbox, format);
      const { out, code } = await run(
        'reconcile',
        '--db',
        join(place, 'payments.db'),
        '--export',
        path,
      );
      assert.match(out, /6 attempts here, 6 rows there\.\n[^]*\nNothing differs\.\n$/);
      assert.equal(code, 0);
    }
  });

  it('shows a refund that was made in the cabinet, and that the shop does not know', async (test) => {
    const { place, sandbox, wallet } = await open(test);
    await pay(wallet, 'paid');
    const external_id = 'paid';
    await sandbox.status({ external_id, status: 'refunded' });
    const path = await exported(place, sandbox, 'CSV');
    const { out, code } = await run(
      'reconcile',
      '--db',
      join(place, 'payments.db'),
      '--export',
      path,
    );
    assert.match(out, /^refund_missing_here +paid /m);
    assert.equal(code, 1);
  });
});

describe('an export that is ordered', () => {
  it('says what is missing', async (test) => {
    const { place, sandbox } = await open(test);
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'];
    const key = [
      '--merchant-id',
      '17',
      '--key',
      join(place, 'key.pem'),
      '--email',
      'a@shop.example',
    ];
    const nowhere = await run('reconcile', ...days, '--service', sandbox.url, ...key);
    assert.match(
      nowhere.err,
      /operations\.exportOperations\.path.*order the export in its cabinet/,
    );
    assert.match((await run('reconcile')).err, /Name the export with --export, or order one/);
    assert.match(
      (await run('reconcile', ...days)).err,
      /--service, --merchant-id, --key and --email/,
    );
  });

  it('ends with 1 where the service refuses', async (test) => {
    const { place, sandbox } = await open(test);
    const days = ['--from', '2026-11-01', '--to', '2026-11-30'];
    const key = [
      '--merchant-id',
      'other',
      '--key',
      join(place, 'key.pem'),
      '--email',
      'a@shop.example',
    ];
    const serviceOptions = [
      '--service',
      sandbox.url,
      ...key,
      '--profile',
      join(place, 'profile.json'),
    ];
    const { out, code } = await run('reconcile', ...days, ...serviceOptions);
    assert.match(out, /400/);
    assert.equal(code, 1);
  });
});
