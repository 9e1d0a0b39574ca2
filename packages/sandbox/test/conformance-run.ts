import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { TestContext } from 'node:test';
import { type CheckResult, runConformance, type Waits } from '../src/conformance/run.ts';
import { startSandbox } from '../src/index.ts';
import type { BackendOptions, ShopBackend } from './backend/shop-backend.ts';
import { startBackend } from './backend/start-backend.ts';

/** A backend, and how it is checked. */
export interface DriveOptions extends Pick<BackendOptions, 'firstWebhook' | 'looksApart'> {
  /** Default: the honest one. */
  readonly Backend?: typeof ShopBackend | undefined;
  readonly only?: readonly string[];
  /** Default: the run knows how to restart it. */
  readonly canRestart?: boolean;
  /** Default: true. */
  readonly hasHeaders?: boolean;
  readonly all?: boolean;
  /** Default: four seconds, and three. */
  readonly waits?: Waits;
  /** Default: two seconds, as long as a mutant is waited for in vain. */
  readonly timeout?: number;
}

const headers = { authorization: 'Bearer payer' };
const [merchant, service] = [keyPair(), keyPair()];

/** One run against a backend and a sandbox of its own; its waits are short. */
export async function drive(
  t: Pick<TestContext, 'after'>,
  {
    Backend,
    only,
    canRestart = true,
    hasHeaders = true,
    all = true,
    waits = { freed: 4000, asked: 3000 },
    timeout = 2000,
    ...options
  }: DriveOptions = {},
): Promise<readonly CheckResult[]> {
  const merchantId = 'shop-1';
  const sandbox = await startSandbox({
    merchantId,
    merchantPublicKey: merchant.publicKey,
    webhookKey: service.privateKey,
  });
  t.after(() => sandbox.close());
  const shop = await startBackend(
    {
      serviceUrl: sandbox.url,
      merchantId,
      merchantKey: createPrivateKey(merchant.privateKey),
      webhookPublicKey: sandbox.webhookPublicKey,
      looksApart: 900,
      ...(hasHeaders && headers),
      ...options,
    },
    Backend,
  );
  t.after(shop.close);
  return runConformance({
    backend: shop.url,
    service: sandbox,
    merchantId,
    amount: '199.90',
    currency: 'UAH',
    domain: '127.0.0.1',
    timeout,
    waits,
    all,
    ...(hasHeaders && { headers }),
    ...(canRestart && { restart: shop.restart }),
    orderOf: (n) => `conformance-${n}`,
    ...(only && { only }),
  });
}

function keyPair(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
