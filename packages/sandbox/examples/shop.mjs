// Page, backend, wallets, service and bank: node shop.mjs, then open http://localhost:3000
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import process from 'node:process';
import { startSandbox } from '@wallet-buttons/sandbox';
import { createWalletServer, memoryStore, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { toNodeListener } from '@wallet-buttons/server/node';

const port = Number(process.env.PORT ?? 3000);
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const sandbox = await startSandbox({ merchantId: 'shop-1', merchantPublicKey: publicKey });

const wallet = createWalletServer({
  service: {
    baseUrl: sandbox.url,
    merchantId: 'shop-1',
    signer: pemSigner(privateKey),
    webhooks: { verifier: pemVerifier(sandbox.webhookPublicKey) },
  },
  store: memoryStore(),
  findOrder: (order) => (order === 'A-1001' ? { amount: '199.90', currency: 'UAH' } : null),
  onStatusChange: ({ order, orderOutcome }) => console.log(`${order} ${orderOutcome}`),
  callbackUrl: `http://127.0.0.1:${port}/wallet/webhook/v1`,
  redirectUrl: `http://localhost:${port}/return`,
  walletA: { domains: ['localhost'] },
});

const price = 'order="A-1001" amount="199.90" currency="UAH" country="UA" label="Shop"';
const head = '<!doctype html><title>Shop</title><script type="module" src="/define.js"></script>';
const pages = {
  '/': `${head}
    <script src="${sandbox.url}/wallet-a.js"></script>
    <script src="${sandbox.url}/wallet-b.js"></script>
    <wallet-a-button ${price}></wallet-a-button>
    <wallet-b-button ${price} gateway="examplegateway" gateway-merchant-id="shop-1"></wallet-b-button>`,
  '/return': `${head}<wallet-payment-status order="A-1001"></wallet-payment-status>`,
};
const tags = readFileSync(new URL(import.meta.resolve('@wallet-buttons/elements/cdn/define.js')));

const payments = toNodeListener(wallet);
createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  payments(request, response, () => {
    const script = pathname === '/define.js';
    const type = script ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(200, { 'content-type': type }).end(script ? tags : (pages[pathname] ?? ''));
  });
}).listen(port, () => {
  console.log(`Shop: http://localhost:${port}  Sandbox: ${sandbox.url}`);
});
