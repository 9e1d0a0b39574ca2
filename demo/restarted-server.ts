/** The server of the conformance test that is killed: its own process, with a database on the disk. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { sqliteStore } from '@wallet-buttons/server/sqlite';

const [, , port = '', baseUrl = '', keys = '', database = ''] = process.argv;
const key = (name: string): string => readFileSync(`${keys}/${name}.pem`, 'utf8');
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const wallet = createWalletServer({
  service: {
    baseUrl,
    merchantId: 'shop-1',
    signer: pemSigner(key('merchant-private')),
    webhooks: { verifier: pemVerifier(key('service-public')) },
  },
  store: sqliteStore(database),
  findOrder: () => ({ amount: '199.90', currency: 'UAH' }),
  callbackUrl: `http://127.0.0.1:${port}/wallet/webhook/v1`,
  redirectUrl: 'http://localhost/return',
  walletA: { domains: ['127.0.0.1'] },
  logger: quiet,
});
createServer(toNodeListener(wallet)).listen(Number(port), '127.0.0.1');
