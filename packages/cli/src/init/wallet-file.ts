/**
 * The merchant's side: orders, keys, store. It is the same for every framework, except for the place of the settings and
 * a comment for bundlers where a file's name comes from a setting.
 */
export const walletFile = (environment = 'process.env', load = '', hint = ''): string =>
  `${load}import { readFileSync } from 'node:fs';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';

// Your own orders: the only source of an amount. Put your database here.
const orders = new Map([['A-1001', { amount: '199.90', currency: 'UAH' }]]);

// Read at the first request, so that an import needs no settings.
export const wallet = createWalletServer(() => {
  const {
    SERVICE_URL = '',
    MERCHANT_ID = '',
    MERCHANT_KEY_FILE = '',
    SERVICE_KEY_FILE = '',
    SHOP_URL = '',
  } = ${environment};
  return {
    service: {
      baseUrl: SERVICE_URL,
      merchantId: MERCHANT_ID,
      signer: pemSigner(readFileSync(${hint}MERCHANT_KEY_FILE, 'utf8')),
      webhooks: { verifier: pemVerifier(readFileSync(${hint}SERVICE_KEY_FILE, 'utf8')) },
    },
    store: sqliteStore('payments.db'),
    // The payer's session decides who may see an order: look at the request here. Return the row's own reference
    // too, as reference, where the database compares without case: it may find one order by several texts.
    findOrder: (order) => orders.get(order) ?? null,
    callbackUrl: \`\${SHOP_URL}/wallet/webhook/v1\`,
    redirectUrl: \`\${SHOP_URL}/return\`,
    onStatusChange: ({ order, outcome, amount }) => console.log(order, outcome, amount),
    walletA: { domains: [new URL(SHOP_URL).hostname] },
  };
});
`;
