/** A whole merchant backend: the shop's own orders, and wallet payments beside them. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { answerNode, backOffice } from '@wallet-buttons/sidecar/office';
import { answerShop } from './order-routes.ts';
import { Orders } from './orders.ts';
import { profileIn } from './profile.ts';
import { deskTokens } from './shop/desk-tokens.ts';

const { PORT = '', PAGE_URL = '', SERVICE_URL = '', DATA_DIR = '', PROFILE = '' } = process.env;
const key = (name: string): string => readFileSync(`${DATA_DIR}/${name}.pem`, 'utf8');
const orders = new Orders(`${DATA_DIR}/shop.db`);

const wallet = createWalletServer({
  service: {
    baseUrl: SERVICE_URL,
    merchantId: 'levada',
    signer: pemSigner(key('merchant-private')),
    webhooks: { verifier: pemVerifier(key('service-public')) },
    profile: profileIn(PROFILE),
  },
  store: sqliteStore(`${DATA_DIR}/payments.db`),
  findOrder: (order) => orders.find(order),
  onStatusChange: ({ order, orderOutcome }) => {
    orders.setStatus(order, orderOutcome);
  },
  callbackUrl: `http://127.0.0.1:${PORT}/wallet/webhook/v1`,
  redirectUrl: `${PAGE_URL}/return`,
  returnUrl: `${PAGE_URL}/wallet/return`,
  walletA: {
    domains: ['localhost', '127.0.0.1'],
    domainAssociation: readFileSync(new URL('domain-association.txt', import.meta.url)),
  },
});

/** The desk for the people of the shop, at /office/desk/. */
const office = backOffice({
  wallet,
  basePath: '/office',
  tokens: () => [
    { name: 'lena', right: 'look', token: deskTokens.read },
    { name: 'oleh', right: 'money', token: deskTokens.operate },
  ],
});

const payments = toNodeListener(wallet);
const server = createServer((request, response) => {
  if (request.url?.startsWith('/office/')) void answerNode(office, request, response);
  else payments(request, response, () => void answerShop({ orders, wallet }, request, response));
}).listen(Number(PORT), '127.0.0.1');

process.once('SIGTERM', () => void payments.close(server).then(() => process.exit()));
