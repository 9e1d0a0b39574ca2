// The sidecar as it runs beside a shop, over SQLite, with its log thrown away.
import { generateKeyPairSync } from 'node:crypto';
import { createLog, readSettings, startSidecar } from '@wallet-buttons/sidecar';
import type { ServiceGiven } from '../merchant-options.ts';
import { attend, handedOver } from './attend.ts';

export interface SidecarGiven extends ServiceGiven {
  readonly store: { readonly file: string };
  /** The address of the shop, which has both hooks. */
  readonly shop: string;
}

const { service, webhookKey, store, shop } = handedOver() as SidecarGiven;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const settings = readSettings(null, {
  WALLET_SERVICE_BASE_URL: `http://127.0.0.1:${String(service)}`,
  WALLET_SERVICE_MERCHANT_ID: '1',
  WALLET_SERVICE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  WALLET_SERVICE_WEBHOOK_KEY: webhookKey,
  WALLET_DATABASE: store.file,
  WALLET_CALLBACK_URL: 'https://shop.example/wallet/webhook/v1',
  WALLET_REDIRECT_URL: 'https://shop.example/return',
  WALLET_WALLET_A_DOMAINS: 'shop.example',
  WALLET_HOOKS_FIND_ORDER: `${shop}/find-order`,
  WALLET_HOOKS_STATUS_CHANGE: `${shop}/status-change`,
  WALLET_HOOKS_SECRETS: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
  WALLET_PUBLIC_HOST: '127.0.0.1',
  WALLET_PUBLIC_PORT: '0',
  WALLET_PRIVATE_PORT: '0',
});
const { publicUrl } = await startSidecar(settings, createLog('info', { write: () => undefined }));
attend({ port: () => Number(new URL(publicUrl).port) });
