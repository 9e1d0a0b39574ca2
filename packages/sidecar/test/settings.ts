import { generateKeyPairSync } from 'node:crypto';
import type { Variables } from '../src/configuration/configuration.ts';

export const merchantId = 'shop-1';
export const price = { amount: '199.90', currency: 'UAH' };
export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const readToken = 'r'.repeat(32);
export const operateToken = 'o'.repeat(32);
export const moneyToken = 'm'.repeat(32);
/** As a file has them. */
export const tokenLines = `
lena look ${readToken}
oleh operate ${operateToken}
marta money ${moneyToken}
`;

/** The merchant's key pair. */
export const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});

/** Variables with which the sidecar starts, without any file. */
export function variables(more: Variables = {}): Variables {
  return {
    WALLET_SERVICE_BASE_URL: 'https://service.example',
    WALLET_SERVICE_MERCHANT_ID: merchantId,
    WALLET_SERVICE_KEY: keys.privateKey,
    WALLET_CALLBACK_URL: 'https://shop.example/wallet/webhook/v1',
    WALLET_REDIRECT_URL: 'https://shop.example/return',
    WALLET_HOOKS_FIND_ORDER: 'http://127.0.0.1:9/find-order',
    WALLET_HOOKS_STATUS_CHANGE: 'http://127.0.0.1:9/status-change',
    WALLET_HOOKS_SECRETS: secret,
    WALLET_PUBLIC_HOST: '127.0.0.1',
    WALLET_PUBLIC_PORT: '0',
    WALLET_PRIVATE_PORT: '0',
    WALLET_PRIVATE_TOKENS: tokenLines,
    ...more,
  };
}

/** What a sidecar is set beside. */
interface Place {
  readonly service: { readonly url: string; readonly webhookPublicKey: string };
  readonly shopUrl: string;
  readonly port: number;
  /** A file or a URL. */
  readonly database: string;
}

/** Variables for a sidecar whose public part has this port, beside a shop and a payment service. */
export function variablesBeside({ service, shopUrl, port, database }: Place): Variables {
  return variables({
    WALLET_PUBLIC_PORT: String(port),
    WALLET_CALLBACK_URL: `http://127.0.0.1:${String(port)}/wallet/webhook/v1`,
    WALLET_SERVICE_BASE_URL: service.url,
    WALLET_SERVICE_WEBHOOK_KEY: service.webhookPublicKey,
    WALLET_HOOKS_FIND_ORDER: `${shopUrl}/find-order`,
    WALLET_HOOKS_STATUS_CHANGE: `${shopUrl}/status-change`,
    WALLET_DATABASE: database,
  });
}
