import { generateKeyPairSync } from 'node:crypto';
import {
  pemSigner,
  pemVerifier,
  type Store,
  type WalletServerOptions,
} from '@wallet-buttons/server';

export interface ServiceGiven {
  /** The service's port. */
  readonly service: number;
  readonly webhookKey: string;
}

/** The options of a merchant's server, as in the README, over a store. */
export function merchantOptions(
  { service, webhookKey }: ServiceGiven,
  store: Store,
): WalletServerOptions {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    service: {
      baseUrl: `http://127.0.0.1:${String(service)}`,
      merchantId: '1',
      signer: pemSigner(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()),
      webhooks: { verifier: pemVerifier(webhookKey) },
    },
    store,
    // A shop checks the caller, so it needs the Request.
    findOrder: (_, { request }) =>
      request.headers.has('authorization') ? null : { amount: '199.90', currency: 'UAH' },
    callbackUrl: 'https://shop.example/wallet/webhook/v1',
    redirectUrl: 'https://shop.example/return',
    onStatusChange: () => undefined,
    walletA: { domains: ['shop.example'] },
    // More than ever wait at once in a measure, or press for one order.
    maxInFlight: 2_000,
    paymentsPerMinute: 1_000_000,
  };
}
