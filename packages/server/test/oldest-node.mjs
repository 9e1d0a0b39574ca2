// Pays one order with the built package: proves the oldest Node of `engines`, which cannot run the TypeScript tests.
import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { generateKeyPairSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createWalletServer, pemSigner } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { sqliteStore } from '@wallet-buttons/server/sqlite';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const answers = new Map([
  ['/v1/session', { id: 's-1' }],
  ['/v1/payment', { id: 'p-1', url: null }],
  ['/v1/pay-token', { status: 'paid', amount: 199.9 }],
]);
const service = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray());
  const sign = Buffer.from(String(request.headers['x-sign']), 'base64');
  assert.ok(verify('sha256', body, publicKey, sign), `${request.url} is signed`);
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify(answers.get(request.url)));
});
const folder = mkdtempSync(join(tmpdir(), 'oldest-node-'));
const urlOf = async (server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
};

const wallet = createWalletServer({
  service: {
    baseUrl: await urlOf(service),
    merchantId: 'm-1',
    signer: pemSigner(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    webhooks: 'confirm',
  },
  store: sqliteStore(join(folder, 'payments.db')),
  findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
  callbackUrl: 'https://shop.example/wallet/webhook/v1',
  redirectUrl: 'https://shop.example/return',
});
const listener = toNodeListener(wallet);
const shop = createServer(listener);
const url = await urlOf(shop);
const shown = { amount: '199.90', currency: 'UAH' };
const response = await fetch(`${url}/wallet/pay-token`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1', origin: url },
  body: JSON.stringify({ order: 'o-1', wallet: 'wallet-b', token: 't', shown }),
});
assert.deepEqual(await response.json(), { outcome: 'succeeded', status: 'paid' });
assert.equal((await wallet.find('o-1'))?.outcome, 'succeeded');
await listener.close(shop);
service.close();
rmSync(folder, { recursive: true });
console.log(`Node ${process.version} paid an order.`);
