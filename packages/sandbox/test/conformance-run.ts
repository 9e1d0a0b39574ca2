import { generateKeyPairSync } from 'node:crypto';
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
  /** Default: eight seconds, and four. */
  readonly waits?: Waits;
  /** Default: three seconds, as long as a mutant is waited for in vain. */
  readonly timeout?: number;
}

const [merchant, service] = [keyPair(), keyPair()];

/** One run against a backend and a sandbox of its own; its waits are short. */
export async function drive(
  t: TestContext,
  {
    Backend,
    only,
    canRestart = true,
    waits = { freed: 8000, asked: 4000 },
    timeout = 3000,
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
      merchantKey: merchant.privateKey,
      webhookPublicKey: sandbox.webhookPublicKey,
      looksApart: 1500,
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
