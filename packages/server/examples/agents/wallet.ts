import { readFileSync } from 'node:fs';
import { createWalletServer, pemSigner, pemVerifier } from '@wallet-buttons/server';
import { sqliteStore } from '@wallet-buttons/server/sqlite';
import { findCheckout } from './checkouts.ts';

const shop = process.env.SHOP_URL ?? 'https://shop.example';

export const wallet = createWalletServer(() => ({
  service: {
    baseUrl: process.env.SERVICE_URL ?? '',
    merchantId: process.env.MERCHANT_ID ?? '',
    signer: pemSigner(readFileSync('merchant-key.pem', 'utf8')),
    webhooks: { verifier: pemVerifier(readFileSync('service-public.pem', 'utf8')) },
  },
  store: sqliteStore('payments.db'),
  findOrder: (order) => {
    const checkout = findCheckout(order);
    if (checkout?.state !== 'closed') return null;
    return { amount: (checkout.total / 100).toFixed(2), currency: 'UAH' };
  },
  callbackUrl: `${shop}/wallet/webhook/v1`,
  redirectUrl: `${shop}/return`,
  onStatusChange: ({ order, orderOutcome }) => console.log(order, orderOutcome), // ship at succeeded, once
}));
