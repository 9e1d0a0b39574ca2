import { readFileSync } from 'node:fs';
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
  } = process.env;
  return {
    service: {
      baseUrl: SERVICE_URL,
      merchantId: MERCHANT_ID,
      signer: pemSigner(readFileSync(MERCHANT_KEY_FILE, 'utf8')),
      webhooks: { verifier: pemVerifier(readFileSync(SERVICE_KEY_FILE, 'utf8')) },
    },
    store: sqliteStore('payments.db'),
    // The payer's session decides who may see an order: look at the request here. Return the row's own reference
    // too, as reference, where the database compares without case: it may find one order by several texts.
    findOrder: (order) => orders.get(order) ?? null,
    callbackUrl: `${SHOP_URL}/wallet/webhook/v1`,
    redirectUrl: `${SHOP_URL}/return`,
    onStatusChange: ({ order, orderOutcome, orderAmount }) =>
      console.log(order, orderOutcome, orderAmount),
    walletA: { domains: [new URL(SHOP_URL).hostname] },
  };
});
